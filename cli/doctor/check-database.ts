import { type Database, openDatabase } from '../../src/server/database.ts'
import type { Environment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { countOpenMails } from '../../src/server/outbox.repository.ts'
import { createReadyCheck } from '../../src/server/ready-check.ts'
import { since } from '../leads/lead-text.ts'
import { type Finding, messageOf } from './finding.ts'

/** A mail that waits longer than this has met more than a restart. */
const longWaitMs = 10 * 60_000

export async function checkDatabase(environment: Environment): Promise<Finding[]> {
  let database: Database | undefined
  try {
    database = await openDatabase(environment, createSilentLog())
    await createReadyCheck(database, Date.now)()
    const place = database.engine === 'sqlite' ? `SQLite in ${environment.dataDir}` : 'PostgreSQL at DATABASE_URL'
    return [{ about: 'database', state: 'ok', text: `${place} takes requests` }, await checkOutbox(database)]
  } catch (error) {
    return [{ about: 'database', state: 'wrong', text: messageOf(error) }]
  } finally {
    await database?.close()
  }
}

async function checkOutbox({ db }: Database): Promise<Finding> {
  const { failed, waiting, oldestAt } = await countOpenMails(db)
  if (failed > 0) {
    return { about: 'mail', state: 'wrong', text: `${failed} failed for good; the leads command tells which` }
  }
  const now = Date.now()
  if (oldestAt !== undefined && now - oldestAt > longWaitMs) {
    return { about: 'mail', state: 'wrong', text: `${waiting} unsent, the oldest since ${since(oldestAt, now)}` }
  }
  return {
    about: 'mail',
    state: 'ok',
    text: waiting === 0 ? 'nothing waits to be sent' : `${waiting} to be sent`,
  }
}
