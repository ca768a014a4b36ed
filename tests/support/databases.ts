import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createPostgresDatabase } from './global-setup.ts'

/** Whether this is `npm run test:long`, which repeats tests many times, and runs everything on both engines. */
export const isLong = process.env['TEST_LONG'] === '1'

/** A test that only runs in the long run. */
export const longTest = test.runIf(isLong)

/** The location of a test's database, for `openDatabase` and `readEnvironment`. */
export type Place = { dataDir: string; databaseUrl: string | undefined }

export type Engine = {
  name: string
  /** A place with a migrated database, or without any if `isEmpty`. */
  createPlace: (options?: { isEmpty?: boolean }) => Promise<Place>
}

const server = inject('postgres')

export const sqlite: Engine = {
  name: 'SQLite',
  createPlace: async ({ isEmpty = false } = {}) => {
    const dataDir = temporaryFolder()
    if (!isEmpty) cpSync(inject('migratedFolder'), dataDir, { recursive: true })
    return { dataDir, databaseUrl: undefined }
  },
}

/** Undefined on a machine without it. */
export const postgres: Engine | undefined = server
  ? {
      name: 'PostgreSQL',
      createPlace: async ({ isEmpty = false } = {}) => ({
        dataDir: temporaryFolder(),
        databaseUrl: await createPostgresDatabase(server.folder, isEmpty ? undefined : server.migrated),
      }),
    }
  : undefined

/** The engines on this machine, for `describe.each` in tests of storage itself. */
export const bothEngines: readonly Engine[] = postgres ? [sqlite, postgres] : [sqlite]

/** For all other tests: both engines only in the long run. */
export const engines: readonly Engine[] = isLong ? bothEngines : [sqlite]

/** A migrated database, removed after the test. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
  const database = await openDatabase(await engine.createPlace(), createSilentLog())
  onTestFinished(() => database.close())
  return database
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
