import { writeSync } from 'node:fs'
import { openApp } from '../../src/app.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { defaultLimits } from '../../src/limits.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

/** A process to be killed: serves nobody, and sends. Argument: by how many ms its clock is ahead. */
siteContent()
const now = () => Date.now() + Number(process.argv[2] ?? 0)
const limits = { ...defaultLimits, mailsPerMinute: 1_000_000 }
const app = await openApp(loadEnvironment(), createSilentLog(), { now, limits })
app.issueSender.start()
writeSync(1, 'started\n')
// Goes with whoever started it.
process.stdin.on('end', () => process.exit()).resume()
