import { type Database, openDatabase } from '../../src/server/db/database.ts'
import { type Environment, loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

/** The database alone: copying it must not depend on whether the texts in content/ are right. */
export async function withDatabase(
  use: (database: Database, environment: Environment, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const environment = loadEnvironment()
  const database = await openDatabase(environment, createSilentLog())
  try {
    await use(database, environment, untilStopped())
  } finally {
    await database.close()
  }
}

/** Ctrl-C ends the work, and lets it clear away what it has begun. */
function untilStopped(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
