import type { SelectQueryBuilder, SqlBool } from 'kysely'
import type { Db, LeadRow, Tables } from '../../migrations/tables.ts'
import { countRows, rowsInPages } from '../../platform/db/stored-rows.ts'
import { foldText } from '../../platform/text/fold-text.ts'
import { allColumns, type LeadColumn, leadKinds } from './fields.ts'
import { leadsWithEmails, type StoredLead } from './store.ts'
import { type LeadExpression, readDueTimes, waitsForReply } from './waiting.ts'

export const leadViews = ['new', 'answered', 'suspicious', 'spam', 'all'] as const
export type LeadView = (typeof leadViews)[number]

/** Kinds to filter by. `chat`: any lead with a chat. */
export const listedKinds = [...leadKinds, 'chat'] as const
type ListedKind = (typeof listedKinds)[number]

type LeadFilter = { view?: LeadView; kind?: ListedKind | undefined; search?: string | undefined; limit: number }

const pageSize = 500

const listedColumns = [
  'reference',
  'created_at',
  'kind',
  'status',
  'abandoned',
  'answered_at',
  'note',
  'answers',
] as const

export type ListedLead = Pick<LeadRow, LeadColumn | (typeof listedColumns)[number]> & {
  waits: SqlBool
  hasChat: SqlBool
}

export async function findLeads(db: Db, filter: LeadFilter): Promise<StoredLead[]> {
  const references = (await listLeads(db, filter)).map(({ reference }) => reference)
  return await leadsWithEmails(db, references)
}

/**
 * Lists leads that wait for a reply oldest first, and others newest first. Compares words in JavaScript because the
 * databases fold case differently.
 */
export async function listLeads(db: Db, filter: LeadFilter): Promise<ListedLead[]> {
  const matching: ListedLead[] = []
  for await (const lead of matchingLeads(db, filter)) {
    matching.push(lead)
    if (matching.length === filter.limit) break
  }
  return matching
}

/** Converts leads to rows for lists. `dueAt`: when a reply is due, if the lead waits for one. */
export function toRows(leads: readonly ListedLead[]) {
  const dueAtOf = readDueTimes()
  return leads.map((lead) => {
    const { reference, created_at, kind, status, abandoned, answered_at, name, email } = lead
    const waits = Boolean(lead.waits)
    const hasChat = Boolean(lead.hasChat)
    const row = { reference, created_at, kind, status, abandoned, answered_at, name, email, waits, hasChat }
    return { ...row, text: snippet(lead.project), dueAt: waits ? dueAtOf(lead) : null }
  })
}

/** Maximum length of the message excerpt in a lead's row. */
const snippetCharacters = 160

export function snippet(text: string): string {
  return text.slice(0, snippetCharacters).replaceAll(/\s+/g, ' ')
}

/** @param filter.limit how many leads the caller needs. It only sets the page size */
export async function* matchingLeads(db: Db, { view = 'all', kind, search = '', limit }: LeadFilter) {
  const words = searchWords(search)
  const size = words.length === 0 ? Math.min(limit, pageSize) : pageSize
  const isOldestFirst = view === 'new'
  const leads = rowsInPages<ListedLead>(size, (last?: Pick<LeadRow, 'created_at' | 'reference'>) =>
    filterKind(filterView(db.selectFrom('leads'), view), kind)
      .select([...listedColumns, ...allColumns()])
      .select((eb) => [waitsForReply(eb).as('waits'), eb('transcript', 'is not', null).as('hasChat')])
      .$if(last !== undefined, (query) => query.where((eb) => isAfter(eb, last, isOldestFirst)))
      .orderBy('created_at', isOldestFirst ? 'asc' : 'desc')
      .orderBy('reference')
      .limit(size)
      .execute(),
  )
  for await (const lead of leads) {
    if (hasWords([lead.reference, lead.note, lead.answers, ...allColumns().map((column) => lead[column])], words))
      yield lead
  }
}

export function searchWords(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/).filter(Boolean))]
}

/** Counts the leads that need the owner's attention. */
export async function countLeads(db: Db) {
  const count = (view: LeadView) => countRows(filterView(db.selectFrom('leads'), view))
  return { new: await count('new'), suspicious: await count('suspicious') }
}

function isAfter(eb: LeadExpression, last = { created_at: 0, reference: '' }, isOldestFirst: boolean) {
  const isNextOfSameTime = eb.and([eb('created_at', '=', last.created_at), eb('reference', '>', last.reference)])
  return eb.or([eb('created_at', isOldestFirst ? '>' : '<', last.created_at), isNextOfSameTime])
}

/** @param words from `searchWords` */
export function hasWords(values: readonly (string | null)[], words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = foldText(values.join('\n'))
  return words.every((word) => text.includes(word))
}

function filterView<T>(query: SelectQueryBuilder<Tables, 'leads', T>, view: LeadView) {
  if (view === 'all') return query
  if (view === 'spam') return query.where('status', '=', 'spam')
  if (view === 'new') return query.where(waitsForReply)
  if (view === 'suspicious') return query.where('status', '=', 'suspicious').where('answered_at', 'is', null)
  const answered = query.where('status', '!=', 'spam').where('answered_at', 'is not', null)
  return answered.where((eb) => eb.not(waitsForReply(eb)))
}

function filterKind<T>(query: SelectQueryBuilder<Tables, 'leads', T>, kind: ListedKind | undefined) {
  if (kind === undefined) return query
  return kind === 'chat' ? query.where('transcript', 'is not', null) : query.where('kind', '=', kind)
}
