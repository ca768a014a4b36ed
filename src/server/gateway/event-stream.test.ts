import { describe, expect, test } from 'vitest'
import { EventStreamError, readEvents } from './event-stream.ts'

async function read(text: string | Uint8Array, size = 1): Promise<unknown[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  async function* chunks() {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  }
  const events: unknown[] = []
  for await (const event of readEvents(chunks(), parse)) events.push(event)
  return events
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

describe.each([1, 2, 3, 5, 1_000])('in chunks of %i bytes', (size) => {
  test.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('events are read with lines that end with %s', async (_, end) => {
    const stream = `: a comment\n\ndata: {"a":"ünï 🪁 \\n"}\n\ndata:2\n\nid: 7\nretry: 3\nevent: x\ndata: [3]\n\n`
    expect(await read(stream.replaceAll('\n', end), size)).toEqual([{ a: 'ünï 🪁 \n' }, 2, [3]])
  })

  test('data over several lines is joined', async () => {
    expect(await read('data: {"a":\ndata: 1}\n\n', size)).toEqual([{ a: 1 }])
  })
})

test('an event counts without the blank line after it, and at the end without any', async () => {
  expect(await read('data: 1\ndata: 2\n')).toEqual([1, 2])
  expect(await read('data: 1\n\ndata: 2')).toEqual([1, 2])
})

test('comments and events without data are none, and a mark in front is skipped', async () => {
  expect(await read('\uFEFF: OPENROUTER PROCESSING\n\n:\n\ndata\n\ndata:\n\nevent: ping\n\ndata: 1\n\n')).toEqual([1])
})

test('a line separator of Unicode ends no line', async () => {
  expect(await read('data: "a\u2028b\u0085c"\n\n')).toEqual(['a\u2028b\u0085c'])
})

test.each([
  ['that is no field', '<html>\n'],
  ['whose data is never whole', 'data: {"a":\n\n'],
  ['whose data is cut', 'data: {"a":'],
  ['without an end', `data: "${'x'.repeat(70_000)}`],
])('a line %s is told', async (_, stream) => {
  await expect(read(stream, 1_000)).rejects.toBeInstanceOf(EventStreamError)
})

test('broken UTF-8 is told', async () => {
  await expect(read(Uint8Array.of(0x64, 0xff, 0x0a))).rejects.toBeInstanceOf(EventStreamError)
  await expect(read(Uint8Array.of(0x64, 0xe2, 0x82))).rejects.toBeInstanceOf(EventStreamError)
})
