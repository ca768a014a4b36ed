import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteFileName } from '../platform/db/database.ts'
import { loadEnvironment } from '../platform/environment.ts'
import { createSilentLog } from '../platform/log.ts'
import type { Context } from '../server/context.ts'
import { openContext } from '../server/open-context.ts'
import { writeErr } from './terminal.ts'

/** Runs a command with everything the app needs, then closes the database. */
export async function withContext(work: (context: Context) => Promise<void>, role?: 'desk'): Promise<void> {
  const environment = loadEnvironment()
  const { dataDir, databaseUrl } = environment
  const isNew = databaseUrl === undefined && !existsSync(join(dataDir, sqliteFileName))
  const context = await openContext(environment, createSilentLog(), role && { role })
  // Report it, in case DATA_DIR is the wrong folder.
  if (isNew) writeErr(`Created an empty database, because DATA_DIR (${dataDir}) had none.`)
  try {
    await work(context)
  } finally {
    await context.close()
  }
}
