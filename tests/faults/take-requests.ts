import { writeSync } from 'node:fs'
import { openApp } from '../../src/app.ts'
import { type ConsultationInput, submitConsultation } from '../../src/features/leads/consultation.form.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

/**
 * A process to be killed: takes requests from several visitors at once and writes each reference to standard output the
 * moment that it is promised. Each request is sent twice under one key, as an impatient browser does; every other one is a
 * consultation, which the page sends on its own at the same time, because it is being left.
 */
const round = process.argv[2] ?? '0'
const app = await openApp(loadEnvironment(), createSilentLog())
app.start()

const nothing = { company: null, budget: null, timeline: null, requirements: null }

function submitAll(id: string, sender: string, isConsultation: boolean) {
  const words = { name: 'Ada', email: `${id}@d${id}.example` }
  const context = { sender, honeypot: false, elapsedMs: 30_000 }
  if (!isConsultation) {
    const send = () => submitContact(app.contact, { ...words, project: 'An engine', requestId: id }, context)
    return [send(), send()]
  }
  const values = { ...words, ...nothing, requirements: 'An engine' }
  const sent: ConsultationInput = { values, transcript: [], isAgreed: false, abandoned: false, requestId: id }
  const left = { ...sent, values: { ...values, requirements: null }, isAgreed: true, abandoned: true }
  return [left, sent, sent, left].map((input) => submitConsultation(app.booking, input, context))
}

async function visit(visitor: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = `${round}-${visitor}-${n}`
    const sender = `10.${visitor}.${round}.${n >> 4}`
    for (const result of await Promise.all(submitAll(id, sender, n % 2 === 1))) {
      if (result.outcome === 'stored') writeSync(1, `${id} ${result.reference}\n`)
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, visitor) => visit(visitor)))
