import type { InferResult, Kysely } from 'kysely'
import type { IssueMailState, IssueRow, Tables } from '../../../migrations/tables.ts'
import { inPages } from '../../../platform/db/stored-rows.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import type { Fields } from '../../../platform/text/csv.ts'
import { isoTime } from '../../../platform/text/time-text.ts'
import { countByState, countMails, countRetryable, inState } from './issue-mail.repository.ts'
import { issueMessageId } from './issue-mail.ts'

/** The sender polls more often than this. */
const silentAfterMs = 30_000

export type IssueStatus = Awaited<ReturnType<typeof readStatus>>

export async function readStatus(db: Kysely<Tables>, issue: IssueRow, now: number) {
  const mails = await countMails(db, issue.slug)
  const isMoving = issue.state === 'sending'
  const waitMs = Math.max(0, issue.next_at - now)
  return {
    ...issue,
    mails,
    /** Who left before their turn; of a cancelled issue, all who were left out. */
    left: Math.max(0, issue.readers - mails.all),
    msToGo: isMoving ? waitMs + (Math.max(0, mails.queued - 1) * 60_000) / defaultLimits.mailsPerMinute : undefined,
    isSilent: isMoving && mails.queued > 0 && mails.sending === 0 && now - issue.next_at > silentAfterMs,
    retryable: await countRetryable(db, issue.slug),
    lastDeferral: issue.deferrals === 0 ? null : await lastDeferral(db, issue.slug),
  }
}

async function lastDeferral(db: Kysely<Tables>, issue: string): Promise<string | null> {
  const last = inState(db, issue, 'queued').select('answer').where('due_at', '>', 0).orderBy('due_at', 'desc').limit(1)
  return (await last.executeTakeFirst())?.answer ?? null
}

export async function mailsIn(db: Kysely<Tables>, issue: string, state: IssueMailState, limit: number) {
  const rows = await selectMails(db, issue)
    .where('issue_mails.state', '=', state)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(toMail)
}

const pageSize = 1_000

export async function* allMails(db: Kysely<Tables>, issue: string): AsyncGenerator<IssueMail> {
  const pages = inPages<SelectedMail>(pageSize, (last) =>
    selectMails(db, issue)
      .where('subscriber_id', '>', last?.subscriberId ?? '')
      .orderBy('subscriber_id')
      .limit(pageSize)
      .execute(),
  )
  for await (const page of pages) yield* page.map(toMail)
}

type SelectedMail = InferResult<ReturnType<typeof selectMails>>[number]

function selectMails(db: Kysely<Tables>, issue: string) {
  return db
    .selectFrom('issue_mails')
    .leftJoin('subscribers', 'subscribers.id', 'issue_mails.subscriber_id')
    .select(['subscriber_id as subscriberId', 'email', 'issue_mails.state as state', 'attempts', 'due_at', 'answer'])
    .where('issue', '=', issue)
}

type IssueMail = ReturnType<typeof toMail>

/** `at`: null before its turn and while it is under way; of one that was put off, when it is due. */
function toMail({ due_at, ...row }: SelectedMail) {
  return { ...row, at: due_at === 0 || row.state === 'sending' ? null : due_at }
}

export type IssueAtAGlance = Awaited<ReturnType<typeof issuesAtAGlance>>[number]

export async function issuesAtAGlance(db: Kysely<Tables>, doneSince: number) {
  const issues = await db
    .selectFrom('issues')
    .select(['slug', 'subject', 'readers', 'state', 'paused_because', 'created_at', 'finished_at'])
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', doneSince)]))
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute()
  return await Promise.all(issues.map(async (issue) => ({ ...issue, mails: await countByState(db, issue.slug) })))
}

export function logFields(issue: IssueRow) {
  return {
    email: (mail) => mail.email,
    state: (mail) => mail.state,
    at: (mail) => isoTime(mail.at),
    attempts: (mail) => mail.attempts,
    answer: (mail) => mail.answer,
    messageId: (mail) => issueMessageId(issue, mail.subscriberId),
  } satisfies Fields<IssueMail>
}
