import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/server/db/database.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { createPostgresDatabase } from './start-postgres.ts'

/** Where a test's database is; what `openDatabase` and `readEnvironment` take. */
export type Place = { dataDir: string; databaseUrl: string | undefined }

export type Engine = { name: string; createPlace: () => Promise<Place> }

const socket = inject('postgresSocket')

export const sqlite: Engine = {
  name: 'SQLite',
  createPlace: async () => ({ dataDir: temporaryFolder(), databaseUrl: undefined }),
}

/** The engines that this machine has, for `describe.each`. */
export const engines: readonly Engine[] =
  socket === null ? [sqlite] : [sqlite, { name: 'PostgreSQL', createPlace: () => createPostgresPlace(socket) }]

/** An empty database that goes with the test. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
  const database = await openDatabase(await engine.createPlace(), createSilentLog())
  onTestFinished(() => database.close())
  return database
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function createPostgresPlace(folder: string): Promise<Place> {
  return { dataDir: temporaryFolder(), databaseUrl: await createPostgresDatabase(folder) }
}
