import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/server/db/database.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { makeTemporaryRoot } from './browser-setup.ts'
import { createPostgresDatabase, startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder whose database is migrated, for copies. */
    migratedFolder: string
    /** The folder of the server's socket and a migrated database in it; null where there is no PostgreSQL. */
    postgres: { folder: string; migrated: string } | null
  }
}

/** One PostgreSQL for all tests, and a migrated database of each engine. */
export default async function setUp({ provide }: TestProject): Promise<() => void> {
  const removeRoot = makeTemporaryRoot()
  const folder = mkdtempSync(join(tmpdir(), 'migrated-'))
  await migrate({ dataDir: folder, databaseUrl: undefined })
  provide('migratedFolder', folder)
  // Tests kill processes, never the machine: only then would it matter what is on the disk.
  const postgres = startPostgres('fsync=off')
  if (postgres === undefined) {
    const missing = 'PostgreSQL is not installed (Debian: apt-get install postgresql)'
    if (process.env['CI'] === 'true') throw new Error(`${missing}; in CI its tests must run.`)
    process.stderr.write(`\n  SKIPPED: the storage tests on PostgreSQL. ${missing}.\n\n`)
    provide('postgres', null)
    return removeRoot
  }
  const url = await createPostgresDatabase(postgres.folder)
  await migrate({ dataDir: folder, databaseUrl: url })
  provide('postgres', { folder: postgres.folder, migrated: new URL(url).pathname.slice(1) })
  return () => {
    postgres.stop()
    removeRoot()
  }
}

async function migrate(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const database = await openDatabase(place, createSilentLog())
  await database.close()
}
