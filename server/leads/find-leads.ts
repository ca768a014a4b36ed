import type { SelectQueryBuilder } from 'kysely'
import type { Db, LeadRow, Tables } from '../../migrations/tables.ts'
import { countRows, rowsInPages } from '../../platform/db/stored-rows.ts'
import { foldText } from '../../platform/text/plain-text.ts'
import { allColumns, type LeadColumn, leadKinds } from './fields.ts'
import { leadsWithEmails, type StoredLead } from './store.ts'

export const leadViews = ['new', 'answered', 'suspicious', 'spam', 'all'] as const
export type LeadView = (typeof leadViews)[number]

/** `chat`: any lead with a chat. */
export const listedKinds = [...leadKinds, 'chat'] as const
type ListedKind = (typeof listedKinds)[number]

type LeadFilter = { view?: LeadView; kind?: ListedKind | undefined; search?: string | undefined; limit: number }

const pageSize = 500
const newest = { created_at: Number.MAX_SAFE_INTEGER, reference: '' }

const listedColumns = ['reference', 'created_at', 'kind', 'status', 'abandoned', 'answered_at', 'note'] as const

export type ListedLead = Pick<LeadRow, LeadColumn | (typeof listedColumns)[number]>

export async function findLeads(db: Db, filter: LeadFilter): Promise<StoredLead[]> {
  const references = (await listLeads(db, filter)).map(({ reference }) => reference)
  return await leadsWithEmails(db, references)
}

/** Newest first. Words are compared here, because the databases fold case differently. */
export async function listLeads(db: Db, { view = 'all', kind, search = '', limit }: LeadFilter) {
  const words = [...new Set(foldText(search).split(/\s+/).filter(Boolean))]
  const size = words.length === 0 ? Math.min(limit, pageSize) : pageSize
  const leads = rowsInPages<ListedLead>(size, ({ created_at, reference }: typeof newest = newest) =>
    filterKind(filterView(db.selectFrom('leads'), view), kind)
      .select([...listedColumns, ...allColumns()])
      .where((eb) => {
        const isNextOfSameTime = eb.and([eb('created_at', '=', created_at), eb('reference', '>', reference)])
        return eb.or([eb('created_at', '<', created_at), isNextOfSameTime])
      })
      .orderBy('created_at', 'desc')
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

function hasWords(lead: ListedLead, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = foldText([lead.reference, lead.note, ...allColumns().map((column) => lead[column])].join('\n'))
  return words.every((word) => text.includes(word))
}

function filterView<T>(query: SelectQueryBuilder<Tables, 'leads', T>, view: LeadView) {
  if (view === 'all') return query
  if (view === 'spam') return query.where('status', '=', 'spam')
  if (view === 'answered') return query.where('status', '!=', 'spam').where('answered_at', 'is not', null)
  return query.where('status', '=', view === 'new' ? 'ok' : 'suspicious').where('answered_at', 'is', null)
}

function filterKind<T>(query: SelectQueryBuilder<Tables, 'leads', T>, kind: ListedKind | undefined) {
  if (kind === undefined) return query
  return kind === 'chat' ? query.where('transcript', 'is not', null) : query.where('kind', '=', kind)
}

const maxShown = 5

/** @param times in ms since 1970 */
export async function summarizeLeads(db: Db, times: { lateBefore: number; cameSince: readonly number[] }) {
  const notSpam = db.selectFrom('leads').where('status', '!=', 'spam')
  const waiting = db.selectFrom('leads').where('answered_at', 'is', null)
  const fresh = await waiting
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('created_at', '<', times.lateBefore).as('late'),
    ])
    .where('status', '=', 'ok')
    .executeTakeFirstOrThrow()
  const oldest = await waiting
    .select(['reference', 'name', 'email', 'company', 'created_at'])
    .where('status', '=', 'ok')
    .orderBy('created_at')
    .orderBy('reference')
    .limit(maxShown)
    .execute()
  const suspicious = await waiting
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('created_at').as('since')])
    .where('status', '=', 'suspicious')
    .executeTakeFirstOrThrow()
  return {
    waiting: { ...fresh, oldest },
    suspicious,
    came: await Promise.all(times.cameSince.map((since) => countRows(notSpam.where('created_at', '>=', since)))),
  }
}
