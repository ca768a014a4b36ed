import type { OutboxSummary } from './email/outbox/list.ts'
import { saysDeadAddress } from './email/smtp/failures.ts'
import type { Environment } from './environment.ts'
import { counted } from './text/amounts.ts'
import { dayMs, minuteMs, shortTime } from './text/time-text.ts'

/**
 * The state of something: `wrong` needs the owner today, `note` can wait. `details`: why, or what to do. `command` shows
 * or fixes it, as `fix` does on the desk. `setting`: the line missing from .env.
 */
export type Judged = {
  state: 'ok' | 'note' | 'wrong'
  text: string
  details?: string
  command?: string
  fix?: string
  setting?: string
}

/** `now`: in ms since 1970. `zone`: the owner's time zone. */
type Clock = { now: number; zone: string }

export function sentenceOf({ text, details }: Pick<Judged, 'text' | 'details'>): string {
  return details === undefined ? text : `${text}. ${details}`
}

/** A running site sends due emails immediately. If some have waited longer, it's down. */
const idleMs = 2 * minuteMs

/** Judges the outbox for the overview, `doctor`, and the desk. */
export function judgeOutbox(
  { waiting, untriedSince, later, failed, lastFailed, lastError }: OutboxSummary,
  pause: { because: string; since: number } | undefined,
  { now, zone }: Clock,
): Judged[] {
  const found: Judged[] = []
  if (pause !== undefined) {
    const details = `Since ${shortTime(pause.since, zone)}: ${pause.because}. ${counted(waiting.count + later, 'email')} queued`
    found.push({ state: 'wrong', text: 'The outbox is paused', details, command: 'outbox resume' })
  } else if (waiting.count > 0) {
    const isSiteDown = untriedSince !== null && untriedSince < now - idleMs
    const problem = isSiteDown ? 'Is the site running?' : lastError && `The mail server said: ${lastError}`
    const text = counted(waiting.count, 'email is waiting', 'emails are waiting')
    const details = [`Since ${shortTime(waiting.since ?? now, zone)}`, problem].filter(Boolean).join('. ')
    found.push({ state: problem === null ? 'note' : 'wrong', text, details, command: 'outbox --state waiting' })
  }
  if (lastFailed !== undefined) {
    const text = failed === 1 ? 'An email failed' : `${failed.toLocaleString('en')} emails failed`
    const { to_address: address, last_error: answer } = lastFailed
    const isDead = answer !== null && saysDeadAddress(answer)
    const details = isDead ? `${address} doesn’t exist` : [address, answer].filter(Boolean).join(': ')
    const fix = isDead ? 'Fix address' : 'Show email'
    found.push({ state: 'wrong', text, details, command: 'outbox --state failed', fix })
  }
  const planned = later > 0 ? `, ${later.toLocaleString('en')} scheduled` : ''
  return found.length > 0 ? found : [{ state: 'ok', text: `No emails waiting or failed${planned}` }]
}

export function backupSettings({ backupDir, backupKey }: Pick<Environment, 'backupDir' | 'backupKey'>) {
  return { isNightly: backupDir !== undefined, isEncrypted: backupKey !== undefined }
}

const oldBackupMs = 2 * dayMs

/** Judges backups for the overview, `doctor`, and the desk. */
export function judgeBackup(
  last: { at: number } | undefined,
  settings: ReturnType<typeof backupSettings>,
  { now, zone }: Clock,
): Judged {
  const off = { text: 'Nightly backups are off', details: 'Set BACKUP_DIR to a folder', fix: 'Choose folder' }
  if (!settings.isNightly) return { state: 'note', ...off, command: 'backup', setting: 'BACKUP_DIR=' }
  const text = last === undefined ? 'No backup yet' : `Last backup ${shortTime(last.at, zone)}`
  if (last === undefined)
    return { state: 'note', text, details: 'The site makes the first within minutes, and emails you if that fails' }
  if (now - last.at > oldBackupMs)
    return { state: 'wrong', text: 'The last backup is old', details: text, command: 'backup' }
  if (settings.isEncrypted) return { state: 'ok', text }
  const details = 'Anyone with the disk can read them'
  return { state: 'wrong', text: 'Backups aren’t encrypted', details, fix: 'Set a key', setting: 'BACKUP_KEY=' }
}
