import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import type { MailAddress } from '../../lib/mail/mail-address.ts'
import type { Brand } from '../../lib/mail/mail-frame.ts'
import { noteWords } from '../../lib/mail/note.ts'
import { minuteOf } from '../../lib/text/time-text.ts'
import type { Database } from '../db/database.ts'
import type { Environment } from '../environment.ts'
import { countUse } from '../limits/count-use.ts'
import type { Log } from '../log.ts'
import { enqueue, type NewMail } from '../mail/outbox.repository.ts'
import { repeat } from '../repeat.ts'
import { readLastBackup } from './make-backup.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const firstLookMs = 60_000
const lookMs = 5 * 60_000
/** One that hangs must not keep the nights after it from being tried. */
const longestRunMs = 50 * 60_000
/** Beside the server in one small machine's memory: 130 MB instead of 235 for a database of 200 MB. */
const thriftyHeap = ['--max-semi-space-size=1', '--heap-growing-percent=20']

export type NightlyNeeds = {
  database: Database
  environment: Pick<Environment, 'dataDir' | 'databaseUrl' | 'backupDir' | 'backupKey'>
  program: string
  now: () => number
  log: Log
  mail: { from: MailAddress; to: MailAddress; brand: Brand }
  notifyOutbox: () => void
}

/** In a process of its own: checking a database blocks one for seconds. At the lowest priority it might never end. */
export function createNightly({ database, environment, program, now, log, mail, notifyOutbox }: NightlyNeeds) {
  const stopping = new AbortController()

  async function makeIfDue(): Promise<void> {
    const last = await readLastBackup(database.db)
    if (!isBackupDue(last?.at, now()) || !(await claim())) return
    const problem = await runProgram(program, environment, stopping.signal).catch((error: unknown) => String(error))
    if (stopping.signal.aborted) return
    if (problem !== undefined) return await tell(problem, last?.at)
    log.info({ backup: (await readLastBackup(database.db))?.file }, 'backup made')
  }

  /** One try each hour among all processes; a clock that was wrong blocks no other hour. */
  async function claim(): Promise<boolean> {
    const limit = { key: `nightly-backup:${Math.floor(now() / hourMs)}`, max: 1, windowMs: hourMs }
    return (await database.write((tx) => countUse(tx, limit, now()))) === undefined
  }

  async function tell(problem: string, lastAt: number | undefined): Promise<void> {
    log.error({ reason: problem }, 'no backup could be made')
    const limit = { key: `backup-failed:${Math.floor(now() / dayMs)}`, max: 1, windowMs: dayMs }
    await database.write(async (tx) => {
      if ((await countUse(tx, limit, now())) !== undefined) return
      await enqueue(tx, backupFailedMail({ problem, lastAt }, mail), now())
    })
    notifyOutbox()
  }

  const onError = (error: unknown) => log.error({ err: error }, 'the nightly backup could not be begun')
  const looks = repeat(makeIfDue, { firstMs: firstLookMs, everyMs: lookMs, onError })
  return {
    ...looks,
    stop: async (graceMs: number) => {
      stopping.abort()
      await looks.stop(graceMs)
    },
  }
}

async function runProgram(
  program: string,
  { dataDir, databaseUrl = '', backupDir, backupKey = '' }: NightlyNeeds['environment'],
  stopping: AbortSignal,
): Promise<string | undefined> {
  if (stopping.aborted) return undefined
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BACKUP_DIR: backupDir, BACKUP_KEY: backupKey }
  const child = spawn(process.execPath, [...thriftyHeap, program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longestRunMs,
    killSignal: 'SIGKILL',
  })
  const end = () => child.kill('SIGTERM')
  stopping.addEventListener('abort', end)
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
    if (code === 0) return undefined
    return said.trim() === '' ? `it was ended by ${signal ?? `code ${code}`}` : said.trim().slice(0, 1_000)
  } finally {
    stopping.removeEventListener('abort', end)
  }
}

const nightHour = 3
/** A night that was missed, since the machine slept or the backup failed, is made up for from this time on. */
const latestMs = 26 * hourMs

/** In the hour after 03:00 where this night has none, and at any hour where there is none or only an old one. */
export function isBackupDue(lastAt: number | undefined, now: number): boolean {
  if (lastAt === undefined || lastAt > now + hourMs) return true
  // Where the clocks skip 03:00, it is the hour after.
  const night = new Date(now)
  night.setHours(nightHour, 0, 0, 0)
  if (night.getTime() > now) night.setDate(night.getDate() - 1)
  if (lastAt >= night.getTime()) return false
  return now - night.getTime() < hourMs || now - lastAt > latestMs
}

/** To the owner, who alone reads it; so its words are here and not in content/. */
export function backupFailedMail(
  { problem, lastAt }: { problem: string; lastAt: number | undefined },
  { from, to, brand }: { from: MailAddress; to: MailAddress; brand: Brand },
): NewMail {
  const subject = 'The nightly backup could not be made'
  const last = lastAt === undefined ? 'There is none yet.' : `The last one is of ${minuteOf(lastAt)}.`
  return {
    kind: 'backup-failed',
    about: undefined,
    from,
    to,
    ...noteWords({
      subject,
      preview: last,
      brand,
      parts: [
        { kind: 'heading', text: subject },
        { kind: 'line', text: 'The site runs, and takes requests as ever.' },
        { kind: 'quote', label: 'What the backup said', text: problem },
        { kind: 'line', text: last },
        { kind: 'command', label: 'This tries it at once:', text: 'npm run studio -- backup' },
      ],
      foot: ['It is tried again every hour once the last one is older than a day and two hours.'],
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
