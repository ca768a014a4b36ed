import { expect, test } from 'vitest'
import type { ChatAction } from './chat.state.ts'
import { readEvents } from './chat.stream.ts'

/** A body that comes in pieces of a given number of bytes. */
function bodyOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size))
      controller.close()
    },
  })
}

async function eventsOf(text: string, size = 7): Promise<ChatAction[]> {
  const events: ChatAction[] = []
  for await (const event of readEvents(bodyOf(text, size))) events.push(event)
  return events
}

const said = 'data: {"type":"text","text":"Zoë pays ₹10,000 🤖 "}\n\ndata: {"type":"done","outcome":"answered"}\n\n'
const events = [
  { type: 'text', text: 'Zoë pays ₹10,000 🤖 ', at: expect.any(Number) },
  { type: 'done', isApology: false },
]

test('events come whole however the bytes are cut, through the middle of a character too', async () => {
  for (const size of [1, 2, 3, 5, 1000]) expect(await eventsOf(said, size)).toEqual(events)
})

test('both kinds of line break, comments and events of other kinds are borne', async () => {
  const text = `: still here\r\n\r\n${said.replaceAll('\n', '\r\n')}data: {"type":"mood"}\n\ndata: 7\n\nevent: x\n\n`
  expect(await eventsOf(text)).toEqual(events)
})

test('a booking is handed on as it came', async () => {
  const booking = { name: 'Ada', email: null }
  expect(await eventsOf(`data:${JSON.stringify({ type: 'booking', booking })}\n\n`)).toEqual([
    { type: 'booking', booking },
  ])
})

test('a line that is no JSON breaks the stream, and one that was cut off says nothing', async () => {
  await expect(eventsOf('data: {"type":"te\n\n')).rejects.toThrow()
  expect(await eventsOf('data: {"type":"text","te')).toEqual([])
})
