import { emailKey } from '../../platform/email/email-address.ts'
import { labelOf } from '../../platform/fields.ts'
import type { Context } from '../context.ts'
import { hasWords, type ListedLead, matchingLeads, searchWords } from '../leads/find-leads.ts'
import { stateWords } from '../newsletter/issue-status.ts'
import { listIssues } from '../newsletter/issue-store.ts'
import { readArticlesNow } from '../newsletter/issue-views.ts'
import { listSubscribers, subscriberWords } from '../newsletter/store.ts'

const maxFound = 4
const snippetCharacters = 120

/** Finds a few of each kind, newest first. Reads each lead at most once. */
export async function findAll({ database: { db } }: Context, search: string) {
  const words = searchWords(search)
  if (words.length === 0) return { people: [], leads: [], calls: [], subscribers: [], issues: [] }
  const people = new Map<string, { email: string; name: string }>()
  const [leads, callLeads]: [ListedLead[], ListedLead[]] = [[], []]
  for await (const lead of matchingLeads(db, { search, limit: maxFound })) {
    if (lead.status === 'spam') continue
    const { email, name, company } = lead
    const group = lead.kind === 'call' ? callLeads : leads
    if (group.length < maxFound) group.push(lead)
    const key = emailKey(email)
    const isPerson = people.size < maxFound && !people.has(key) && hasWords([name, email, company], words)
    if (isPerson) people.set(key, { email, name })
    if (Math.min(leads.length, callLeads.length, people.size) === maxFound) break
  }
  const ids = callLeads.map(({ reference }) => reference)
  const calls =
    ids.length === 0 ? [] : await db.selectFrom('calls').select(['id', 'starts_at']).where('id', 'in', ids).execute()
  const issues = await listIssues(db)
  const articles = readArticlesNow().articles.filter(({ slug }) => !issues.some((issue) => issue.slug === slug))
  const titled = [
    ...issues.map(({ slug, subject, state }) => ({ slug, title: subject, state: labelOf(stateWords[state]) })),
    ...articles.map(({ slug, title }) => ({ slug, title, state: 'Draft' })),
  ]
  const subscribers = await listSubscribers(db, { state: 'all', search: search.trim() }, maxFound)
  return {
    people: [...people.values()],
    leads: leads.map(({ reference, name, project, created_at }) => ({
      reference,
      name,
      text: snippet(project),
      created_at,
    })),
    calls: callLeads.flatMap(({ reference: id, name, project }) => {
      const starts_at = calls.find((call) => call.id === id)?.starts_at
      return starts_at === undefined ? [] : { id, name, about: snippet(project), starts_at }
    }),
    subscribers: subscribers.map(({ email, state }) => ({ email, state: labelOf(subscriberWords[state]) })),
    issues: titled.filter(({ title }) => hasWords([title], words)).slice(0, maxFound),
  }
}

function snippet(text: string): string {
  return text.slice(0, snippetCharacters).replaceAll(/\s+/g, ' ')
}
