import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'
import { enqueue } from '../../platform/email/outbox/store.ts'
import type { Environment } from '../../platform/environment.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { repeat } from '../../platform/repeat.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { readLastBackup } from './backup-records.ts'
import { nightAfter } from './nights.ts'

/** Makes nightly backups in their own process, to avoid blocking the server. @param program built nightly-backup.ts */
export function createNightly(context: Context, program: string) {
  const stopping = new AbortController()
  const onError = (error: unknown) => context.log.error({ err: error }, 'couldn’t start the nightly backup')
  const work = () => backUpIfDue(context, program, stopping.signal)
  const loop = repeat(work, { firstMs: minuteMs, everyMs: 5 * minuteMs, onError })
  const stop = (graceMs: number) => {
    stopping.abort()
    return loop.stop(graceMs)
  }
  return { ...loop, stop }
}

async function backUpIfDue(context: Context, program: string, signal: AbortSignal): Promise<void> {
  const { database, environment, now, log, notifyOutbox } = context
  const last = await readLastBackup(database.db)
  if (!isBackupDue(last?.at, now()) || !(await isFirst(context, 'nightly-backup', hourMs))) return
  const problem = await runProgram(program, environment, signal)
  if (signal.aborted) return
  if (problem === undefined) {
    const made = await readLastBackup(database.db)
    log.info({ backup: made?.file }, 'backup made')
    return
  }
  log.error({ reason: problem }, 'backup failed')
  if (!(await isFirst(context, 'backup-failed', dayMs))) return
  const { backupFailedEmail } = await import('./emails.tsx')
  const email = backupFailedEmail({ problem, lastAt: last?.at }, context)
  await database.write((tx) => enqueue(tx, email, now()))
  notifyOutbox()
}

/** Whether this process is the first to run the job in this period. With a wrong clock, only that period is skipped. */
async function isFirst({ database, now }: Context, job: string, periodMs: number): Promise<boolean> {
  const limit = { key: `${job}:${Math.floor(now() / periodMs)}`, max: 1, windowMs: periodMs }
  const reachedLimits = await database.write((tx) => countEach(tx, [limit], now()))
  return reachedLimits.length === 0
}

/** Time limit for a backup, so a backup that hangs doesn't prevent later backups. */
const maxRunMs = 50 * minuteMs
/** Node.js flags that save 50 MB for a 200 MB database. The backup might share a small machine with the server. */
const lowMemoryFlags = ['--max-semi-space-size=1', '--heap-growing-percent=20']

async function runProgram(program: string, settings: Environment, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return undefined
  const { dataDir, databaseUrl = '', backupDir, backupKey = '' } = settings
  const variables = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BACKUP_DIR: backupDir, BACKUP_KEY: backupKey }
  const options = { env: { ...process.env, ...variables }, timeout: maxRunMs, killSignal: 'SIGKILL' } as const
  const running = promisify(execFile)(process.execPath, [...lowMemoryFlags, program], options)
  const { child } = running
  const terminate = () => child.kill('SIGTERM')
  signal.addEventListener('abort', terminate)
  // Don't use the lowest priority: on a busy machine, the backup might never finish.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return await running
    .then(
      () => undefined,
      (error: Error & { stderr?: string }) => (error.stderr?.trim() || error.message).slice(0, 1_000),
    )
    .finally(() => signal.removeEventListener('abort', terminate))
}

/** If a night was missed, a backup is due once the last backup is this old. */
const maxAgeMs = 26 * hourMs

/** A backup is due in the hour after 03:00, or anytime if the last backup is missing or too old. */
export function isBackupDue(lastAt: number | undefined, now: number): boolean {
  if (lastAt === undefined || lastAt > now + hourMs) return true
  const night = nightAfter(now, -1)
  if (lastAt >= night) return false
  return now - night < hourMs || now - lastAt > maxAgeMs
}
