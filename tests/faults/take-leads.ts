import { writeSync } from 'node:fs'
import { loadEnvironment } from '../../platform/environment.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { createSilentLog } from '../../platform/log.ts'
import { bookCall } from '../../server/calls/book-call.ts'
import { readFreeTimes } from '../../server/calls/calendar.ts'
import type { CallContext } from '../../server/calls/call-context.ts'
import { cancelCall, moveCall } from '../../server/calls/change-call.ts'
import { submitContact } from '../../server/leads/accept-lead.ts'
import { openServices } from '../../server/services.ts'

/**
 * A process to be killed: takes leads and calls of several visitors at once, each twice under one key, and prints what it
 * acknowledges. Calls are moved, and every second one is canceled.
 */
const round = process.argv[2] ?? '0'
const many = 100_000
const limits = {
  ...defaultLimits,
  calls: { ...defaultLimits.calls, address: many, network: many, everyone: many, domain: many },
}
const app = await openServices(loadEnvironment(), createSilentLog(), { limits })
app.start()
if (app.calls === undefined) throw new Error('the sample offers no calls')
const calls: CallContext = app.calls

// Ten calls of the processes before stay: the calendar must not fill up.
const left = await app.database.db.selectFrom('calls').select('id').where('state', '!=', 'cancelled').execute()
for (const { id } of left.slice(10)) await cancelCall(calls, { id }, 'owner')

const words = (requestId: string) => ({ name: 'Ada', email: `${requestId}@d${requestId}.example`, requestId })

async function visit(visitor: number): Promise<never> {
  for (let n = 0; ; n++) {
    const context = { sender: `10.${visitor}.${round}.${n >> 4}`, honeypot: false, elapsedMs: 30_000 }
    const contact = { ...words(`${round}-${visitor}-${n}`), project: 'An engine' }
    await twice(contact.requestId, () => submitContact(app, contact, context))
    const free = await readFreeTimes(calls)
    // Several visitors want one of the first times.
    const asked = { ...words(`call-${contact.requestId}`), about: '', start: free[n % 4] ?? 0, zone: 'UTC' }
    const id = await twice(`${asked.requestId}:${asked.start}`, () => bookCall(calls, asked, context))
    await moveCall(calls, { id, start: free.at(-1 - (n % 4)) ?? 0 }, 'owner')
    if (visitor % 2 === 0) await cancelCall(calls, { id }, 'owner')
  }
}

/** @returns the reference, or '' when nothing was stored */
async function twice(key: string, send: () => ReturnType<typeof bookCall>): Promise<string> {
  const results = await Promise.all([send(), send()])
  const references = results.flatMap((result) => (result.outcome === 'stored' ? result.reference : []))
  for (const reference of references) writeSync(1, `${key} ${reference}\n`)
  return references[0] ?? ''
}

await Promise.all(Array.from({ length: 8 }, (_, visitor) => visit(visitor)))
