import type { OutboxSummary } from '../../platform/email/outbox/list.ts'
import { reportsDeadAddress } from '../../platform/email/smtp/failures.ts'
import type { Environment } from '../../platform/environment.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, formatShortTime, minuteMs } from '../../platform/text/time-text.ts'

/**
 * A status: `wrong` needs the owner today, `note` can wait. `details`: an explanation or what to do. `command`: shows
 * or fixes the problem in a terminal, like `fix` on the desk. `setting`: the line missing from .env.
 */
export type Health = {
  state: 'ok' | 'note' | 'wrong'
  text: string
  details?: string
  command?: string
  fix?: string
  setting?: string
}

/** `now`: in ms since 1970. `zone`: the owner's time zone. */
type Clock = { now: number; zone: string }

export function sentenceOf({ text, details }: Pick<Health, 'text' | 'details'>): string {
  return details === undefined ? text : `${text}. ${details}`
}

/** Describes the outbox's health, for the overview, `doctor`, and the desk. */
export function outboxHealth(
  summary: OutboxSummary,
  pause: { because: string; since: number } | undefined,
  clock: Clock,
): Health[] {
  const found: Health[] = []
  if (pause !== undefined) found.push(pausedOutbox(summary, pause, clock))
  else if (summary.waiting.count > 0) found.push(waitingEmails(summary, clock))
  if (summary.lastFailed !== undefined) found.push(failedEmails(summary.failed, summary.lastFailed))
  if (found.length > 0) return found
  const scheduled = summary.later > 0 ? `, ${summary.later.toLocaleString('en')} scheduled` : ''
  return [{ state: 'ok', text: `No emails waiting or failed${scheduled}` }]
}

function pausedOutbox(
  { waiting, later }: OutboxSummary,
  { because, since }: { because: string; since: number },
  { zone }: Clock,
): Health {
  const queued = counted(waiting.count + later, 'email')
  const details = `Since ${formatShortTime(since, zone)}: ${because}. ${queued} queued`
  return { state: 'wrong', text: 'The outbox is paused', details, command: 'outbox resume' }
}

/** A running site sends due emails immediately. If emails have waited longer than this, the site is down. */
const idleMs = 2 * minuteMs

function waitingEmails({ waiting, untriedSince, lastError }: OutboxSummary, { now, zone }: Clock): Health {
  const isSiteDown = untriedSince !== null && untriedSince < now - idleMs
  const problem = isSiteDown ? 'Is the site running?' : lastError && `The mail server said: ${lastError}`
  const since = `Since ${formatShortTime(waiting.since ?? now, zone)}`
  return {
    state: problem === null ? 'note' : 'wrong',
    text: counted(waiting.count, 'email is waiting', 'emails are waiting'),
    details: problem ? `${since}. ${problem}` : since,
    command: 'outbox --state waiting',
  }
}

function failedEmails(count: number, last: NonNullable<OutboxSummary['lastFailed']>): Health {
  const { to_address: address, last_error: error } = last
  const text = count === 1 ? 'An email failed' : `${count.toLocaleString('en')} emails failed`
  const command = 'outbox --state failed'
  if (error !== null && reportsDeadAddress(error))
    return { state: 'wrong', text, details: `${address} doesn’t exist`, command, fix: 'Fix address' }
  const details = [address, error].filter(Boolean).join(': ')
  return { state: 'wrong', text, details, command, fix: 'Show email' }
}

export function backupSettings({ backupDir, backupKey }: Environment) {
  return { isNightly: backupDir !== undefined, isEncrypted: backupKey !== undefined }
}

const oldBackupMs = 2 * dayMs

/** Describes the backups' health, for the overview, `doctor`, and the desk. */
export function backupHealth(
  last: { at: number } | undefined,
  { isNightly, isEncrypted }: ReturnType<typeof backupSettings>,
  { now, zone }: Clock,
): Health {
  if (!isNightly) {
    const details = 'Set BACKUP_DIR to a folder'
    const fixes = { command: 'backup', fix: 'Choose folder', setting: 'BACKUP_DIR=' }
    return { state: 'note', text: 'Nightly backups are off', details, ...fixes }
  }
  if (last === undefined) {
    const details = 'The site makes the first within minutes, and emails you if that fails'
    return { state: 'note', text: 'No backup yet', details }
  }
  const text = `Last backup ${formatShortTime(last.at, zone)}`
  if (now - last.at > oldBackupMs)
    return { state: 'wrong', text: 'The last backup is old', details: text, command: 'backup' }
  if (isEncrypted) return { state: 'ok', text }
  const details = 'Anyone with the disk can read them'
  return { state: 'wrong', text: 'Backups aren’t encrypted', details, fix: 'Set a key', setting: 'BACKUP_KEY=' }
}
