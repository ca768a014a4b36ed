import { writeSync } from 'node:fs'
import { siteContent } from '../../platform/content/site-content.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { createSilentLog } from '../../platform/log.ts'
import { openServices } from '../../server/services.ts'

/** A process to be killed: serves nobody, and sends. Argument: by how many ms its clock is ahead. */
siteContent()
const now = () => Date.now() + Number(process.argv[2] ?? 0)
const limits = { ...defaultLimits, emailsPerMinute: 1_000_000 }
const app = await openServices(loadEnvironment(), createSilentLog(), { now, limits })
app.outbox.start()
writeSync(1, 'started\n')
// Goes with whoever started it.
process.stdin.on('end', () => process.exit()).resume()
