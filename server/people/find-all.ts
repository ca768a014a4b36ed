import { emailKey } from '../../platform/email/address.ts'
import { labelOf } from '../../platform/fields.ts'
import { findCall } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { hasWords, listLeads, searchWords, snippet } from '../leads/find-leads.ts'
import { readArticlesNow } from '../newsletter/issues/current-articles.ts'
import { issueStateLabels } from '../newsletter/issues/status.ts'
import { listIssues } from '../newsletter/issues/store.ts'
import { listSubscribers, subscriberStateLabels } from '../newsletter/list-subscribers.ts'

/** Maximum results of each kind. A fifth would push the last kinds off the screen. */
const maxFound = 4
/** Number of newest matching leads in which to look for people and calls. */
const maxLeads = 100

/** Finds a few results of each kind, newest first. */
export async function findAll({ database: { db } }: Context, search: string) {
  const words = searchWords(search)
  if (words.length === 0) return { people: [], leads: [], calls: [], subscribers: [], issues: [] }
  const leads = (await listLeads(db, { search, limit: maxLeads })).filter(({ status }) => status !== 'spam')
  const named = leads.filter(({ name, email, company }) => hasWords([name, email, company], words))
  const people = [...Map.groupBy(named, ({ email }) => emailKey(email)).values()].flatMap(([newest]) => newest ?? [])
  const ofCalls = leads.filter(({ kind }) => kind === 'call').slice(0, maxFound)
  const calls = await Promise.all(ofCalls.map(async (lead) => ({ lead, call: await findCall(db, lead.reference) })))
  const issues = await listIssues(db)
  const articles = readArticlesNow().articles.filter(({ slug }) => !issues.some((issue) => issue.slug === slug))
  const titled = [
    ...issues.map(({ slug, subject, state }) => ({ slug, title: subject, state: labelOf(issueStateLabels[state]) })),
    ...articles.map(({ slug, title }) => ({ slug, title, state: 'Draft' })),
  ]
  const subscribers = await listSubscribers(db, { state: 'all', search: search.trim() }, maxFound)
  return {
    people: people.slice(0, maxFound).map(({ email, name }) => ({ email, name })),
    leads: leads
      .filter(({ kind }) => kind !== 'call')
      .slice(0, maxFound)
      .map(({ reference, name, project, created_at }) => ({ reference, name, text: snippet(project), created_at })),
    calls: calls.flatMap(({ lead: { reference: id, name, project }, call }) =>
      call ? { id, name, about: snippet(project), starts_at: call.starts_at } : [],
    ),
    subscribers: subscribers.map(({ email, state }) => ({ email, state: labelOf(subscriberStateLabels[state]) })),
    issues: titled.filter(({ title }) => hasWords([title], words)).slice(0, maxFound),
  }
}
