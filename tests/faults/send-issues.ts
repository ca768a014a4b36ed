import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openApp } from '../../src/app.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { defaultLimits } from '../../src/limits.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

/**
 * A process to be killed: serves nobody, and sends. It gets itself ready while the one before still runs, and begins when it
 * is told by how many ms to put its clock forward: what a dead process has claimed is given up after minutes, for which no
 * test waits.
 */
siteContent()
for await (const aheadMs of createInterface({ input: process.stdin })) {
  const now = () => Date.now() + Number(aheadMs)
  const app = await openApp(loadEnvironment(), createSilentLog(), {
    now,
    limits: { ...defaultLimits, mailsPerMinute: 1_000_000 },
  })
  app.issueSender.start()
  writeSync(1, 'started\n')
}
// Whoever started it is gone.
process.exit()
