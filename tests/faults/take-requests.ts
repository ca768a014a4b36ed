import { writeSync } from 'node:fs'
import { openApp } from '../../src/app.ts'
import { submitContact } from '../../src/features/contact/contact.service.ts'
import { loadEnvironment } from '../../src/server/environment-file.ts'
import { createSilentLog } from '../../src/server/log.ts'

/**
 * A process to be killed: takes requests from several visitors at once and writes each reference to standard output the
 * moment that it is promised. Each request is sent twice under one key, as an impatient browser does.
 */
const round = process.argv[2] ?? '0'
const app = await openApp(loadEnvironment(), createSilentLog())
app.start()

async function visit(visitor: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = `${round}-${visitor}-${n}`
    const input = { name: 'Ada', email: `${id}@example.com`, project: 'An engine', requestId: id }
    const context = { sender: `10.${visitor}.${(n >> 4) & 255}.${n >> 12}`, honeypot: false }
    const results = await Promise.all([
      submitContact(app.contact, input, context),
      submitContact(app.contact, input, context),
    ])
    for (const result of results) if (result.outcome === 'stored') writeSync(1, `${id} ${result.reference}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, (_, visitor) => visit(visitor)))
