import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'
import { type Brand, Command, EmailLayout, noticeEmail, Quote } from '../../platform/email/EmailLayout.tsx'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import { enqueue, type NewEmail } from '../../platform/email/outbox-store.ts'
import type { Environment } from '../../platform/environment.ts'
import { countUse } from '../../platform/limits/count-use.ts'
import { repeat } from '../../platform/repeat.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { readLastBackup } from './make-backup.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const times = { firstMs: 60_000, everyMs: 5 * 60_000 }
/** A backup that hangs must not prevent the next ones. */
const maxRunMs = 50 * 60_000
/** It runs beside the server on a small machine. This saves 50 MB for a database of 200 MB. */
const lowMemoryFlags = ['--max-semi-space-size=1', '--heap-growing-percent=20']

type EmailNeeds = { from: EmailAddress; to: EmailAddress; brand: Brand }
type NightlyDeps = Pick<Context, 'database' | 'environment' | 'now' | 'log'> & {
  program: string
  emailSettings: EmailNeeds
  notifyOutbox: () => void
}

/** Runs backups in their own process, because they block for seconds. At the lowest priority they might never end. */
export function createNightly({ database, environment, program, now, log, emailSettings, notifyOutbox }: NightlyDeps) {
  const stopping = new AbortController()

  async function makeIfDue(): Promise<void> {
    const last = await readLastBackup(database.db)
    if (!isBackupDue(last?.at, now()) || !(await isFirst('nightly-backup', hourMs))) return
    const problem = await runProgram(program, environment, stopping.signal)
    if (stopping.signal.aborted) return
    if (problem === undefined) {
      return log.info({ backup: (await readLastBackup(database.db))?.file }, 'backup made')
    }
    log.error({ reason: problem }, 'backup failed')
    if (!(await isFirst('backup-failed', dayMs))) return
    await database.write(
      async (tx) => await enqueue(tx, backupFailedEmail({ problem, lastAt: last?.at }, emailSettings), now()),
    )
    notifyOutbox()
  }

  /** Whether this process is the first in this window. A wrong clock doesn't block other windows. */
  async function isFirst(what: string, windowMs: number): Promise<boolean> {
    const limit = { key: `${what}:${Math.floor(now() / windowMs)}`, max: 1, windowMs }
    return (await database.write((tx) => countUse(tx, limit, now()))) === undefined
  }

  const onError = (error: unknown) => log.error({ err: error }, 'could not start the nightly backup')
  const loop = repeat(makeIfDue, { ...times, onError })
  const stop = (graceMs: number) => {
    stopping.abort()
    return loop.stop(graceMs)
  }
  return { ...loop, stop }
}

/** @returns what went wrong, if anything */
async function runProgram(program: string, settings: Environment, stopping: AbortSignal): Promise<string | undefined> {
  if (stopping.aborted) return undefined
  const { dataDir, databaseUrl = '', backupDir, backupKey = '' } = settings
  const variables = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BACKUP_DIR: backupDir, BACKUP_KEY: backupKey }
  const options = { env: { ...process.env, ...variables }, timeout: maxRunMs, killSignal: 'SIGKILL' } as const
  const running = promisify(execFile)(process.execPath, [...lowMemoryFlags, program], options)
  const { child } = running
  const terminate = () => child.kill('SIGTERM')
  stopping.addEventListener('abort', terminate)
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return await running
    .then(
      () => undefined,
      (error: Error & { stderr?: string }) => (error.stderr?.trim() || error.message).slice(0, 1_000),
    )
    .finally(() => stopping.removeEventListener('abort', terminate))
}

const nightHour = 3
/** A missed backup is made up for at this age of the last one. */
const latestMs = 26 * hourMs

/** Due in the hour after 03:00, or at any time if the last backup is missing or too old. */
export function isBackupDue(lastAt: number | undefined, now: number): boolean {
  if (lastAt === undefined || lastAt > now + hourMs) return true
  // If the clocks skip 03:00, it's an hour later.
  const night = new Date(now)
  night.setHours(nightHour, 0, 0, 0)
  if (night.getTime() > now) night.setDate(night.getDate() - 1)
  if (lastAt >= night.getTime()) return false
  return now - night.getTime() < hourMs || now - lastAt > latestMs
}

/** Only the owner reads it, so the text isn't in content/. */
export function backupFailedEmail(
  { problem, lastAt }: { problem: string; lastAt: number | undefined },
  { brand, ...addresses }: EmailNeeds,
): NewEmail {
  const last = lastAt === undefined ? 'There are no backups yet.' : `The last one is from ${minuteOf(lastAt)}.`
  return noticeEmail(
    'backup-failed',
    addresses,
    <EmailLayout
      subject="The nightly backup failed"
      preview={last}
      brand={brand}
      foot={['Once the last backup is 26 hours old, it’s tried again every hour.']}
    >
      <p>The site still runs and takes leads.</p>
      <Quote label="Error" text={problem} />
      <p>{last}</p>
      <Command label="To try again now:" text="npm run studio -- backup" />
    </EmailLayout>,
  )
}
