import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventStream } from './event-stream.ts'
import { readPost } from './form.ts'
import { RequestError } from './request-body.ts'
import type { Http } from './request-context.ts'

describe('an event stream', () => {
  const listeners = () => ({ onGone: vi.fn(), onError: vi.fn(), onEnd: vi.fn(async () => undefined) })

  test('keeps the connection alive with comments while there are no events', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    async function* events() {
      await new Promise((resolve) => setTimeout(resolve, 25_000))
      yield { type: 'done' }
    }
    const text = eventStream(events(), listeners()).text()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await text).toBe(': still here\n\n: still here\n\ndata: {"type":"done"}\n\n')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('stops its source when the reader disconnects, even before the first event', async () => {
    let isStopped = false
    async function* events() {
      try {
        yield { type: 'text' }
        yield { type: 'never' }
      } finally {
        isStopped = true
      }
    }
    const late = listeners()
    const reader = eventStream(events(), late).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect([isStopped, late.onGone.mock.calls.length, late.onEnd.mock.calls.length]).toEqual([true, 1, 1])
    const early = listeners()
    await eventStream(events(), early).body?.cancel()
    expect(early.onEnd).toHaveBeenCalledOnce()
  })

  test('reports errors, and ends as if it were cut off', async () => {
    async function* events(): AsyncGenerator<object, void> {
      yield { type: 'text' }
      throw new Error('a fault')
    }
    const heard = listeners()
    expect(await eventStream(events(), heard).text()).toBe('data: {"type":"text"}\n\n')
    expect(heard.onError.mock.calls).toEqual([[new Error('a fault')]])
    expect(heard.onEnd).toHaveBeenCalledOnce()
  })
})

describe('a form submission', () => {
  const siteUrl = 'https://studio.example'
  const json = { 'content-type': 'application/json' }

  /** @returns the form's fields, or the status of the refusal */
  async function read(body: BodyInit, headers: Record<string, string> = {}, maxBytes = 1024): Promise<unknown> {
    const app = new Hono<{ Bindings: NonNullable<Http['env']> }>()
    app.post('/', async (c) => {
      c.set('siteUrl', siteUrl)
      c.set('reportOrigin', () => {})
      c.set('sender', '203.0.113.7')
      return c.json(await readPost(c, maxBytes))
    })
    app.onError((error, c) => c.text(error.message, error instanceof RequestError ? error.status : 500))
    const response = await app.request('http://inner:4321/', { method: 'POST', body, headers })
    return response.ok ? await response.json() : response.status
  }

  test('is read as JSON or either form type', async () => {
    const fields = { name: 'Zoë', email: 'z@b.example' }
    const multipart = new FormData()
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value)
    expect(await read(JSON.stringify(fields), json)).toEqual(fields)
    for (const form of [new URLSearchParams(fields), multipart]) expect(await read(form)).toEqual(fields)
  })

  test('is accepted from its own origin or SITE_URL', async () => {
    const headers = { ...json, host: 'inner:4321' }
    for (const origin of ['https://inner:4321', siteUrl]) expect(await read('{}', { ...headers, origin })).toEqual({})
    for (const origin of ['https://evil.example', 'null', 'http://studio.example'])
      expect(await read('{}', { ...headers, origin })).toBe(403)
    const withoutReferrer = { ...headers, origin: 'null' }
    for (const [site, status] of [
      ['same-origin', {}],
      ['same-site', 403],
      ['cross-site', 403],
    ] as const)
      expect(await read('{}', { ...withoutReferrer, 'sec-fetch-site': site })).toEqual(status)
  })

  test('is refused if it’s broken, too large, or of another type', async () => {
    expect(await read('a=b', { 'content-type': 'text/plain' })).toBe(415)
    for (const broken of ['{', '[]', 'null', new Uint8Array([0x22, 0xff, 0x22])])
      expect(await read(broken, json)).toBe(400)
    const ofBytes = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
    expect(await read(ofBytes(1024), json)).toHaveProperty('a')
    expect(await read(ofBytes(1025), json)).toBe(413)
  })

  test('is refused if it has more parts than any form', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    for (const [body, type] of [
      ['['.repeat(190_000) + ']'.repeat(190_000), 'application/json'],
      [`{${Array.from({ length: 30_000 }, (_, i) => `"${i}":1`).join()}}`, 'application/json'],
      ['a=&'.repeat(80_000), 'application/x-www-form-urlencoded'],
      [`${part.repeat(4_000)}--b--\r\n`, 'multipart/form-data; boundary=b'],
      [`--b\r\n${'a: b\r\n'.repeat(40_000)}\r\n--b--\r\n`, 'multipart/form-data; boundary=b'],
    ] as const)
      expect(await read(body, { 'content-type': type }, 400_000), body.slice(0, 9)).toBe(400)
    const text = '[{,"\\'.repeat(20_000)
    expect(await read(JSON.stringify({ text }), json, 400_000)).toEqual({ text })
  })
})
