import { defineConfig } from 'vitest/config'

/** `npm run test:long` runs everything on both database engines, and tests that need many runs (`longTest`, *.long.test.ts). */
const isLong = process.env['TEST_LONG'] === '1'

export default defineConfig({
  test: {
    include: ['{site,server,platform,cli,desk,migrations,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: isLong ? [] : ['**/*.long.test.{ts,tsx}'],
    // Tests read the sample, whatever is in content/, once per worker. Only `npm run dev` reads it again.
    env: { DEV: '', CONTENT_DIR: 'sample' },
    // Tests don't change the state of modules, so loading them once per worker saves a third of the time.
    isolate: false,
    globalSetup: ['tests/support/global-setup.ts'],
    // Long enough for a busy machine.
    testTimeout: isLong ? 30 * 60_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 40_000 } },
    // Many tests wait for a process or a timer. The long run has the machine to itself.
    maxWorkers: isLong ? 1 : 4,
  },
})
