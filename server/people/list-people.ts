import { emailKey } from '../../platform/email/address.ts'
import { listCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { allColumns } from '../leads/fields.ts'
import { hasWords, matchingLeads, searchWords } from '../leads/find-leads.ts'
import { inStateSince, listSubscribers } from '../newsletter/store.ts'

/** `at` is their latest lead or upcoming call, and `callAt` their next call, in ms since 1970. */
export type ListedPerson = { email: string; name: string; company: string | null; at: number; callAt: number | null }

/** Lists people who sent a lead: soonest call first, then latest activity. A search also finds subscribers by address. */
export async function listPeople({ database, now }: Context, { search, limit }: { search: string; limit: number }) {
  const { db } = database
  const words = searchWords(search)
  const people = new Map<string, ListedPerson>()
  const add = (person: ListedPerson) => {
    const key = emailKey(person.email)
    if (!people.has(key)) people.set(key, person)
  }
  for (const call of await listCalls(db, now())) {
    const { email, name, company, starts_at } = call
    const isMatch = call.state === 'booked' && hasWords([call.id, ...allColumns().map((column) => call[column])], words)
    if (isMatch) add({ email, name, company, at: starts_at, callAt: starts_at })
  }
  for await (const { status, email, name, company, created_at } of matchingLeads(db, { search, limit })) {
    if (status !== 'spam') add({ email, name, company, at: created_at, callAt: null })
    if (people.size >= limit) break
  }
  const subscribers =
    words.length === 0 ? [] : await listSubscribers(db, { state: 'all', search: search.trim() }, limit)
  for (const subscriber of subscribers)
    add({ email: subscriber.email, name: '', company: null, at: inStateSince(subscriber), callAt: null })
  const callOf = ({ callAt }: ListedPerson) => callAt ?? Number.MAX_SAFE_INTEGER
  return [...people.values()].toSorted((a, b) => callOf(a) - callOf(b) || b.at - a.at).slice(0, limit)
}
