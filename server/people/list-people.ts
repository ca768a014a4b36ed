import type { Db } from '../../migrations/tables.ts'
import { emailKey } from '../../platform/email/address.ts'
import { listCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { allColumns } from '../leads/fields.ts'
import { hasWords, matchingLeads, searchWords } from '../leads/find-leads.ts'
import { inStateSince, listSubscribers } from '../newsletter/list-subscribers.ts'

/** `at`: the time of their latest lead or upcoming call. `callAt`: the time of their next call. Both in epoch ms. */
export type ListedPerson = { email: string; name: string; company: string | null; at: number; callAt: number | null }

type Search = { search: string; limit: number }

/** Lists people who sent a lead: soonest call first, then latest activity. A search also finds subscribers by address. */
export async function listPeople({ database, now }: Context, options: Search): Promise<ListedPerson[]> {
  const { db } = database
  const callers = await findCallers(db, options, now())
  const leadSenders = await findLeadSenders(db, options)
  const subscribers = await findMatchingSubscribers(db, options)
  // The first source wins. Calls are more current than leads, and leads have names, which subscribers lack.
  const people = new Map<string, ListedPerson>()
  for (const person of [...callers, ...leadSenders, ...subscribers]) {
    const key = emailKey(person.email)
    if (!people.has(key)) people.set(key, person)
  }
  return [...people.values()].toSorted(bySoonestCall).slice(0, options.limit)
}

async function findCallers(db: Db, { search }: Search, now: number): Promise<ListedPerson[]> {
  const words = searchWords(search)
  const calls = (await listCalls(db, now)).filter(({ state }) => state === 'booked')
  const matching = calls.filter((call) => hasWords([call.id, ...allColumns().map((column) => call[column])], words))
  return matching.map(({ email, name, company, starts_at: at }) => ({ email, name, company, at, callAt: at }))
}

/** Reads leads, newest first, until there are enough people. */
async function findLeadSenders(db: Db, { search, limit }: Search): Promise<ListedPerson[]> {
  const senders = new Map<string, ListedPerson>()
  for await (const { status, email, name, company, created_at } of matchingLeads(db, { search, limit })) {
    const key = emailKey(email)
    if (status !== 'spam' && !senders.has(key)) senders.set(key, { email, name, company, at: created_at, callAt: null })
    if (senders.size >= limit) break
  }
  return [...senders.values()]
}

async function findMatchingSubscribers(db: Db, { search, limit }: Search): Promise<ListedPerson[]> {
  if (searchWords(search).length === 0) return []
  const subscribers = await listSubscribers(db, { state: 'all', search: search.trim() }, limit)
  return subscribers.map((subscriber) => {
    return { email: subscriber.email, name: '', company: null, at: inStateSince(subscriber), callAt: null }
  })
}

function bySoonestCall(a: ListedPerson, b: ListedPerson): number {
  const callOf = ({ callAt }: ListedPerson) => callAt ?? Number.MAX_SAFE_INTEGER
  return callOf(a) - callOf(b) || b.at - a.at
}
