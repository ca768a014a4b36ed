import type { TestProject } from 'vitest/node'
import { startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the server's socket; null where there is no PostgreSQL. */
    postgresSocket: string | null
  }
}

/** One PostgreSQL for all tests. */
export default function providePostgres({ provide }: TestProject): (() => void) | undefined {
  // Tests kill processes, and never the machine: only then would it matter what is on the disk.
  const postgres = startPostgres('fsync=off')
  if (postgres === undefined) {
    const missing = 'PostgreSQL is not installed (Debian: apt-get install postgresql)'
    if (process.env['CI'] === 'true') throw new Error(`${missing}; in CI its tests must run.`)
    process.stderr.write(`\n  SKIPPED: the storage tests on PostgreSQL. ${missing}.\n\n`)
  }
  provide('postgresSocket', postgres?.folder ?? null)
  return postgres?.stop
}
