import { afterEach, expect, test, vi } from 'vitest'
import { eventAnswer } from './event-answer.ts'

afterEach(() => {
  vi.useRealTimers()
})

function listeners() {
  return { onGone: vi.fn(), onError: vi.fn(), onEnd: vi.fn(async () => undefined) }
}

test('events go out as JSON, a line each, and the end is told once', async () => {
  async function* events() {
    yield { type: 'text', text: 'Two\nlines' }
    yield { type: 'done' }
  }
  const told = listeners()
  const response = eventAnswer(events(), told)
  expect(await response.text()).toBe('data: {"type":"text","text":"Two\\nlines"}\n\ndata: {"type":"done"}\n\n')
  expect([told.onEnd, told.onGone, told.onError].map((each) => each.mock.calls.length)).toEqual([1, 0, 0])
})

test('while nothing is to be said, a comment keeps the connection alive', async () => {
  vi.useFakeTimers()
  async function* events() {
    await new Promise((resolve) => setTimeout(resolve, 25_000))
    yield { type: 'done' }
  }
  const text = eventAnswer(events(), listeners()).text()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(await text).toBe(': still here\n\n: still here\n\ndata: {"type":"done"}\n\n')
  expect(vi.getTimerCount()).toBe(0)
})

test('who goes away stops what makes the events, also before the first of them', async () => {
  let isStopped = false
  async function* events() {
    try {
      yield { type: 'text' }
      yield { type: 'never' }
    } finally {
      isStopped = true
    }
  }
  const told = listeners()
  const reader = eventAnswer(events(), told).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect([isStopped, told.onGone.mock.calls.length, told.onEnd.mock.calls.length]).toEqual([true, 1, 1])
  const early = listeners()
  await eventAnswer(events(), early).body?.cancel()
  expect(early.onEnd).toHaveBeenCalledOnce()
})

test('what breaks is told, and ends the answer as if it were cut', async () => {
  const fault = new Error('a fault')
  async function* events(): AsyncGenerator<object, void> {
    yield { type: 'text' }
    throw fault
  }
  const told = listeners()
  expect(await eventAnswer(events(), told).text()).toBe('data: {"type":"text"}\n\n')
  expect(told.onError).toHaveBeenCalledWith(fault)
  expect(told.onEnd).toHaveBeenCalledOnce()
})
