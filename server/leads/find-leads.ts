import type { SelectQueryBuilder, SqlBool } from 'kysely'
import type { Db, LeadRow, Tables } from '../../migrations/tables.ts'
import { countRows, rowsInPages } from '../../platform/db/stored-rows.ts'
import { foldText } from '../../platform/text/plain-text.ts'
import { allColumns, type LeadColumn, leadKinds } from './fields.ts'
import { leadsWithEmails, type StoredLead } from './store.ts'
import { type LeadExpression, waitsForReply } from './waiting.ts'

export const leadViews = ['new', 'answered', 'suspicious', 'spam', 'all'] as const
export type LeadView = (typeof leadViews)[number]

/** `chat`: any lead with a chat. */
export const listedKinds = [...leadKinds, 'chat'] as const
type ListedKind = (typeof listedKinds)[number]

type LeadFilter = { view?: LeadView; kind?: ListedKind | undefined; search?: string | undefined; limit: number }

const pageSize = 500

const listedColumns = ['reference', 'created_at', 'kind', 'status', 'abandoned', 'answered_at', 'note'] as const

export type ListedLead = Pick<LeadRow, LeadColumn | (typeof listedColumns)[number]> & {
  waits: SqlBool
  hasChat: SqlBool
}

export async function findLeads(db: Db, filter: LeadFilter): Promise<StoredLead[]> {
  const references = (await listLeads(db, filter)).map(({ reference }) => reference)
  return await leadsWithEmails(db, references)
}

/**
 * Leads that wait for a reply are listed oldest first, others newest first. Words are compared here, because the
 * databases fold case differently.
 */
export async function listLeads(db: Db, { view = 'all', kind, search = '', limit }: LeadFilter) {
  const words = [...new Set(foldText(search).split(/\s+/).filter(Boolean))]
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
  const matching: ListedLead[] = []
  for await (const lead of leads) {
    if (hasWords(lead, words)) matching.push(lead)
    if (matching.length === limit) break
  }
  return matching
}

/** Counts the leads that need the owner. */
export async function countLeads(db: Db) {
  const count = (view: LeadView) => countRows(filterView(db.selectFrom('leads'), view))
  return { new: await count('new'), suspicious: await count('suspicious') }
}

function isAfter(eb: LeadExpression, last = { created_at: 0, reference: '' }, isOldestFirst: boolean) {
  const isNextOfSameTime = eb.and([eb('created_at', '=', last.created_at), eb('reference', '>', last.reference)])
  return eb.or([eb('created_at', isOldestFirst ? '>' : '<', last.created_at), isNextOfSameTime])
}

function hasWords(lead: ListedLead, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = foldText([lead.reference, lead.note, ...allColumns().map((column) => lead[column])].join('\n'))
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

const maxShown = 5

/** @param times in ms since 1970 */
export async function summarizeLeads(db: Db, times: { lateBefore: number; cameSince: readonly number[] }) {
  const notSpam = db.selectFrom('leads').where('status', '!=', 'spam')
  const waiting = filterView(db.selectFrom('leads'), 'new')
  const fresh = await waiting
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('created_at', '<', times.lateBefore).as('late'),
    ])
    .executeTakeFirstOrThrow()
  const oldest = await waiting
    .select(['reference', 'name', 'email', 'company', 'created_at'])
    .orderBy('created_at')
    .orderBy('reference')
    .limit(maxShown)
    .execute()
  const suspicious = await filterView(db.selectFrom('leads'), 'suspicious')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('created_at').as('since')])
    .executeTakeFirstOrThrow()
  return {
    waiting: { ...fresh, oldest },
    suspicious,
    came: await Promise.all(times.cameSince.map((since) => countRows(notSpam.where('created_at', '>=', since)))),
  }
}
