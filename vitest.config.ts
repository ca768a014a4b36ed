import { defineConfig } from 'vitest/config'

/** `npm run test:long`: everything, on both database engines, and what only proves itself over many runs (`longTest`, *.long.test.ts). */
const isLong = process.env['TEST_LONG'] === '1'

export default defineConfig({
  test: {
    include: ['{site,server,platform,cli,desk,migrations,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: isLong ? [] : ['**/*.long.test.{ts,tsx}'],
    // Tests read the sample, whatever is in content/. As in production it is read once a worker: `npm run dev` alone reads it anew.
    env: { DEV: '', CONTENT_DIR: 'sample' },
    // Modules hold nothing that a test changes: loading them once per worker, not per file, saves a third of the time.
    isolate: false,
    globalSetup: ['tests/support/global-setup.ts'],
    // Finds what never comes; a busy machine may take its time.
    testTimeout: isLong ? 30 * 60_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 40_000 } },
    // Many tests wait for a process or a timer. The long run has the machine to itself.
    maxWorkers: isLong ? 1 : 4,
  },
})
