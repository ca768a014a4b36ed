import { z } from 'zod'
import type { Db, LeadRow } from '../../migrations/tables.ts'
import {
  change,
  confirmed,
  emailAddress,
  flag,
  limit,
  noSuch,
  optionalText,
  Refusal,
  read,
  text,
  Unconfirmed,
} from '../../platform/actions.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { readStringMap } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import {
  type EmailStatus,
  type EmailView,
  emailViews,
  findEmail,
  findEmailIds,
  findEmails,
  listEmails,
  summarizeOutbox,
} from '../../platform/email/outbox/list.ts'
import { deletePause, readPause, writePause } from '../../platform/email/outbox/pause.ts'
import { deleteEmails, type EmailSelection, retryNow } from '../../platform/email/outbox/retry.ts'
import { explainAnswer, readFailures, reportsDeadAddress } from '../../platform/email/smtp/failures.ts'
import { counted } from '../../platform/text/amounts.ts'
import { durationShort, untilText } from '../../platform/text/durations.ts'
import { formatMinute } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { findOtherAddresses, readLead } from '../leads/store.ts'
import { issueStateLabels, summarizeIssues } from '../newsletter/issues/status.ts'
import { continueIssues, countQueuedIssueEmails } from '../newsletter/issues/store.ts'
import { findSubscriber } from '../newsletter/store.ts'
import { fixAddress } from './fix-address.ts'
import { testAction } from './test-email.ts'

const id = text(250).meta({ description: 'or the start of it', example: '3f2a9c1e' })
const ids = z.array(id).max(100).default([]).meta({ argument: true })
const failed = flag('all that failed permanently')
const waiting = flag('all that are waiting')

const deleteFailed = { text: 'Some failed.', fix: { label: 'To delete them', command: 'outbox delete --failed' } }

export const outboxActions = {
  'outbox.list': read({
    summary: 'List emails: failed, queued, then the newest',
    input: z.object({
      state: z.enum(emailViews).default('all').meta({ description: 'only waiting, failed, or sent emails' }),
      to: emailAddress.optional().meta({ description: 'only emails to this address' }),
      limit,
    }),
    run: async ({ database: { db }, renderEmail, environment, now }: Context, { state, to, limit }) => {
      const subscriber = to === undefined ? undefined : await findSubscriber(db, { email_key: emailKey(to) })
      const person = to === undefined ? undefined : { address: to, recipient: subscriber?.id }
      const emails = await listEmails(db, { view: state, to: person, limit: limit + 1 }, renderEmail)
      const isToOwner = ownerCheck(environment)
      const { emails: unsent, issueEmails, failed, soon } = await readPending(db, now())
      return {
        paused: (await readPause(db)) ?? null,
        pending: unsent + issueEmails,
        /** `waiting`: emails due within a day. Later emails, such as reminders, are normal. */
        counts: { failed, waiting: soon },
        isCut: emails.length > limit,
        emails: emails.slice(0, limit).map((email) => ({ ...email, isToOwner: isToOwner(email) })),
        issues: to === undefined ? await listIssueLines(db, state) : [],
      }
    },
    print: ({ emails, issues }, { now }) => {
      const rows = [
        ...emails.map((email) => ({ ...email, result: resultText(email, now()) })),
        ...issues.map((issue) => ({ ...issue, id: issue.slug, to_address: '', result: issue.words })),
      ]
      return [{ rows, columns: ['id', 'to_address', 'subject', 'state', 'result'] }]
    },
    message: ({ emails, issues }) => emails.length + issues.length === 0 && 'No emails here.',
  }),

  'outbox.show': read({
    summary: 'Show an email and its delivery',
    input: z.object({ id }),
    run: async ({ database: { db }, renderEmail, environment }: Context, { id }) => {
      const email = await findEmail(db, await resolveId(db, id), renderEmail)
      if (email === undefined) throw new Refusal('That email was deleted.')
      const { nameOfEmail } = await import('../emails.ts')
      const lead = email.about === null ? undefined : await readLead(db, email.about)
      return {
        ...email,
        headers: readStringMap(email.headers),
        failures: readFailures(email.failures),
        reason: email.last_error === null ? null : explainAnswer(email.last_error),
        isDeadAddress: email.last_error !== null && reportsDeadAddress(email.last_error),
        isToOwner: ownerCheck(environment)(email),
        kindName: nameOfEmail(email.kind),
        lead: lead ? await describeLead(db, lead) : null,
      }
    },
    print: ({ headers, text, html: _, lead: __, ...email }) => [{ ...email, ...headers }, text],
  }),

  'outbox.retry': change({
    summary: 'Send waiting or failed emails now',
    confirm: 'These emails are sent now.',
    input: z.object({ ids, failed, waiting: waiting.meta({ hidden: true }) }),
    run: async (context: Context, selection) => {
      const emails = await retryNow(context, await selectEmails(context, selection))
      const sent = emails.filter(({ state }) => state === 'sent').length
      const isPaused = (await readPause(context.database.db)) !== undefined
      const left = emails
        .filter(({ state }) => state !== 'sent')
        .map((email) => ({ ...email, result: resultText(email, context.now()) }))
      return { sent, left, isPaused }
    },
    message: ({ sent, left, isPaused }) => {
      if (sent + left.length === 0) return 'There was nothing to send.'
      const waitingText = `${counted(left.length, 'email is waiting', 'emails are waiting')}. The outbox is paused.`
      if (isPaused) return { text: waitingText, fix: { label: 'To send', command: 'outbox resume' } }
      return [
        `${counted(sent, 'email')} sent.`,
        left.slice(0, 20).map((email) => `${email.id} to ${email.to_address}: ${email.state}, ${email.result}`),
        left.length > 20 && `and ${left.length - 20} more`,
        left.some(({ state }) => state === 'failed') && deleteFailed,
      ]
    },
    hasFailed: ({ left, isPaused }) => !isPaused && left.some(({ state }) => state !== 'sending'),
  }),

  'outbox.test': testAction,

  'outbox.fix': change({
    summary: 'Correct the address of a failed email and its lead, then send it',
    confirm: 'The email is sent to this address now. Its lead’s address changes too.',
    input: z.object({ id, to: emailAddress }),
    run: async (context: Context, { id, to }) => {
      const { database, renderEmail } = context
      const email = await findEmail(database.db, await resolveId(database.db, id), renderEmail)
      if (email === undefined) throw new Refusal('That email was deleted.')
      const { reference } = await database.write((tx) => fixAddress(tx, email, to, context))
      const [sent] = await retryNow(context, { ids: [email.id] })
      return { reference, state: sent?.state ?? 'queued', result: sent ? resultText(sent, context.now()) : '' }
    },
    message: ({ reference, state, result }, { to }) =>
      state === 'sent' ? `Sent to ${to}. Replies to ${reference} go there too.` : `${to}: ${state}, ${result}`,
    hasFailed: ({ state }) => state === 'failed',
  }),

  'outbox.delete': change({
    summary: 'Delete unsent emails (leads and subscribers stay)',
    confirm: 'These emails are deleted and never sent. Their leads and subscribers stay.',
    input: z.object({ ids, failed, waiting }),
    run: async (context: Context, selection) => {
      const { database } = context
      const selected = await selectEmails(context, selection)
      return { deleted: (await database.write((tx) => deleteEmails(tx, selected))).length }
    },
    message: ({ deleted }) =>
      deleted === 0 ? 'There was nothing to delete.' : `Deleted ${counted(deleted, 'email')}.`,
  }),

  'outbox.pause': change({
    summary: 'Pause all email until you resume; leads are still stored',
    confirm: null,
    input: z.object({
      reason: optionalText(200, { argument: true, freeText: true, description: 'the reason, shown while it’s paused' }),
    }),
    run: async ({ database, now }: Context, { reason }) => {
      const because = reason || 'no reason given'
      await database.write((tx) => writePause(tx, { because, since: now() }))
      return { because }
    },
    message: ({ because }) => ({
      text: `Paused: ${because}. No emails go out until you resume.`,
      fix: { label: 'To resume', command: 'outbox resume' },
    }),
  }),

  'outbox.resume': change({
    summary: 'Show what would go out, then resume',
    confirm:
      'Queued emails go out when they’re due. If this database is a copy, the original might have sent them since.',
    input: z.object({ confirm: confirmed.meta({ description: 'how many would go out, as this command shows' }) }),
    run: async ({ database, now }: Context, { confirm }) =>
      await database.write(async (tx) => {
        const paused = await readPause(tx)
        if (paused === undefined) return { isResumed: false }
        const pending = await readPending(tx, now())
        const total = pending.emails + pending.issueEmails
        if (confirm === total) {
          await continueIssues(tx, now())
          return { isResumed: await deletePause(tx) }
        }
        const oldest = pending.since === null ? '' : ` (the oldest is from ${durationShort(now() - pending.since)} ago)`
        const issueEmails = counted(pending.issueEmails, 'copy of an issue', 'copies of issues')
        const withIssues = pending.issueEmails === 0 ? '' : ` and ${issueEmails}`
        const reasons = [
          `Paused since ${formatMinute(paused.since)}: ${paused.because}.`,
          `${counted(pending.emails, 'email')}${oldest}${withIssues} would go out.`,
          'If this database is a copy, the original might have sent them since.',
        ].join('\n')
        const fix = { label: 'To send them', command: `outbox resume --confirm ${total}` }
        if (confirm === undefined) throw new Unconfirmed(reasons, fix, { confirm: total })
        throw new Refusal(`${counted(total, 'email')} would go out, not ${confirm}. Nothing changed.\n${reasons}`, fix)
      }),
    message: ({ isResumed }) =>
      isResumed ? 'Resumed. A running site starts sending within a minute.' : 'It isn’t paused.',
  }),
}

/** Whether an email goes to the studio itself. */
function ownerCheck(environment: Context['environment']) {
  const studio = tryRead(readStudio)
  const owner = studio ? emailAddresses(environment, studio).leadsTo.address : environment.leadsTo?.address
  return ({ to_address }: { to_address: string }) => owner !== undefined && emailKey(to_address) === emailKey(owner)
}

async function describeLead(db: Db, lead: LeadRow) {
  const { reference, name, email, status, created_at } = lead
  return { reference, name, email, status, created_at, others: await findOtherAddresses(db, lead) }
}

/** Lists a line per issue instead of a line per email. */
async function listIssueLines(db: Db, view: EmailView) {
  const issues = await summarizeIssues(db, view === 'waiting' ? Number.POSITIVE_INFINITY : 0)
  const lines = issues.map(({ slug, subject, state, created_at, next_at, subscribers, emails }) => {
    const isScheduled = state === 'scheduled'
    const { sent } = emails
    const waiting = isScheduled ? subscribers : emails.queued + emails.sending
    const failed = emails.failed + emails.unknown
    const words = [
      isScheduled && `scheduled for ${formatMinute(next_at)}`,
      !isScheduled && `sent to ${sent.toLocaleString('en')} of ${counted(subscribers, 'subscriber')}`,
      waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
      failed > 0 && `${failed.toLocaleString('en')} failed`,
    ].filter(Boolean)
    const counts = { subscribers, waiting, sent, failed }
    const at = isScheduled ? next_at : created_at
    return { slug, subject, state: issueStateLabels[state], at, ...counts, words: words.join(', ') }
  })
  return lines.filter((line) => view === 'all' || line[view] > 0)
}

async function readPending(db: Db, now: number) {
  const { waiting, later, failed, soon } = await summarizeOutbox(db, now)
  const issueEmails = await countQueuedIssueEmails(db)
  return { emails: waiting.count + later, since: waiting.since, issueEmails, failed, soon }
}

/** @throws Refusal if the selection is ambiguous or some of the emails were sent */
async function selectEmails(
  { database: { db } }: Context,
  selection: { ids: string[]; failed: boolean; waiting: boolean },
) {
  if ([selection.ids.length > 0, selection.failed, selection.waiting].filter(Boolean).length !== 1)
    throw new Refusal('Choose emails: IDs, --failed, or --waiting.')
  if (selection.failed) return { state: 'failed' } satisfies EmailSelection
  if (selection.waiting) return { state: 'queued' } satisfies EmailSelection
  const ids = await Promise.all(selection.ids.map((start) => resolveId(db, start)))
  const emails = await findEmails(db, ids)
  const issue = emails.find(({ batch }) => batch !== null)?.batch
  if (issue != null)
    throw new Refusal('To retry or cancel an issue’s emails, use the issue commands.', {
      label: 'To see what failed',
      command: `issue status ${issue}`,
    })
  const unchangeable = emails.filter(({ state }) => state === 'sent' || state === 'sending')
  if (unchangeable.length === 0) return { ids }
  const problems = unchangeable.map(({ id, state }) => `${id} ${state === 'sent' ? 'was sent' : 'is being sent'}.`)
  throw new Refusal([...problems, 'Nothing changed.'].join('\n'))
}

/** @throws Refusal unless exactly one ID starts with `start` */
async function resolveId(db: Db, start: string): Promise<string> {
  const [id, secondId] = await findEmailIds(db, start)
  if (id === undefined) throw noSuch('email', [start], [])
  if (secondId !== undefined) throw new Refusal(`More than one ID starts with ${start}. Type more of it.`)
  return id
}

function resultText({ state, attempts, due_at, last_error, sent_at, details }: EmailStatus, now: number): string {
  const errorText = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `${durationShort(now - (sent_at ?? now))} ago`
  if (state === 'unknown') return `might have arrived${errorText}`
  if (state === 'failed') return `after ${counted(attempts, 'try', 'tries')}${errorText}`
  if (state === 'sending') return 'just now'
  if (details !== null) return `rate-limited, next try ${untilText(due_at, now)}`
  return attempts === 0 ? untilText(due_at, now) : `tried ${attempts}×, next try ${untilText(due_at, now)}${errorText}`
}
