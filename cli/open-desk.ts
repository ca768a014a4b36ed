import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type App, openApp } from '../src/app.ts'
import { type Desk, openDesk } from '../src/desk.ts'
import { sqliteFileName } from '../src/server/db/sqlite.ts'
import { type Environment, loadEnvironment } from '../src/server/environment.ts'
import { createSilentLog, type Log } from '../src/server/log.ts'
import { writeErr } from './terminal/terminal.ts'

/** Database and mails, for the time of one command that needs no text of content/. */
export async function withDesk<T>(use: (desk: Desk) => Promise<T>): Promise<T> {
  return await withOpen(openDesk, use)
}

/** The product without its outbox running, for the time of one command. @throws ContentError for wrong texts */
export async function withApp<T>(use: (app: App) => Promise<T>): Promise<T> {
  return await withOpen(openApp, use)
}

async function withOpen<Opened extends Desk, T>(
  open: (environment: Environment, log: Log) => Promise<Opened>,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const environment = loadEnvironment()
  const { dataDir, databaseUrl } = environment
  const isNew = databaseUrl === undefined && !existsSync(join(dataDir, sqliteFileName))
  const opened = await open(environment, createSilentLog())
  // Whoever names the wrong folder would take its emptiness for the truth.
  if (isNew) writeErr(`There was no database in ${dataDir} (DATA_DIR): this one is new and empty.`)
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}
