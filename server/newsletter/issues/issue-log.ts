import type { InferResult } from 'kysely'
import type { Db, EmailState, IssueRow } from '../../../migrations/tables.ts'
import { rowsInPages } from '../../../platform/db/stored-rows.ts'
import { messageIdOf } from '../../../platform/email/address.ts'
import { inBatchWithState } from '../../../platform/email/outbox/batches.ts'
import type { Columns } from '../../../platform/text/csv.ts'
import { formatIsoTime } from '../../../platform/text/time-text.ts'

/** Maximum number of undelivered emails to show per state. The log has all of them. */
const maxUndelivered = 500

/** Lists an issue's emails in a state, longest undelivered first. */
export async function listUndelivered(db: Db, issue: string, state: EmailState) {
  const emails = selectEmails(db).where(inBatchWithState(issue, state))
  const rows = await emails.orderBy('due_at').limit(maxUndelivered).execute()
  return rows.map(({ email, state, answer }) => ({ email, state, answer }))
}

/** Rows held in memory. An issue can have 100,000. */
const pageSize = 1_000

/** Iterates over an issue's emails with their subscribers. An erased subscriber's address is null. */
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

/** Columns of an issue's log. */
export function logFields(issue: IssueRow) {
  return {
    email: (email) => email.email,
    state: (email) => email.state,
    // Empty until the first attempt and while it's being sent. A deferred email has its next due time.
    at: ({ state, due_at }) => formatIsoTime(due_at === 0 || state === 'sending' ? null : due_at),
    attempts: (email) => email.attempts,
    answer: (email) => email.answer,
    messageId: (email) => messageIdOf(email.id, issue.from_address),
  } satisfies Columns<IssueEmail>
}
