import type { Db, IssueRow } from '../../../migrations/tables.ts'
import type { Hint } from '../../../platform/actions.ts'
import { inBatchWithState } from '../../../platform/email/outbox/batches.ts'
import type { EmailCounts } from '../../../platform/email/outbox/list.ts'
import { type EmailPause, readPause } from '../../../platform/email/outbox/pause.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { untilText } from '../../../platform/text/durations.ts'
import { formatMinute } from '../../../platform/text/time-text.ts'
import type { Context } from '../../context.ts'

type IssueProgress = {
  issue: IssueRow
  emails: EmailCounts
  /** Emails that can be sent again. */
  retryable: EmailCounts
  /** Why the whole outbox is paused. */
  outboxPause: EmailPause | undefined
  /** The mail server's reason for deferring emails now, or '' if it gave none. */
  deferral: string | undefined
  /** Epoch ms. */
  now: number
}

/** Lists what the owner should know about an issue's progress, and can do. */
export async function listHints(
  { database: { db }, now: clock }: Context,
  { issue, emails, retryable }: Pick<IssueProgress, 'issue' | 'emails' | 'retryable'>,
): Promise<Hint[]> {
  const now = clock()
  const isDeferred = issue.state === 'sending' && issue.deferrals > 0 && issue.next_at > now
  const deferral = isDeferred ? await lastDeferral(db, issue.slug) : undefined
  const progress = { issue, emails, retryable, outboxPause: await readPause(db), deferral, now }
  const hints = [
    outboxPausedHint(progress),
    issuePausedHint(progress),
    deferredHint(progress),
    silentHint(progress),
    unknownHint(progress),
    resendableHint(progress),
    unsendableHint(progress),
  ]
  return hints.filter((hint) => hint !== undefined)
}

/** The mail server's last reason for deferring an email of this issue. */
async function lastDeferral(db: Db, issue: string): Promise<string> {
  const deferred = db
    .selectFrom('outbox')
    .select('last_error')
    .where(inBatchWithState(issue, 'queued'))
    .where('due_at', '>', 0)
  return (await deferred.orderBy('due_at', 'desc').limit(1).executeTakeFirst())?.last_error ?? ''
}

function outboxPausedHint({ issue: { state }, outboxPause }: IssueProgress): Hint | undefined {
  if (outboxPause === undefined || (state !== 'sending' && state !== 'paused')) return undefined
  return {
    text: `The outbox is paused: ${outboxPause.because}.`,
    fix: { label: 'To resume', command: 'outbox resume' },
  }
}

function issuePausedHint({ issue: { slug, state, paused_because } }: IssueProgress): Hint | undefined {
  if (state !== 'paused') return undefined
  return { text: `Paused: ${paused_because ?? ''}.`, fix: { label: 'To resume', command: `issue resume ${slug}` } }
}

function deferredHint({ issue, deferral, now }: IssueProgress): Hint | undefined {
  if (deferral === undefined) return undefined
  const reason = deferral === '' ? '' : ` (${deferral})`
  const next = untilText(issue.next_at, now)
  return { text: `The mail server is deferring emails${reason}. The next attempt is ${next}.` }
}

/** A running sender polls more often than this. */
const silentAfterMs = 30_000

function silentHint({ issue: { state, next_at }, emails, outboxPause, now }: IssueProgress): Hint | undefined {
  const isWaiting = state === 'sending' && emails.queued > 0 && emails.sending === 0
  if (!isWaiting || outboxPause !== undefined || now - next_at <= silentAfterMs) return undefined
  return { text: `No email has gone out since ${formatMinute(next_at)}. Is the site running (npm start)?` }
}

function unknownHint({ issue: { slug }, retryable }: IssueProgress): Hint | undefined {
  if (retryable.unknown === 0) return undefined
  const text =
    'Emails marked unknown were being sent when the connection dropped or the server stopped. They might have arrived.'
  return { text, fix: { label: 'To send them again', command: `issue retry ${slug} --unknown` } }
}

function resendableHint({ issue: { slug }, retryable }: IssueProgress): Hint | undefined {
  if (retryable.failed === 0) return undefined
  const text = `You can resend ${counted(retryable.failed, 'failed email')}.`
  return { text, fix: { label: 'To send them again', command: `issue retry ${slug} --failed` } }
}

function unsendableHint({ emails, retryable }: IssueProgress): Hint | undefined {
  const unsendable = emails.failed - retryable.failed
  if (unsendable <= 0) return undefined
  const text = `You can’t resend ${counted(unsendable, 'failed email')}. The address doesn’t exist, or its owner has unsubscribed.`
  return { text }
}
