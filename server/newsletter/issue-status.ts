import type { InferResult, Kysely } from 'kysely'
import type { IssueEmailState, IssueRow, IssueState, Tables } from '../../migrations/tables.ts'
import { inPages } from '../../platform/db/stored-rows.ts'
import type { EmailPause } from '../../platform/email/pause.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { counted, until } from '../../platform/text/amounts.ts'
import type { Fields } from '../../platform/text/csv.ts'
import { isoTime, minuteOf } from '../../platform/text/time-text.ts'
import { issueMessageId } from './emails.ts'
import { countByState, countEmails, countRetryable, inState } from './issue-store.ts'

/** The sender polls more often than this. */
const silentAfterMs = 30_000

export type IssueStatus = Awaited<ReturnType<typeof readStatus>>

export async function readStatus(db: Kysely<Tables>, issue: IssueRow, now: number) {
  const emails = await countEmails(db, issue.slug)
  const isMoving = issue.state === 'sending'
  const waitMs = Math.max(0, issue.next_at - now)
  return {
    ...issue,
    emails,
    /** Subscribers who left before their turn, or were left out when the issue was canceled. */
    left: Math.max(0, issue.subscribers - emails.all),
    msToGo: isMoving ? waitMs + (Math.max(0, emails.queued - 1) * 60_000) / defaultLimits.emailsPerMinute : undefined,
    isSilent: isMoving && emails.queued > 0 && emails.sending === 0 && now - issue.next_at > silentAfterMs,
    retryable: await countRetryable(db, issue.slug),
    lastDeferral: issue.deferrals === 0 ? null : await lastDeferral(db, issue.slug),
  }
}

async function lastDeferral(db: Kysely<Tables>, issue: string): Promise<string | null> {
  const last = inState(db, issue, 'queued').select('answer').where('due_at', '>', 0).orderBy('due_at', 'desc').limit(1)
  return (await last.executeTakeFirst())?.answer ?? null
}

export async function emailsIn(db: Kysely<Tables>, issue: string, state: IssueEmailState, limit: number) {
  const rows = await selectEmails(db, issue)
    .where('issue_emails.state', '=', state)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(toEmail)
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

/** `at`: null while it waits or is being sent; when it's due if it was deferred. */
function toEmail({ due_at, ...row }: SelectedEmail) {
  return { ...row, at: due_at === 0 || row.state === 'sending' ? null : due_at }
}

export type IssueAtAGlance = Awaited<ReturnType<typeof issuesAtAGlance>>[number]

export async function issuesAtAGlance(db: Kysely<Tables>, doneSince: number) {
  const issues = await db
    .selectFrom('issues')
    .select(['slug', 'subject', 'subscribers', 'state', 'paused_because', 'created_at', 'finished_at'])
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', doneSince)]))
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute()
  return await Promise.all(issues.map(async (issue) => ({ ...issue, emails: await countByState(db, issue.slug) })))
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

export const stateWords = {
  sending: 'going out',
  paused: 'paused',
  done: 'done',
  cancelled: 'canceled',
} satisfies Record<IssueState, string>

/** `going out, 120 a minute, about 7 min to go`. */
export function stateText({ state, msToGo, finished_at }: IssueStatus): string {
  const words = stateWords[state]
  if (msToGo !== undefined) return `${words}, ${defaultLimits.emailsPerMinute} a minute, ${duration(msToGo)} to go`
  return finished_at === null && state !== 'paused' ? `${words}; an email is still being sent` : words
}

export function timeFor(emails: number): string {
  return duration((Math.max(0, emails - 1) * 60_000) / defaultLimits.emailsPerMinute)
}

function duration(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `about ${Math.round(hours)} h` : `about ${Math.round(hours / 24)} days`
}

/** A fact, and the command that changes it. */
export type StatusHint = { text: string; fix?: { label: string; command: string } }

export function statusHints(status: IssueStatus, pause: EmailPause | undefined, now: number): StatusHint[] {
  const { slug, state, paused_because, deferrals, next_at, emails, isSilent, retryable, lastDeferral } = status
  const isOpen = state === 'sending' || state === 'paused'
  const said = lastDeferral === null ? '' : ` (${lastDeferral})`
  const gone = emails.failed - retryable.failed
  const hints: (StatusHint | false)[] = [
    isOpen &&
      pause !== undefined && {
        text: `The outbox is paused: ${pause.because}.`,
        fix: { label: 'To change that', command: 'outbox resume' },
      },
    state === 'paused' && {
      text: `Paused: ${paused_because ?? ''}.`,
      fix: { label: 'To resume', command: `issue resume ${slug}` },
    },
    state === 'sending' &&
      deferrals > 0 &&
      next_at > now && { text: `The mail server defers emails${said}. The next attempt is ${until(next_at, now)}.` },
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
    gone > 0 && {
      text: `${counted(gone, 'failed email')} can’t be sent again: the addresses are dead, or their owners have left.`,
    },
  ]
  return hints.filter((hint) => hint !== false)
}
