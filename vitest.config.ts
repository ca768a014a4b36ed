import { defineConfig } from 'vitest/config'

/** What proves something only once in a while (long series, soaks, large tables): `npm run test:long`. */
const isLong = process.env['TEST_LONG'] === '1'

export default defineConfig({
  test: {
    include: [`{src,cli,desk,migrations,tests,scripts}/**/*${isLong ? '.long' : ''}.test.{ts,tsx}`],
    exclude: isLong ? [] : ['**/*.long.test.{ts,tsx}'],
    // As in production, content is read once a worker: `npm run dev` alone reads it anew.
    env: { DEV: '' },
    // Modules hold nothing that a test changes: to load them once for each worker, not for each file, saves a third of the time.
    isolate: false,
    globalSetup: ['tests/support/start-postgres.ts'],
    // So that what never comes is found; a machine with other work may take its time.
    testTimeout: isLong ? 30 * 60_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 40_000 } },
    // Many wait for a process or a timer: two more than there are cores, as few as those are. A long series has the machine to
    // itself.
    maxWorkers: isLong ? 1 : 4,
  },
})
