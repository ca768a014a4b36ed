import { defineConfig } from '@playwright/test'
import { browserArguments, pathOfBrowser } from './tests/support/browser.ts'

/** As in vitest.config.ts. */
const isLong = process.env['TEST_LONG'] === '1'
process.env['CONTENT_DIR'] = 'sample'

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  testIgnore: isLong ? [] : '**/*.long.spec.ts',
  globalSetup: './tests/support/browser-setup.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  timeout: 120_000,
  // A busy machine may take its time; what never comes is found all the same.
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
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
