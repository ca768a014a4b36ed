import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,cli,migrations,tests,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/postgres-server.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Many wait for a process or a timer: one more than there are cores, as few as those are.
    maxWorkers: 3,
  },
})
