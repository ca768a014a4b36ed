import type { InferResult, Kysely } from 'kysely'
import type { EmailState, IssueRow, IssueState, Tables } from '../../migrations/tables.ts'
import { inPages } from '../../platform/db/stored-rows.ts'
import { readPause } from '../../platform/email/pause.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { counted, until } from '../../platform/text/amounts.ts'
import type { Fields } from '../../platform/text/csv.ts'
import { isoTime, minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { countEmails, countRetryable, inState, listIssues, retryableStates } from './issue-store.ts'
import { issueMessageId } from './links.ts'

/** Failed and unknown emails to show; the log has all of them. */
const maxWrong = 500

export async function readStatus(context: Context, issue: IssueRow) {
  const { db } = context.database
  const { slug, state, paused_because, created_at, finished_at, subscribers } = issue
  const emails = await countEmails(db, slug)
  const retryable = await countRetryable(db, slug, { states: retryableStates })
  const wrong = await Promise.all((['unknown', 'failed'] as const).map((each) => emailsIn(db, slug, each)))
  return {
    ...{ state, created_at, finished_at, subscribers, emails, retryable },
    words: stateText(issue, emails.queued, context.now()),
    /** Subscribers who left before their turn, or were left out when the issue was canceled. */
    left: Math.max(0, subscribers - emails.all),
    /** Set if the program paused it; the owner should know why before resuming. */
    stoppedBecause: state === 'paused' && paused_because !== pausedByOwner ? paused_because : null,
    hints: await hintsOf(context, issue, { emails, retryable }),
    wrong: wrong.flat(),
  }
}

async function emailsIn(db: Kysely<Tables>, issue: string, state: EmailState) {
  const rows = await selectEmails(db, issue)
    .where('issue_emails.state', '=', state)
    .orderBy('due_at')
    .limit(maxWrong)
    .execute()
  return rows.map(({ email, state, answer }) => ({ email, state, answer }))
}

/** `going out, 120 a minute, about 7 min to go`. */
function stateText({ state, next_at, finished_at }: IssueRow, queued: number, now: number): string {
  const words = stateWords[state]
  if (state !== 'sending') return finished_at || state === 'paused' ? words : `${words}; an email is still being sent`
  const ms = Math.max(0, next_at - now) + msFor(queued)
  return `${words}, ${defaultLimits.emailsPerMinute} a minute, ${duration(ms)} to go`
}

export function timeFor(emails: number): string {
  return duration(msFor(emails))
}

function msFor(emails: number): number {
  return (Math.max(0, emails - 1) * 60_000) / defaultLimits.emailsPerMinute
}

function duration(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `about ${Math.round(hours)} h` : `about ${Math.round(hours / 24)} days`
}

/** A fact, and the command that changes it. */
type StatusHint = { text: string; fix?: { label: string; command: string } }
type Counts = { emails: Record<EmailState, number>; retryable: { failed: number; unknown: number } }

/** A running sender polls more often than this. */
const silentAfterMs = 30_000

async function hintsOf({ database: { db }, now }: Context, issue: IssueRow, { emails, retryable }: Counts) {
  const { slug, state, paused_because, deferrals, next_at } = issue
  const pause = await readPause(db)
  const isMoving = state === 'sending'
  const isSilent = isMoving && emails.queued > 0 && emails.sending === 0 && now() - next_at > silentAfterMs
  const deferral = deferrals === 0 ? '' : await lastDeferral(db, slug)
  const unretryable = emails.failed - retryable.failed
  const hints: (StatusHint | false)[] = [
    (isMoving || state === 'paused') &&
      pause !== undefined && {
        text: `The outbox is paused: ${pause.because}.`,
        fix: { label: 'To resume', command: 'outbox resume' },
      },
    state === 'paused' && {
      text: `Paused: ${paused_because ?? ''}.`,
      fix: { label: 'To resume', command: `issue resume ${slug}` },
    },
    isMoving &&
      deferrals > 0 &&
      next_at > now() && {
        text: `The mail server is deferring emails${deferral && ` (${deferral})`}. The next attempt is ${until(next_at, now())}.`,
      },
    isSilent &&
      pause === undefined && {
        text: `Nothing has moved since ${minuteOf(next_at)}: is the site running (npm start)?`,
      },
    retryable.unknown > 0 && {
      text: 'Unknown emails were being sent when the connection or the program ended. They may have arrived.',
      fix: { label: 'To send them again', command: `issue retry ${slug} --unknown` },
    },
    retryable.failed > 0 && {
      text: `${counted(retryable.failed, 'failed email')} can be sent again.`,
      fix: { label: 'To send them again', command: `issue retry ${slug} --failed` },
    },
    unretryable > 0 && {
      text: `${counted(unretryable, 'failed email')} can’t be sent again: the addresses don’t exist, or their owners have unsubscribed.`,
    },
  ]
  return hints.filter((hint) => hint !== false)
}

async function lastDeferral(db: Kysely<Tables>, issue: string): Promise<string> {
  const last = inState(db, issue, 'queued').select('answer').where('due_at', '>', 0).orderBy('due_at', 'desc').limit(1)
  return (await last.executeTakeFirst())?.answer ?? ''
}

const pageSize = 1_000

export async function* allEmails(db: Kysely<Tables>, issue: string): AsyncGenerator<IssueEmail> {
  const pages = inPages<SelectedEmail>(pageSize, (last) =>
    selectEmails(db, issue)
      .where('subscriber_id', '>', last?.subscriberId ?? '')
      .orderBy('subscriber_id')
      .limit(pageSize)
      .execute(),
  )
  for await (const page of pages) yield* page.map(toEmail)
}

type SelectedEmail = InferResult<ReturnType<typeof selectEmails>>[number]

function selectEmails(db: Kysely<Tables>, issue: string) {
  return db
    .selectFrom('issue_emails')
    .leftJoin('subscribers', 'subscribers.id', 'issue_emails.subscriber_id')
    .select(['subscriber_id as subscriberId', 'email', 'issue_emails.state as state', 'attempts', 'due_at', 'answer'])
    .where('issue', '=', issue)
}

type IssueEmail = ReturnType<typeof toEmail>

/** `at`: null while it's queued or being sent; if it was deferred, when it's due. */
function toEmail({ due_at, ...row }: SelectedEmail) {
  return { ...row, at: due_at === 0 || row.state === 'sending' ? null : due_at }
}

export type IssueSummary = Awaited<ReturnType<typeof summarizeIssues>>[number]

export async function summarizeIssues(db: Kysely<Tables>, doneSince: number) {
  const issues = (await listIssues(db)).filter(({ finished_at }) => finished_at === null || finished_at >= doneSince)
  return await Promise.all(
    issues.map(async ({ name, address, database_id, ...issue }) => {
      const emails: Partial<Record<EmailState, number>> = await countEmails(db, issue.slug)
      return { ...issue, emails }
    }),
  )
}

export function logFields(issue: IssueRow) {
  return {
    email: (email) => email.email,
    state: (email) => email.state,
    at: (email) => isoTime(email.at),
    attempts: (email) => email.attempts,
    answer: (email) => email.answer,
    messageId: (email) => issueMessageId(issue, email.subscriberId),
  } satisfies Fields<IssueEmail>
}

export const pausedByOwner = 'you have paused it'

export const stateWords = {
  sending: 'going out',
  paused: 'paused',
  done: 'done',
  cancelled: 'canceled',
} satisfies Record<IssueState, string>
