import { counted, since } from './text/amounts.ts'
import { dayMs, minuteMs } from './text/time-text.ts'

/** How something is: `wrong` is for today, `note` for later. `command` shows or fixes it. */
export type Judged = { state: 'ok' | 'note' | 'wrong'; text: string; command?: string }

type OutboxState = {
  waiting: { count: number; since: number | null }
  untouchedSince: number | null
  later: number
  failed: number
  lastError: string | null
}

/** A running site sends due emails immediately. If some have waited longer, it's down. */
const idleMs = 2 * minuteMs

/** Judges the outbox for the overview, `doctor`, and the desk. */
export function judgeOutbox(
  { waiting, untouchedSince, later, failed, lastError }: OutboxState,
  pause: { because: string; since: number } | undefined,
  now: number,
): Judged[] {
  const isSiteDown = untouchedSince !== null && untouchedSince < now - idleMs
  const problem = isSiteDown ? 'is the site running?' : lastError
  const count = waiting.count.toLocaleString('en')
  const states: (Judged | false)[] = [
    pause !== undefined && {
      state: 'wrong',
      text: `paused for ${since(pause.since, now)}: ${pause.because}; ${counted(waiting.count + later, 'email')} queued`,
      command: 'outbox resume',
    },
    pause === undefined &&
      waiting.count > 0 && {
        state: problem ? 'wrong' : 'note',
        text: `${count} waiting for ${since(waiting.since ?? now, now)}${problem ? `: ${problem}` : ''}`,
        command: 'outbox --state waiting',
      },
    failed > 0 && {
      state: 'wrong',
      text: `${failed.toLocaleString('en')} failed permanently`,
      command: 'outbox --state failed',
    },
  ]
  const found = states.filter((state) => state !== false)
  const planned = later > 0 ? `; ${later.toLocaleString('en')} planned` : ''
  return found.length > 0 ? found : [{ state: 'ok', text: `nothing waiting, nothing failed${planned}` }]
}

const oldBackupMs = 2 * dayMs

/** Judges backups for the overview, `doctor`, and the desk. */
export function judgeBackup(last: { at: number } | undefined, isNightly: boolean, now: number): Judged {
  const age = last === undefined ? 'none' : `${since(last.at, now)} old`
  if (!isNightly) return { state: 'note', text: `${age}; set BACKUP_DIR for nightly backups`, command: 'backup' }
  if (last === undefined)
    return { state: 'note', text: 'none yet; the site makes the first within minutes, and emails you if that fails' }
  return now - last.at > oldBackupMs ? { state: 'wrong', text: age, command: 'backup' } : { state: 'ok', text: age }
}
