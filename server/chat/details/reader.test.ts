import { once } from 'node:events'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { sqlite } from '../../../tests/support/databases.ts'
import { openTestApp } from '../../../tests/support/desk.ts'
import { postChat, readReply } from '../../../tests/support/mock-gateway.ts'
import { nothingKnown } from '../../leads/fields.ts'
import type { ChatMessage } from '../messages.ts'

afterEach(() => vi.restoreAllMocks())

const source = new URL('./details.worker.ts', import.meta.url)
const open = async (detailsProgram?: URL, log = createLog({ write: () => {} })) =>
  await openTestApp(await sqlite.createPlace(), {}, { detailsProgram, log })
const user = (content: string): ChatMessage => ({ role: 'user', content })

async function detailsOf(response: Response | Promise<Response>) {
  const { events, outcome } = await readReply(await response)
  const [first] = events
  expect(outcome).toBe('answered')
  return first?.type === 'details' ? first.details : undefined
}

const programOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
test('reads details in a worker', async () => {
  const app = await open(source)
  const messages = [user('I am Ada Lovelace, ada@client.example'), user('I need a booking app for my gym')]
  const requirements = expect.stringContaining('a booking app for my gym')
  const known = { name: 'Ada Lovelace', email: 'ada@client.example', requirements }
  expect(await detailsOf(postChat(app, messages))).toEqual({ ...nothingKnown, ...known })
})

/** A worker that answers once the gate opens. It returns a chat's first message as the email address. */
const gated = programOf(`
  import { parentPort } from 'node:worker_threads'
  const gate = new BroadcastChannel('gate')
  const opened = new Promise((resolve) => { gate.onmessage = resolve })
  gate.postMessage('ready')
  parentPort.on('message', async ([{ visitor: email }]) => {
    await opened
    gate.close()
    const nothing = ${JSON.stringify(nothingKnown)}
    parentPort.postMessage({ all: { ...nothing, email }, newest: nothing, budget: null, users: null })
  })`)

test('a network that sends many chats at once loses its oldest, and others none', async () => {
  const app = await open(gated)
  const gate = new BroadcastChannel('gate')
  const ready = once(gate, 'message')
  const read = vi.spyOn(app.chat, 'readDetails')
  const flood = Array.from({ length: 24 }, (_, i) => detailsOf(postChat(app, 'Hi', { sender: `203.0.113.${i}` })))
  const other = detailsOf(postChat(app, 'Hello', { sender: '198.51.100.7' }))
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(25))
  await ready
  gate.postMessage('open')
  expect(await other).toMatchObject({ email: 'Hello' })
  const emails = (await Promise.all(flood)).map((details) => details?.email)
  expect(emails.filter((email) => email === null).length).toBeGreaterThan(5)
  gate.close()
})

const failures = { 'throw new Error("no memory")': 'no memory', 'process.exit()': 'it exited' }

test.each(Object.entries(failures))(
  'replies without details after %s, logs why, and starts another',
  async (code, reason) => {
    const lines: string[] = []
    const app = await open(programOf(code), createLog({ write: (line) => void lines.push(line) }))
    for (const count of [1, 2]) {
      expect(await detailsOf(postChat(app, 'I am Ada Lovelace'))).toEqual(nothingKnown)
      expect(lines.filter((line) => line.includes(reason))).toHaveLength(count)
    }
  },
)

const hanging = programOf(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', () => new BroadcastChannel('hanging').postMessage(''))`)

test('a worker that hangs is ended after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const channel = new BroadcastChannel('hanging')
  onTestFinished(() => {
    vi.useRealTimers()
    channel.close()
  })
  const app = await open(hanging)
  const isHanging = once(channel, 'message')
  const details = detailsOf(postChat(app, 'I am Ada Lovelace'))
  await isHanging
  vi.advanceTimersByTime(10_000)
  expect(await details).toEqual(nothingKnown)
})
