import { z } from 'zod'
import { studioZone } from '../../platform/content/site-content.ts'
import { markRequest } from '../../server/calls/change-call.ts'
import { findCall } from '../../server/calls/store.ts'
import { detailsIn } from '../../server/leads/fields.ts'
import { type ListedLead, leadViews, listedKinds, listLeads } from '../../server/leads/find-leads.ts'
import { findLead } from '../../server/leads/lead.repository.ts'
import { leadFacts } from '../../server/leads/lead-record.ts'
import { answerLeads, longestNote, noteLead } from '../../server/leads/mark-leads.ts'
import { readTranscript, spokenLines } from '../../server/leads/transcript.ts'
import { action, Refusal } from './action.ts'
import { historyOf } from './request-history.ts'

const mostListed = 10_000
const snippetCharacters = 120

const reference = z.string().max(40)
const status = z.enum(['ok', 'held', 'spam'])

function noSuchRequest(name: string): Refusal {
  return new Refusal(`There is no request ${name}.`)
}

export const readRequests = action(
  z.object({ view: z.enum(leadViews), kind: z.enum(listedKinds).optional(), search: z.string().max(200) }),
  async ({ database: { db } }, wanted) => {
    const leads = await listLeads(db, { ...wanted, limit: mostListed + 1 })
    return { isCut: leads.length > mostListed, leads: leads.slice(0, mostListed).map(toRow) }
  },
)

function toRow(lead: ListedLead) {
  const { reference, created_at, kind, status, abandoned, answered_at, name, email, project } = lead
  const details = detailsIn(kind).flatMap(([, column]) => lead[column] || [])
  const text = [project.slice(0, snippetCharacters).replaceAll(/\s+/g, ' '), ...details].filter(Boolean).join(' · ')
  return { reference, created_at, kind, status, abandoned, answered_at, name, email, text }
}

export const readRequest = action(z.object({ reference }), async ({ database: { db }, now }, { reference }) => {
  const lead = await findLead(db, reference)
  if (lead === undefined) throw noSuchRequest(reference)
  const call = await findCall(db, reference)
  return {
    reference: lead.reference,
    kind: lead.kind,
    status: lead.status,
    isUnsent: lead.abandoned === 1,
    name: lead.name,
    email: lead.email,
    createdAt: lead.created_at,
    answeredAt: lead.answered_at,
    note: lead.note ?? '',
    text: lead.project,
    facts: leadFacts(lead),
    talk: spokenLines(readTranscript(lead.transcript)),
    mails: lead.mails,
    callAt: call !== undefined && call.state !== 'cancelled' && call.ends_at > now() ? call.starts_at : null,
    history: historyOf(lead, call),
    zone: studioZone(),
  }
})

export const noteRequest = action(
  z.object({ reference, note: z.string().max(longestNote) }),
  async ({ database }, { reference, note }) => {
    const noted = await noteLead(database, reference, note.normalize('NFC').trim() || null)
    if (noted === undefined) throw noSuchRequest(reference)
    return { before: noted.before ?? '' }
  },
)

export const answerRequest = action(
  z.object({ reference, at: z.union([z.literal('now'), z.number(), z.null()]) }),
  async ({ database, now }, { reference, at }) => {
    const result = await answerLeads(database, [reference], at === 'now' ? now() : at)
    if ('unknown' in result) throw noSuchRequest(reference)
    return {}
  },
)

export const markRequestAs = action(z.object({ reference, status }), async (desk, { reference, status }) => {
  const marked = await markRequest(desk, reference, status)
  if (marked === undefined) throw noSuchRequest(reference)
  return marked
})
