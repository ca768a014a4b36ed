import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type App, openApp } from '../src/app.ts'
import { loadEnvironment } from '../src/server/environment-file.ts'
import { createSilentLog } from '../src/server/log.ts'
import { sqliteFileName } from '../src/server/sqlite.ts'
import { say } from './terminal.ts'

/** The product without its outbox running, for the time of one command. */
export async function withDesk<T>(use: (app: App) => Promise<T>): Promise<T> {
  const environment = loadEnvironment()
  const { dataDir, databaseUrl } = environment
  const isNew = databaseUrl === undefined && !existsSync(join(dataDir, sqliteFileName))
  const app = await openApp(environment, createSilentLog())
  // Whoever names the wrong folder would take its emptiness for the truth.
  if (isNew) say(`There was no database in ${dataDir} (DATA_DIR): this one is new and empty.`)
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}
