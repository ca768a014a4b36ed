import { z } from 'zod'
import {
  change,
  exports,
  flag,
  limit,
  noSuch,
  optionalText,
  Refusal,
  read,
  reference,
  text,
} from '../../platform/actions.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { readPause } from '../../platform/email/outbox/pause.ts'
import { counted } from '../../platform/text/amounts.ts'
import { quoted } from '../../platform/text/clean-text.ts'
import { durationShort } from '../../platform/text/durations.ts'
import { formatMinute } from '../../platform/text/time-text.ts'
import { setLeadStatus } from '../calls/change-call.ts'
import { historyOf, type LeadEvent } from '../calls/lead-history.ts'
import { findCall, findCallsOf } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { subscriberStateLabels } from '../newsletter/list-subscribers.ts'
import { findSubscriber } from '../newsletter/store.ts'
import { sourceOfLead } from '../visits/source.ts'
import { countLeads, findLeads, leadViews, listedKinds, listLeads, toRows } from './find-leads.ts'
import { emailRecord, leadCircumstances, leadRecord, projectFacts, recordFields } from './lead-record.ts'
import { answerLeads, maxNoteLength, noteLead } from './mark-lead.ts'
import { maxReplyLength, queueReply, replyHelp, undoReply } from './replies.ts'
import { allLeads, findLead, findLeadsOf, type StoredLead } from './store.ts'
import { readTranscript, transcriptLines, transcriptText } from './transcript.ts'
import { isLead, readDueTimes, waitsForReply } from './waiting.ts'

export const leadActions = {
  'leads.list': read({
    summary: 'List leads: waiting for a reply oldest first, others newest first',
    input: z.object({
      search: optionalText(200, { description: 'only leads with all of these words' }),
      status: z.enum(leadViews).default('all').meta({ description: 'only those with this status' }),
      kind: z.enum(listedKinds).optional().meta({ description: 'only those of this kind' }),
      limit,
    }),
    run: async ({ database: { db } }: Context, { status, limit, ...filter }) => {
      const leads = await listLeads(db, { view: status, limit: limit + 1, ...filter })
      return { isCut: leads.length > limit, leads: toRows(leads.slice(0, limit)), counts: await countLeads(db) }
    },
    print: ({ leads }) => [
      {
        rows: leads.map((lead) => ({ ...lead, status: statusOf(lead), message: lead.text })),
        columns: ['reference', 'created_at', 'status', 'name', 'email', 'message'],
      },
    ],
    json: async (_, { database: { db } }, { status, ...filter }) =>
      (await findLeads(db, { view: status, ...filter })).map(storedRecord),
    message: ({ leads }) => leads.length === 0 && 'No leads here.',
  }),

  'leads.show': read({
    summary: 'Show a lead and its timeline',
    input: z.object({ reference }),
    run: async (context: Context, { reference }) => {
      const { db } = context.database
      const lead = (await findLead(db, reference)) ?? (await refuseUnknown(context, [reference]))
      const { kind, status, name, email, created_at, answered_at, note, project, emails } = lead
      const call = await findCall(db, reference)
      const isUpcoming = call !== undefined && call.state !== 'cancelled' && call.ends_at > context.now()
      const waits = await isLead(db, reference, waitsForReply)
      const dueAt = waits ? readDueTimes()(lead) : null
      const reply = emails.filter(({ kind }) => kind === 'reply').toSorted((a, b) => b.created_at - a.created_at)[0]
      const failedReply = reply?.state === 'failed' && waits ? { id: reply.id, answer: reply.last_error } : null
      return {
        reference,
        kind,
        status,
        name,
        email,
        created_at,
        answered_at,
        note: note ?? '',
        maxNoteLength,
        text: project,
        waits,
        dueAt,
        failedReply,
        /** Whether marking the lead as spam frees its call's time or deletes emails. */
        isSpamFinal: isUpcoming || emails.some(({ state }) => state === 'queued' || state === 'failed'),
        chat: readTranscript(lead.transcript),
        project: projectFacts(lead),
        person: await readPerson(context, lead),
        technical: leadCircumstances(lead),
        history: historyOf(lead, call, dueAt),
        reply: replyHelp(name, context.environment.siteUrl),
      }
    },
    print: ({ name, email, project, technical, text, chat, history }, { now }) => [
      [...Object.entries({ Name: name, Email: email }).filter(([, value]) => value), ...project, ...technical],
      history
        .filter(({ at }) => at === null || at <= now())
        .map((event) => [event.at === null ? '' : formatMinute(event.at), eventText(event)]),
      [['Message', text], ...transcriptLines(chat)],
    ],
    json: async ({ reference }, { database: { db } }) => {
      const lead = await findLead(db, reference)
      return lead && storedRecord(lead)
    },
  }),

  'leads.mark': change({
    summary: 'Mark a lead as spam or not (spam gets no more email, and its call’s time becomes free)',
    confirm: 'Unsent emails about it are deleted, and the time of its call becomes free.',
    isFinal: ({ verdict }) => verdict === 'spam',
    input: z.object({
      reference,
      verdict: z.enum(['spam', 'ham', 'ok', 'suspicious']).meta({ description: 'what it is' }),
    }),
    run: async (context: Context, { reference, verdict }) => {
      const status = verdict === 'ham' ? 'ok' : verdict
      const marked = (await setLeadStatus(context, reference, status)) ?? (await refuseUnknown(context, [reference]))
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
      note: text(maxNoteLength, {
        freeText: true,
        description: 'in your own words',
        example: 'wants a quote by Friday',
      }),
    }),
    run: async (context: Context, { reference, note }) => {
      const change = note === '' ? { note: null, noted_at: null } : { note, noted_at: context.now() }
      const lead = (await noteLead(context.database, reference, change)) ?? (await refuseUnknown(context, [reference]))
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
        const when =
          before === null
            ? `after ${durationShort(answered_at - created_at)}`
            : `already, since ${formatMinute(before)}`
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

  'leads.reply': change({
    summary: 'Reply to a lead by email, and mark it as answered',
    // Only the terminal asks. The desk offers Undo instead.
    confirm: 'The reply is emailed to the person who wrote, with their message quoted below.',
    input: z.object({
      reference,
      text: text(maxReplyLength, { freeText: true, description: 'your reply', example: 'Hi Ada, next week works.' }),
    }),
    run: async (context: Context, { reference, text }) => {
      if (text === '') throw new Refusal('Write a reply first.')
      const { database, environment, now } = context
      const { from } = emailAddresses(environment, siteContent().studio)
      const reply = await database.write((tx) => queueReply(tx, { reference, text, from }, now()))
      if (reply === undefined) return await refuseUnknown(context, [reference])
      context.notifyOutbox()
      return { ...reply, isPaused: (await readPause(database.db)) !== undefined }
    },
    message: ({ to, isPaused }) =>
      isPaused
        ? {
            text: `Your reply to ${to} is queued. The outbox is paused.`,
            fix: { label: 'To resume', command: 'outbox resume' },
          }
        : `Your reply to ${to} goes out in 10 seconds.`,
  }),

  'leads.unreply': change({
    summary: 'Delete a reply that hasn’t left yet',
    confirm: null,
    command: null,
    input: z.object({ reference, id: z.uuid(), answeredAt: z.number().nullable() }),
    run: async ({ database }: Context, { reference, id, answeredAt }) => {
      await database.write((tx) => undoReply(tx, { reference, id, answered_at: answeredAt }))
      return {}
    },
  }),
}

function statusOf({ status, waits, answered_at }: ReturnType<typeof toRows>[number]) {
  if (status === 'spam' || (status === 'suspicious' && answered_at === null)) return status
  if (waits) return 'new'
  return answered_at === null ? 'call' : 'answered'
}

/** Reads other data about the person who sent the lead. */
async function readPerson({ database: { db }, environment }: Context, lead: StoredLead) {
  const { reference, email_key, created_at } = lead
  const calls = await findCallsOf(db, email_key)
  const leads = await findLeadsOf(db, email_key)
  const subscriber = await findSubscriber(db, { email_key })
  return {
    zone: calls[0]?.zone ?? null,
    cameFrom: sourceOfLead(lead, environment.siteUrl),
    subscription: subscriber ? subscriberStateLabels[subscriber.state] : null,
    calls: calls.map(({ id, starts_at, state }) => ({ id, starts_at, state })),
    earlier: leads
      .filter((lead) => lead.created_at <= created_at && lead.reference !== reference)
      .map((lead) => ({ reference: lead.reference, created_at: lead.created_at })),
  }
}

function eventText({ text, moment, quote }: LeadEvent): string {
  const line = moment === undefined ? text : `${text} ${formatMinute(moment)}`
  return quote === undefined ? line : `${line}\n${quoted(quote)}`
}

function storedRecord(lead: StoredLead) {
  return { ...leadRecord(lead), emails: lead.emails.map(emailRecord) }
}

async function refuseUnknown({ database: { db } }: Context, references: readonly string[]): Promise<never> {
  const leads = await db.selectFrom('leads').select('reference').execute()
  const known = leads.map(({ reference }) => reference)
  throw noSuch('lead', references, known)
}
