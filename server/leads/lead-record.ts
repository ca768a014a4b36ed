import { z } from 'zod'
import type { LeadRow } from '../../migrations/tables.ts'
import { readStringList, readStringMap } from '../../platform/db/stored-rows.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import { type Columns, recordOf } from '../../platform/text/csv.ts'
import { formatIsoTime, formatMinute } from '../../platform/text/time-text.ts'
import { allColumns, type DetailColumn, detailsIn } from './fields.ts'
import type { StoredEmail } from './store.ts'
import { readTranscript } from './transcript.ts'

type Fact = readonly [label: string, value: string | null]
export type DetailedLead = Pick<LeadRow, DetailColumn | 'kind' | 'answers'>

/** A lead's details and answers to the owner's questions. Missing details are null. */
export function detailsOf(lead: DetailedLead): Fact[] {
  const details = detailsIn(lead.kind).map(([label, column]): Fact => [label, lead[column] || null])
  return [...details, ...readAnswers(lead)]
}

const storedAnswers = z.array(z.tuple([z.string(), z.string()]))

export function readAnswers({ answers }: Pick<LeadRow, 'answers'>): [question: string, answer: string][] {
  return answers === null ? [] : storedAnswers.parse(JSON.parse(answers))
}

export function projectFacts(lead: LeadRow) {
  return known(detailsOf({ ...lead, budget: budgetText(lead.budget) }))
}

/** Formats `5000-9000 USD` as `$5,000 – $9,000`. Other text is unchanged. */
function budgetText(budget: string | null): string | null {
  const [, from, to, currency] = /^(\d{1,12})(?:-(\d{1,12}))? ([A-Z]{3})$/.exec(budget ?? '') ?? []
  if (from === undefined || currency === undefined) return budget
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 })
  return to === undefined ? format.format(Number(from)) : format.formatRange(Number(from), Number(to))
}

export function leadCircumstances(lead: LeadRow) {
  const parameters = Object.entries(readStringMap(lead.campaign)).map(([key, value]) => `${key}=${value}`)
  const reasons = readStringList(lead.reasons)
  const isChanged = lead.updated_at !== null && lead.updated_at !== lead.created_at
  return known([
    ['Reference', lead.reference],
    ['Received', formatMinute(lead.created_at)],
    ['Changed', isChanged ? formatMinute(lead.updated_at ?? lead.created_at) : null],
    ['Status', reasons.length > 0 ? `${lead.status}: ${reasons.join('; ')}` : lead.status],
    ['Sent', sentText(lead)],
    ['Agreed to', lead.consent_words && `“${lead.consent_words}” ${formatMinute(lead.consent_at ?? lead.created_at)}`],
    ['Page', lead.page === '/' ? '/ (home)' : lead.page],
    ['Came from', lead.referrer],
    ['Campaign', parameters.join(', ')],
    ['Language', lead.language],
    ['Network', lead.network],
  ])
}

function sentText({ abandoned }: LeadRow): string | null {
  if (abandoned === null) return null
  return abandoned === 0 ? 'yes' : 'no: the visitor left'
}

function known(facts: readonly Fact[]): [label: string, value: string][] {
  return facts.flatMap(([label, value]) => (value ? [[label, oneLine(value)]] : []))
}

const details = allColumns()
  .filter((column) => !['name', 'email', 'project'].includes(column))
  .map((column) => [column, (lead: LeadRow) => lead[column] || null])

/** Fields of an exported lead. Names and formats are part of the public contract. */
export const recordFields = {
  reference: (lead) => lead.reference,
  kind: (lead) => lead.kind,
  status: (lead) => (lead.status === 'suspicious' ? 'held' : lead.status),
  name: (lead) => lead.name,
  email: (lead) => lead.email,
  project: (lead) => lead.project,
  createdAt: (lead) => formatIsoTime(lead.created_at),
  reasons: (lead) => readStringList(lead.reasons),
  page: (lead) => lead.page,
  referrer: (lead) => lead.referrer,
  campaign: (lead) => readStringMap(lead.campaign),
  language: (lead) => lead.language,
  network: (lead) => lead.network,
  ...(Object.fromEntries(details) as Record<DetailColumn, (lead: LeadRow) => string | null>),
  answers: (lead) => Object.fromEntries(readAnswers(lead)),
  transcript: (lead) => (lead.transcript === null ? null : readTranscript(lead.transcript)),
  /** False if the visitor left without sending the form. Null for the contact form and calls, which are always sent. */
  sent: (lead) => (lead.abandoned === null ? null : lead.abandoned === 0),
  consent: (lead) => lead.consent_words,
  consentAt: (lead) => formatIsoTime(lead.consent_at),
  updatedAt: (lead) => formatIsoTime(lead.updated_at),
  note: (lead) => lead.note,
  notedAt: (lead) => formatIsoTime(lead.noted_at),
  answeredAt: (lead) => formatIsoTime(lead.answered_at),
} satisfies Columns<LeadRow>

export const leadRecord = (lead: LeadRow) => recordOf(recordFields, lead)

export function emailRecord(email: StoredEmail) {
  return {
    kind: email.kind,
    state: email.state,
    attempts: email.attempts,
    sentAt: formatIsoTime(email.sent_at),
    nextTryAt: email.state === 'queued' ? formatIsoTime(email.due_at) : null,
    answer: email.last_error,
  }
}
