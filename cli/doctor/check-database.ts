import { minuteOf } from '../../src/lib/text/time-text.ts'
import { type Database, openDatabase } from '../../src/server/db/database.ts'
import { createReadyCheck } from '../../src/server/db/ready-check.ts'
import type { Environment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { readMute } from '../../src/server/mail/mute.ts'
import { countOpenMails } from '../../src/server/mail/outbox.repository.ts'
import { counted } from '../counted.ts'
import { since } from '../since.ts'
import { studioCommand } from '../studio-command.ts'
import { harmless } from '../terminal/terminal.ts'
import { type Finding, messageOf } from './finding.ts'

/** A mail that waits longer than this has met more than a restart. */
const longWaitMs = 10 * 60_000

export async function checkDatabase(environment: Environment): Promise<Finding[]> {
  let database: Database | undefined
  try {
    database = await openDatabase(environment, createSilentLog())
    await createReadyCheck(database, Date.now)()
    const place = database.engine === 'sqlite' ? `SQLite in ${environment.dataDir}` : 'PostgreSQL at DATABASE_URL'
    return [{ about: 'database', state: 'ok', text: `${place} takes requests` }, ...(await checkOutbox(database))]
  } catch (error) {
    return [{ about: 'database', state: 'wrong', text: messageOf(error) }]
  } finally {
    await database?.close()
  }
}

async function checkOutbox({ db }: Database): Promise<Finding[]> {
  const { failed, waiting, oldestAt } = await countOpenMails(db)
  const muted = await readMute(db)
  const findings: Finding[] = []
  const find = (state: Finding['state'], text: string) => findings.push({ about: 'mail', state, text })
  const now = Date.now()
  if (failed > 0) find('wrong', `${counted(failed, 'mail')} failed for good: ${studioCommand('mail --state failed')}`)
  if (muted !== undefined) {
    find(
      'note',
      `nothing is sent since ${minuteOf(muted.since)} (${harmless(muted.because)}), ${waiting} wait: ${studioCommand('mail unmute')}`,
    )
  } else if (oldestAt !== undefined && now - oldestAt > longWaitMs) {
    find('wrong', `${waiting} unsent, the oldest since ${since(oldestAt, now)}`)
  } else if (failed === 0) find('ok', waiting === 0 ? 'nothing waits to be sent' : `${waiting} to be sent`)
  return findings
}
