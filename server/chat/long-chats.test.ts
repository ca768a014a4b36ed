import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { postChat, readReply } from '../../tests/support/mock-gateway.ts'
import { nothingKnown } from '../leads/fields.ts'
import type { ChatMessage } from './messages.ts'

afterEach(() => vi.restoreAllMocks())

const source = new URL('./details/details.worker.ts', import.meta.url)
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
const fill = (piece: string) => [...piece.repeat(2_000)].slice(0, 2_000).join('')
const pieces = [
  '2-"; ; $1 ',
  'a website, and a shop, or ',
  'ﷺ, ',
  '😀\u0301',
  'I need an app for $5k in 3 weeks. ',
  'Why? ',
]

test('reads the longest chats without searching them, and their last message a few times', async () => {
  const app = await open(source)
  await postChat(app, 'Hello').then(readReply)
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const matchAll = vi.spyOn(String.prototype, 'matchAll')
  for (const [i, piece] of pieces.entries()) {
    const response = await postChat(app, Array(12).fill(user(fill(piece))), { sender: `203.0.${i}.7` })
    expect(response.status).toBe(200)
    await response.text()
    const characters = normalize.mock.contexts.map(String).reduce((sum, { length }) => sum + length, 0)
    // All twelve messages are checked and proved.
    expect(characters / fill(piece).length, piece).toBeLessThan(12 + 12 + 10)
    normalize.mockClear()
  }
  expect(matchAll).not.toHaveBeenCalled()
})

test('reads details in a worker', async () => {
  const app = await open(source)
  const messages = [user('I am Ada Lovelace, ada@client.example'), user('I need a booking app for my gym')]
  const details = { name: 'Ada Lovelace', email: 'ada@client.example', requirements: 'a booking app for my gym' }
  expect(await detailsOf(postChat(app, messages))).toEqual({ ...nothingKnown, ...details })
})

/** A worker that answers once the gate opens: the first message of a chat as its email address. */
const gated = programOf(`
  import { parentPort } from 'node:worker_threads'
  const gate = new BroadcastChannel('gate')
  const opened = new Promise((resolve) => { gate.onmessage = resolve })
  gate.postMessage('ready')
  parentPort.on('message', async ([email]) => {
    await opened
    gate.close()
    parentPort.postMessage({ all: { email, requirements: null }, newest: { email: null, budget: null, requirements: null } })
  })`)

test('a network that sends many chats at once loses its oldest, and others none', async () => {
  const app = await open(gated)
  const gate = new BroadcastChannel('gate')
  const ready = once(gate, 'message')
  const read = vi.spyOn(app.chat.details, 'read')
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

test('answers without details if the worker breaks, logs why, and starts another', async () => {
  const lines: string[] = []
  const broken = programOf('throw new Error("no memory")')
  const app = await open(broken, createLog({ write: (line) => void lines.push(line) }))
  for (const count of [1, 2]) {
    expect(await detailsOf(postChat(app, 'I am Ada Lovelace'))).toEqual(nothingKnown)
    expect(lines.filter((line) => line.includes('no memory'))).toHaveLength(count)
  }
})
