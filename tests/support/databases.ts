import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createPostgresDatabase } from './global-setup.ts'

/** `npm run test:long`, which proves what only shows over many runs, and everything on both engines. */
const isLong = process.env['TEST_LONG'] === '1'

/** A test of the long run alone. */
export const longTest = test.runIf(isLong)

/** Where a test's database is; what `openDatabase` and `readEnvironment` take. */
export type Place = { dataDir: string; databaseUrl: string | undefined }

export type Engine = {
  name: string
  /** A place with a migrated database, or with `isEmpty` without one. */
  createPlace: (options?: { isEmpty?: boolean }) => Promise<Place>
}

const postgres = inject('postgres')

export const sqlite: Engine = {
  name: 'SQLite',
  createPlace: async ({ isEmpty = false } = {}) => {
    const dataDir = temporaryFolder()
    if (!isEmpty) cpSync(inject('migratedFolder'), dataDir, { recursive: true })
    return { dataDir, databaseUrl: undefined }
  },
}

/** The engines that this machine has, for `describe.each` of what tests storage itself. */
export const bothEngines: readonly Engine[] =
  postgres === null
    ? [sqlite]
    : [
        sqlite,
        {
          name: 'PostgreSQL',
          createPlace: async ({ isEmpty = false } = {}) => ({
            dataDir: temporaryFolder(),
            databaseUrl: await createPostgresDatabase(postgres.folder, isEmpty ? undefined : postgres.migrated),
          }),
        },
      ]

/** For everything else: both in the long run alone. */
export const engines: readonly Engine[] = isLong ? bothEngines : [sqlite]

/** A migrated database that goes with the test. */
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
