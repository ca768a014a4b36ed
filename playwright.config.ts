import { defineConfig } from '@playwright/test'
import { browserArguments, pathOfBrowser } from './tests/support/browser.ts'

/** As in vitest.config.ts. */
const isLong = process.env['TEST_LONG'] === '1'
process.env['CONTENT_DIR'] = 'sample'

export default defineConfig({
  testDir: 'tests/browser',
  // Specs with their own servers or browsers take longest, so they start first. The others fill their waits.
  projects: [
    { name: 'own', testMatch: '**/@(desk*|newsletter|visits).spec.ts' },
    { name: 'shared', testMatch: '**/!(desk*|newsletter|visits).spec.ts' },
  ],
  testIgnore: isLong ? [] : '**/*.long.spec.ts',
  globalSetup: './tests/support/browser-setup.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // A mistake in a form fails most tests, each after a timeout. `--max-failures=0` shows them all.
  maxFailures: 3,
  timeout: 120_000,
  // Long enough for a busy machine.
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: pathOfBrowser('browser'),
      // Nothing here looks at pixels: a simulated graphics card, and a process for each page, took a fourth of the time.
      args: [...browserArguments, '--disable-gpu', '--renderer-process-limit=2'],
    },
    // A fifth of the time went into what moves. The home page and the chat are tested as they move.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
  },
})
