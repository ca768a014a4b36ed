import { expect, onTestFinished, test } from 'vitest'
import { sqlite } from '../tests/support/databases.ts'
import { adaBooking, openTestApp } from '../tests/support/desk.ts'
import { replies } from '../tests/support/gateway-scripts.ts'
import { openTalk, postTo, readReply } from '../tests/support/talk.ts'
import { siteContent } from './content/site-content.ts'
import type { Mind } from './mind.ts'
import { createTimedCalls } from './server/calls/timed-calls.ts'

const { says, next } = siteContent().agent.builtIn.unknown.other
const unknown = [...says, next].join(' ')

/** A mind that finds no end of whatever it is to read. `asked`: for what. */
function endlessMind() {
  const script = new URL('../tests/support/endless.worker.ts', import.meta.url)
  const mind = createTimedCalls<Mind>({ script, workMs: 20 })
  onTestFinished(() => mind.close())
  const asked: string[] = []
  const call: typeof mind.call = (name, ...args) => {
    asked.push(name)
    return mind.call(name, ...args)
  }
  return { ...mind, call, asked }
}

test('a message whose reading finds no end is answered once that the agent does not know', async () => {
  const mind = endlessMind()
  const app = await openTestApp(await sqlite.createPlace(), {}, { mind })
  const { status, text, outcome } = await readReply(await postTo(app, 'Hello', {}))
  expect({ status, text, outcome }).toEqual({ status: 200, text: unknown, outcome: 'answered' })
  expect(mind.asked.toSorted()).toEqual(['extract', 'reply'])
})

test('where what a model says finds no end, none of it is shown, and no other model is asked', async () => {
  const mind = endlessMind()
  const call: typeof mind.call = (name, ...args) =>
    name === 'facts' ? Promise.resolve([] as never) : mind.call(name, ...args)
  const { ask, gateway } = await openTalk([replies('An MVP costs $1.'), replies('It costs $2.')], {
    options: { mind: { ...mind, call } },
  })
  const { text, outcome } = await ask('What does an MVP cost?')
  expect({ text, outcome }).toEqual({ text: unknown, outcome: 'answered' })
  expect(gateway.requests).toHaveLength(1)
})

test.each([
  ['finds no end', () => endlessMind()],
  ['fails', () => ({ ...endlessMind(), call: () => Promise.reject(new TypeError('a fault of ours')) })],
])('a consultation that was left, and the reading of whose talk %s, is stored with its fields', async (_, openMind) => {
  const app = await openTestApp(await sqlite.createPlace(), {}, { mind: openMind() })
  const headers = { 'content-type': 'application/json' }
  const transcript = [{ role: 'user', content: 'I am Grace, grace@example.com' }]
  const body = JSON.stringify({ ...adaBooking, partial: true, consent: 'Yes', requestId: 'left', transcript })
  const request = new Request('http://localhost:4321/api/booking', { method: 'POST', headers, body })
  expect(await app.postBooking(request, '203.0.113.7', 'test')).toMatchObject({ status: 200 })
  expect(await app.database.db.selectFrom('leads').selectAll().execute()).toMatchObject([adaBooking])
})
