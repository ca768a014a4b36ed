import type { InferResult } from 'kysely'
import type { Db, EmailState, IssueRow, IssueState } from '../../../migrations/tables.ts'
import { type Hint, Refusal } from '../../../platform/actions.ts'
import { rowsInPages } from '../../../platform/db/stored-rows.ts'
import { messageIdOf } from '../../../platform/email/address.ts'
import { inBatch, inBatchWithState } from '../../../platform/email/outbox/batches.ts'
import { countEmails, type EmailCounts } from '../../../platform/email/outbox/list.ts'
import { readPause } from '../../../platform/email/outbox/pause.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { counted, durationText, until } from '../../../platform/text/amounts.ts'
import type { Fields } from '../../../platform/text/csv.ts'
import { isoTime, minuteMs, minuteOf } from '../../../platform/text/time-text.ts'
import type { Context } from '../../context.ts'
import type { RenderedIssue } from '../links.ts'
import { findSendProblems, type IssueSource, noSubscribers } from './issue.ts'
import { countConfirmed, countQueuedIssueEmails, listIssues, retryable, retryableStates } from './store.ts'

export const issueStateLabels = {
  scheduled: 'scheduled',
  sending: 'going out',
  paused: 'paused',
  done: 'done',
  cancelled: 'canceled',
} satisfies Record<IssueState, string>

export type IssueSummary = Awaited<ReturnType<typeof summarizeIssues>>[number]

/** Unfinished issues, and those that finished since a time, newest first. */
export async function summarizeIssues(db: Db, doneSince: number) {
  const issues = (await listIssues(db)).filter(({ finished_at }) => finished_at === null || finished_at >= doneSince)
  return await Promise.all(
    issues.map(async ({ name, address, database_id, ...issue }) => {
      return { ...issue, emails: await countEmails(db, inBatch(issue.slug)) }
    }),
  )
}

/** Maximum number of undelivered emails to show of each state. The log has all of them. */
const maxUndelivered = 500

export async function readStatus(context: Context, issue: IssueRow) {
  const { db } = context.database
  const { slug, state, created_at, next_at, finished_at, subscribers } = issue
  const emails = await countEmails(db, inBatch(slug))
  const retryableCounts = await countEmails(db, retryable(db, slug, { states: retryableStates }))
  const unknown = await listEmails(db, slug, 'unknown')
  const failed = await listEmails(db, slug, 'failed')
  return {
    state,
    summary: progressText(issue, emails.queued, context.now()),
    created_at,
    next_at,
    finished_at,
    remainingMs: sendingMs(emails.queued),
    subscribers,
    emails,
    /** Subscribers who left before their turn, or were left out when the issue was canceled. */
    skipped: emails.all === 0 ? 0 : subscribers - emails.all,
    retryable: { failed: retryableCounts.failed, unknown: retryableCounts.unknown },
    undelivered: [...unknown, ...failed],
    hints: await listHints(context, issue, emails, retryableCounts),
  }
}

async function listEmails(db: Db, issue: string, state: EmailState) {
  const emails = selectEmails(db).where(inBatchWithState(issue, state))
  const rows = await emails.orderBy('due_at').limit(maxUndelivered).execute()
  return rows.map(({ email, state, answer }) => ({ email, state, answer }))
}

/** `going out, 120 a minute, about 7 minutes to go`. */
function progressText({ state, next_at, finished_at }: IssueRow, queued: number, now: number): string {
  const stateName = issueStateLabels[state]
  if (state === 'scheduled') return `${stateName} for ${minuteOf(next_at)}`
  if (state === 'sending') {
    const ms = Math.max(0, next_at - now) + sendingMs(queued)
    return `${stateName}, ${defaultLimits.emailsPerMinute} a minute, ${durationText(ms)} to go`
  }
  if (state === 'paused' || finished_at) return stateName
  return `${stateName}; an email is still being sent`
}

export function sendingMs(emails: number): number {
  return (Math.max(0, emails - 1) * minuteMs) / defaultLimits.emailsPerMinute
}

/** A running sender polls more often than this. */
const silentAfterMs = 30_000

async function listHints(
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
    hints.push({ text: `No email has gone out since ${minuteOf(next_at)}. Is the site running (npm start)?` })
  if (retryableCounts.unknown > 0) {
    const text =
      'Emails marked unknown were being sent when the connection dropped or the server stopped. They might have arrived.'
    hints.push({ text, fix: { label: 'To send them again', command: `issue retry ${slug} --unknown` } })
  }
  if (retryableCounts.failed > 0) {
    const fix = { label: 'To send them again', command: `issue retry ${slug} --failed` }
    hints.push({ text: `You can resend ${counted(retryableCounts.failed, 'failed email')}.`, fix })
  }
  const final = emails.failed - retryableCounts.failed
  if (final > 0) {
    const text = `You can’t resend ${counted(final, 'failed email')}. The address doesn’t exist, or its owner has unsubscribed.`
    hints.push({ text })
  }
  return hints
}

async function lastDeferral(db: Db, issue: string): Promise<string> {
  const deferred = db
    .selectFrom('outbox')
    .select('last_error')
    .where(inBatchWithState(issue, 'queued'))
    .where('due_at', '>', 0)
  return (await deferred.orderBy('due_at', 'desc').limit(1).executeTakeFirst())?.last_error ?? ''
}

/** What sending an issue would do. */
export async function readDryRun(context: Context, source: IssueSource, scheduled: IssueRow | undefined) {
  const { db } = context.database
  const subscribers = await countConfirmed(db)
  return {
    subscribers,
    durationMs: sendingMs(subscribers),
    /** Time until all issues being sent are out. They share one rate limit. */
    waitMs: sendingMs(await countQueuedIssueEmails(db)),
    checks: await checkIssue(context, source, { subscribers, scheduled }),
  }
}

/** `wrong` prevents sending, `unsure` needs the owner's confirmation. */
type Check = { state: 'ok' | 'note' | 'unsure' | 'wrong'; text: string }

/** Many desktop inboxes truncate longer subjects. */
const visibleSubjectLength = 70

type Recipients = { subscribers: number; scheduled: IssueRow | undefined }

/** Lists what the owner should know before sending an issue, blockers first. Makes no requests. */
async function checkIssue(context: Context, source: IssueSource, { subscribers, scheduled }: Recipients) {
  const { renderIssue } = await import('./render-issue.tsx')
  const problems = await findSendProblems(context, source)
  const checks = problems.map(({ why, isConfirmable }) => checkOf(isConfirmable ? 'unsure' : 'wrong', why))
  if (subscribers === 0) checks.push(checkOf('wrong', noSubscribers))
  try {
    const rendered = renderIssue(source.article, source.site, source.header)
    if (scheduled && scheduled.html !== rendered.html) {
      const changed = 'The article has changed since you scheduled this. To send it as it is now, change the time.'
      checks.push(checkOf('note', changed))
    }
    checks.push(countLinks(rendered, source))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    checks.push(checkOf('wrong', error.message))
  }
  checks.push(checkUnsubscribe(source.site), checkSubject(source.header))
  if (context.environment.smtpUrl === undefined) checks.push(checkOf('note', `${context.mailer.description}.`))
  return checks.toSorted((a, b) => Number(b.state === 'wrong') - Number(a.state === 'wrong'))
}

function checkOf(state: Check['state'], text: string): Check {
  return { state, text }
}

function countLinks({ html }: RenderedIssue, { site: { siteUrl } }: IssueSource): Check {
  const links = [...html.matchAll(/<a [^>]*?href="(https?:[^"]+)"/g)].map(([, href = '']) => href)
  const external = links.filter((href) => new URL(href).origin !== new URL(siteUrl).origin).length
  const all = counted(links.length, 'link')
  if (external === 0) return checkOf('ok', all)
  return checkOf('ok', `${all}, ${external} to ${external === 1 ? 'another site' : 'other sites'}`)
}

function checkUnsubscribe({ siteUrl }: IssueSource['site']): Check {
  return siteUrl.startsWith('https:')
    ? checkOf('ok', 'Unsubscribe works with one click')
    : checkOf('note', `SITE_URL is ${siteUrl}. Email apps only show an unsubscribe button with https.`)
}

function checkSubject({ subject }: IssueSource['header']): Check {
  const count = [...subject].length
  return count <= visibleSubjectLength
    ? checkOf('ok', `Subject fits: ${counted(count, 'character')}`)
    : checkOf('note', `Subject has ${count} characters. Many email apps truncate it after ${visibleSubjectLength}.`)
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

export function logFields(issue: IssueRow) {
  return {
    email: (email) => email.email,
    state: (email) => email.state,
    // Empty until the first attempt and while it's being sent. A deferred email has its next due time.
    at: ({ state, due_at }) => isoTime(due_at === 0 || state === 'sending' ? null : due_at),
    attempts: (email) => email.attempts,
    answer: (email) => email.answer,
    messageId: (email) => messageIdOf(email.id, issue.from_address),
  } satisfies Fields<IssueEmail>
}
