import { writeSync } from 'node:fs'
import { openApp } from '../../src/app.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

/** A process to be killed: takes leads of several visitors at once, each twice under one key, and prints what it acknowledges. */
const round = process.argv[2] ?? '0'
const app = await openApp(loadEnvironment(), createSilentLog())
app.start()

async function visit(visitor: number): Promise<never> {
  for (let n = 0; ; n++) {
    const requestId = `${round}-${visitor}-${n}`
    const contact = { name: 'Ada', email: `${requestId}@d${requestId}.example`, project: 'An engine', requestId }
    const context = { sender: `10.${visitor}.${round}.${n >> 4}`, honeypot: false, elapsedMs: 30_000 }
    for (const result of await Promise.all([1, 2].map(() => submitContact(app.contact, contact, context)))) {
      if (result.outcome === 'stored') writeSync(1, `${requestId} ${result.reference}\n`)
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, visitor) => visit(visitor)))
