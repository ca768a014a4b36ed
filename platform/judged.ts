import type { OutboxSummary } from './email/outbox-list.ts'
import { counted, since } from './text/amounts.ts'
import { dayMs, minuteMs } from './text/time-text.ts'

/** How something is: `wrong` is for today, `note` for later. `command` shows or fixes it. */
export type Judged = { state: 'ok' | 'note' | 'wrong'; text: string; command?: string }

/** A running site sends due emails immediately. If some have waited longer, it's down. */
const idleMs = 2 * minuteMs

/** Judges the outbox for the overview, `doctor`, and the desk. */
export function judgeOutbox(
  { waiting, untouchedSince, later, failed, lastError }: OutboxSummary,
  pause: { because: string; since: number } | undefined,
  now: number,
): Judged[] {
  const found: Judged[] = []
  if (pause !== undefined) {
    const text = `paused for ${since(pause.since, now)}: ${pause.because}; ${counted(waiting.count + later, 'email')} queued`
    found.push({ state: 'wrong', text, command: 'outbox resume' })
  } else if (waiting.count > 0) {
    const isSiteDown = untouchedSince !== null && untouchedSince < now - idleMs
    const problem = isSiteDown ? 'is the site running?' : lastError
    const text = `${waiting.count.toLocaleString('en')} waiting for ${since(waiting.since ?? now, now)}`
    const [state, why] = problem === null ? (['note', ''] as const) : (['wrong', `: ${problem}`] as const)
    found.push({ state, text: text + why, command: 'outbox --state waiting' })
  }
  const failedText = `${failed.toLocaleString('en')} failed permanently`
  if (failed > 0) found.push({ state: 'wrong', text: failedText, command: 'outbox --state failed' })
  const planned = later > 0 ? `; ${later.toLocaleString('en')} planned` : ''
  return found.length > 0 ? found : [{ state: 'ok', text: `nothing waiting, nothing failed${planned}` }]
}

const oldBackupMs = 2 * dayMs

/** Judges backups for the overview, `doctor`, and the desk. */
export function judgeBackup(last: { at: number } | undefined, isNightly: boolean, now: number): Judged {
  const age = last === undefined ? 'none' : `${since(last.at, now)} old`
  if (!isNightly) return { state: 'note', text: `${age}. Set BACKUP_DIR for nightly backups`, command: 'backup' }
  if (last === undefined)
    return { state: 'note', text: 'none yet. The site makes the first within minutes, and emails you if that fails' }
  return now - last.at > oldBackupMs ? { state: 'wrong', text: age, command: 'backup' } : { state: 'ok', text: age }
}
