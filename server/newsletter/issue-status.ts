import type { InferResult } from 'kysely'
import type { Db, EmailState, IssueRow, IssueState } from '../../migrations/tables.ts'
import type { Hint } from '../../platform/actions.ts'
import { rowsInPages } from '../../platform/db/stored-rows.ts'
import { countEmails, type EmailCounts, inState, ofBatch } from '../../platform/email/batches.ts'
import { messageIdOf } from '../../platform/email/address.ts'
import { readPause } from '../../platform/email/outbox/pause.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { counted, durationText, until } from '../../platform/text/amounts.ts'
import type { Fields } from '../../platform/text/csv.ts'
import { isoTime, minuteMs, minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { listIssues, retryable, retryableStates } from './issue-store.ts'

/** Failed and unknown emails to show; the log has all of them. */
const maxWrong = 500

export async function readStatus(context: Context, issue: IssueRow) {
  const { db } = context.database
  const { slug, state, created_at, next_at, finished_at, subscribers } = issue
  const emails = await countEmails(db, ofBatch(slug))
  const retryableCounts = await countEmails(db, retryable(db, slug, { states: retryableStates }))
  const wrong = await Promise.all((['unknown', 'failed'] as const).map((emailState) => emailsIn(db, slug, emailState)))
  return {
    ...{ state, created_at, next_at, finished_at, subscribers, emails },
    retryable: { failed: retryableCounts.failed, unknown: retryableCounts.unknown },
    words: stateText(issue, emails.queued, context.now()),
    leftMs: sendingMs(emails.queued),
    /** Subscribers who left before their turn, or were left out when the issue was canceled. */
    left: emails.all === 0 ? 0 : subscribers - emails.all,
    hints: await hintsOf(context, issue, emails, retryableCounts),
    wrong: wrong.flat(),
  }
}

async function emailsIn(db: Db, issue: string, state: EmailState) {
  const inThisState = selectEmails(db).where(inState(issue, state))
  const rows = await inThisState.orderBy('due_at').limit(maxWrong).execute()
  return rows.map(({ email, state, answer }) => ({ email, state, answer }))
}

/** `going out, 120 a minute, about 7 minutes to go`. */
function stateText({ state, next_at, finished_at }: IssueRow, queued: number, now: number): string {
  const stateName = stateWords[state]
  if (state === 'scheduled') return `${stateName} for ${minuteOf(next_at)}`
  if (state !== 'sending')
    return finished_at || state === 'paused' ? stateName : `${stateName}; an email is still being sent`
  const ms = Math.max(0, next_at - now) + sendingMs(queued)
  return `${stateName}, ${defaultLimits.emailsPerMinute} a minute, ${durationText(ms)} to go`
}

export function sendingMs(emails: number): number {
  return (Math.max(0, emails - 1) * minuteMs) / defaultLimits.emailsPerMinute
}

/** A running sender polls more often than this. */
const silentAfterMs = 30_000

async function hintsOf(
  { database: { db }, now }: Context,
  { slug, state, paused_because, deferrals, next_at }: IssueRow,
  emails: EmailCounts,
  retryableCounts: EmailCounts,
): Promise<Hint[]> {
  const hints: Hint[] = []
  const pause = await readPause(db)
  const isSending = state === 'sending'
  if (pause !== undefined && (isSending || state === 'paused')) {
    const fix = { label: 'To resume', command: 'outbox resume' }
    hints.push({ text: `The outbox is paused: ${pause.because}.`, fix })
  }
  if (state === 'paused') {
    const fix = { label: 'To resume', command: `issue resume ${slug}` }
    hints.push({ text: `Paused: ${paused_because ?? ''}.`, fix })
  }
  if (isSending && deferrals > 0 && next_at > now()) {
    const answer = await lastDeferral(db, slug)
    const next = until(next_at, now())
    hints.push({ text: `The mail server is deferring emails${answer && ` (${answer})`}. The next attempt is ${next}.` })
  }
  const isSilent = isSending && emails.queued > 0 && emails.sending === 0 && now() - next_at > silentAfterMs
  if (isSilent && pause === undefined)
    hints.push({ text: `Nothing has been sent since ${minuteOf(next_at)}: is the site running (npm start)?` })
  if (retryableCounts.unknown > 0) {
    const text =
      'Emails marked unknown were being sent when the connection dropped or the program stopped. They may have arrived.'
    hints.push({ text, fix: { label: 'To send them again', command: `issue retry ${slug} --unknown` } })
  }
  if (retryableCounts.failed > 0) {
    const fix = { label: 'To send them again', command: `issue retry ${slug} --failed` }
    hints.push({ text: `${counted(retryableCounts.failed, 'failed email')} can be sent again.`, fix })
  }
  const unretryable = counted(emails.failed - retryableCounts.failed, 'failed email')
  if (emails.failed > retryableCounts.failed)
    hints.push({
      text: `${unretryable} can’t be sent again: the address doesn’t exist, or its owner has unsubscribed.`,
    })
  return hints
}

async function lastDeferral(db: Db, issue: string): Promise<string> {
  const deferred = db.selectFrom('outbox').select('last_error').where(inState(issue, 'queued')).where('due_at', '>', 0)
  return (await deferred.orderBy('due_at', 'desc').limit(1).executeTakeFirst())?.last_error ?? ''
}

const pageSize = 1_000

export function allEmails(db: Db, issue: string): AsyncGenerator<IssueEmail> {
  return rowsInPages<IssueEmail>(pageSize, (last) =>
    selectEmails(db)
      .where('batch', '=', issue)
      .where('outbox.id', '>', last?.id ?? '')
      .orderBy('outbox.id')
      .limit(pageSize)
      .execute(),
  )
}

type IssueEmail = InferResult<ReturnType<typeof selectEmails>>[number]

function selectEmails(db: Db) {
  return db
    .selectFrom('outbox')
    .leftJoin('subscribers', 'subscribers.id', 'recipient')
    .select(['outbox.id', 'email', 'outbox.state', 'attempts', 'due_at', 'last_error as answer'])
}

export type IssueSummary = Awaited<ReturnType<typeof summarizeIssues>>[number]

export async function summarizeIssues(db: Db, doneSince: number) {
  const issues = (await listIssues(db)).filter(({ finished_at }) => finished_at === null || finished_at >= doneSince)
  return await Promise.all(
    issues.map(async ({ name, address, database_id, ...issue }) => {
      return { ...issue, emails: await countEmails(db, ofBatch(issue.slug)) }
    }),
  )
}

export function logFields(issue: IssueRow) {
  return {
    email: (email) => email.email,
    state: (email) => email.state,
    // Nothing has happened yet while it's queued for the first time or being sent. If it was deferred, when it's due.
    at: ({ state, due_at }) => isoTime(due_at === 0 || state === 'sending' ? null : due_at),
    attempts: (email) => email.attempts,
    answer: (email) => email.answer,
    messageId: (email) => messageIdOf(email.id, issue.from_address),
  } satisfies Fields<IssueEmail>
}

export const stateWords = {
  scheduled: 'scheduled',
  sending: 'going out',
  paused: 'paused',
  done: 'done',
  cancelled: 'canceled',
} satisfies Record<IssueState, string>
