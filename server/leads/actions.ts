import { z } from 'zod'
import { change, exports, flag, limit, noSuch, optionalText, read, reference, text } from '../../platform/actions.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { counted, since } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { markLeadAndCall } from '../calls/calls.ts'
import { historyOf } from '../calls/lead-history.ts'
import { findCall } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { detailsIn } from './fields.ts'
import { findLeads, type ListedLead, leadViews, listedKinds, listLeads } from './find-leads.ts'
import { emailRecord, leadFacts, leadRecord, recordFields } from './lead-record.ts'
import { allLeads, answerLeads, findLead, maxNoteLength, noteLead, type StoredLead } from './store.ts'
import { readTranscript, transcriptLines, transcriptText } from './transcript.ts'

const snippetCharacters = 120

export const leadActions = {
  'leads.list': read({
    summary: 'List leads, newest first',
    input: z.object({
      search: optionalText(200, { description: 'only those with all of these words' }),
      status: z.enum(leadViews).default('all').meta({ description: 'only those with this status' }),
      kind: z.enum(listedKinds).optional().meta({ description: 'only those of this kind' }),
      limit,
    }),
    run: async ({ database: { db } }: Context, { status, limit, ...filter }) => {
      const leads = await listLeads(db, { view: status, limit: limit + 1, ...filter })
      return { isCut: leads.length > limit, leads: leads.slice(0, limit).map(toRow) }
    },
    print: ({ leads }) => [
      {
        rows: leads.map(({ status, answered_at, text, ...lead }) => {
          const isAnswered = answered_at !== null && status !== 'spam'
          return { ...lead, status: isAnswered ? 'answered' : status === 'ok' ? 'new' : status, message: text }
        }),
        columns: ['reference', 'created_at', 'status', 'name', 'email', 'message'],
      },
    ],
    json: async (_, { database: { db } }, { status, ...filter }) =>
      (await findLeads(db, { view: status, ...filter })).map(storedRecord),
    message: ({ leads }) => leads.length === 0 && 'No leads here.',
  }),

  'leads.show': read({
    summary: 'Show a lead, its emails, and its history',
    input: z.object({ reference }),
    run: async (context: Context, { reference }) => {
      const { db } = context.database
      const lead = (await findLead(db, reference)) ?? (await refuseUnknown(context, [reference]))
      const { kind, status, name, email, answered_at, note, project, emails, transcript } = lead
      const call = await findCall(db, reference)
      const isUpcoming = call !== undefined && call.state !== 'cancelled' && call.ends_at > context.now()
      const chat = transcriptLines(readTranscript(transcript))
      return {
        ...{ reference, kind, status, name, email, answered_at, note: note ?? '', text: project, emails, chat },
        ...{ facts: leadFacts(lead), history: historyOf(lead, call), callAt: isUpcoming ? call.starts_at : null },
        zone: studioZone(),
      }
    },
    print: ({ facts, note, text, chat, history }) => [
      facts,
      history.map(({ at, text, email }) => [at === null ? '' : minuteOf(at), `${email?.kind ?? ''} ${text}`.trim()]),
      ...(note === '' ? [] : [`Note: ${note}`]),
      [['Message', text], ...chat],
    ],
    json: async ({ reference }, { database: { db } }) => {
      const lead = await findLead(db, reference)
      return lead && storedRecord(lead)
    },
  }),

  'leads.mark': change({
    summary: 'Mark a lead as spam or not; spam gets no more email, and frees its call’s time',
    confirm: 'Unsent emails about it are deleted, and the time of its call becomes free.',
    isFinal: ({ verdict }) => verdict === 'spam',
    input: z.object({
      reference,
      verdict: z.enum(['spam', 'ham', 'ok', 'suspicious']).meta({ description: 'what it is' }),
    }),
    run: async (context: Context, { reference, verdict }) => {
      const status = verdict === 'ham' ? 'ok' : verdict
      const marked = (await markLeadAndCall(context, reference, status)) ?? (await refuseUnknown(context, [reference]))
      return { reference, status, ...marked }
    },
    message: ({ reference, status, before, droppedEmails, isFreed }) => {
      const change = before === status ? `is already ${status}` : `was ${before}, is now ${status}`
      const deleted = droppedEmails === 0 ? '' : `; deleted ${counted(droppedEmails, 'unsent email')} about it`
      return `${reference} ${change}${deleted}${isFreed ? '; the time of its call is free again' : ''}.`
    },
  }),

  'leads.note': change({
    summary: 'Set a lead’s note; "" removes it',
    confirm: null,
    input: z.object({
      reference,
      note: text(maxNoteLength, { words: true, description: 'in your own words', example: 'wants a quote by Friday' }),
    }),
    run: async (context: Context, { reference, note }) => {
      const lead =
        (await noteLead(context.database, reference, note || null)) ?? (await refuseUnknown(context, [reference]))
      return { before: lead.note ?? '' }
    },
    message: ({ before }, { reference, note }) =>
      `${reference}: ${note === '' ? 'no note' : 'noted'}${before === '' ? '' : `, in place of “${before}”`}.`,
  }),

  'leads.answered': change({
    summary: 'Mark leads as answered',
    confirm: null,
    input: z.object({
      references: z.array(reference).min(1),
      undo: flag('mark them as unanswered instead'),
      at: z.number().optional().meta({ hidden: true }),
    }),
    run: async (context: Context, { references, undo, at = context.now() }) => {
      const result = await answerLeads(context.database, references, undo ? null : at)
      if ('unknown' in result) return await refuseUnknown(context, result.unknown)
      return { leads: result.leads.map((lead) => ({ ...lead, answered_at: undo ? null : (lead.before ?? at) })) }
    },
    message: ({ leads }) =>
      leads.map(({ reference, created_at, answered_at, before }) => {
        if (answered_at === null)
          return `${reference} ${before === null ? 'was already unanswered' : 'is unanswered again'}.`
        const when = before === null ? `after ${since(created_at, answered_at)}` : `already, since ${minuteOf(before)}`
        return `${reference} is answered ${when}.`
      }),
  }),

  'leads.export': exports({
    summary: 'Export all leads',
    input: z.object({}),
    run: async ({ database: { db } }: Context) => ({
      rows: allLeads(db),
      json: recordFields,
      csv: { ...recordFields, transcript: (lead) => transcriptText(readTranscript(lead.transcript)) },
      message: (count) => counted(count, 'lead'),
    }),
  }),
}

function toRow(lead: ListedLead) {
  const { reference, created_at, kind, status, abandoned, answered_at, name, email, project } = lead
  const details = detailsIn(kind).flatMap(([, column]) => lead[column] || [])
  const text = [project.slice(0, snippetCharacters).replaceAll(/\s+/g, ' '), ...details].filter(Boolean).join(' · ')
  return { reference, created_at, kind, status, abandoned, answered_at, name, email, text }
}

function storedRecord(lead: StoredLead) {
  return { ...leadRecord(lead), emails: lead.emails.map(emailRecord) }
}

async function refuseUnknown({ database: { db } }: Context, references: readonly string[]): Promise<never> {
  const leads = await db.selectFrom('leads').select('reference').execute()
  const known = leads.map(({ reference }) => reference)
  throw noSuch('lead', references, known)
}
