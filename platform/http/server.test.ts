import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { longTest } from '../../tests/support/databases.ts'
import { createRecords, exchange, serve } from '../../tests/support/serve-plain.ts'
import { bodyLimits } from '../limits/limits.ts'
import { RequestError, readBody } from './request-body.ts'
import type { Http } from './request-context.ts'

const get = (more = '') => `GET /x HTTP/1.1\r\nHost: a\r\n${more}\r\n`
const plain = () => new Response('plain')
const unexpected = () => expect.unreachable()

/** Echoes posts to /echo. */
const echo = new Hono<{ Bindings: NonNullable<Http['env']> }>()
echo.post('/echo', async (c) => {
  c.set('sender', c.req.header('x-forwarded-for') ?? '')
  return c.body(await readBody(c, bodyLimits.chat, 'text/plain'))
})
echo.onError((error, c) => c.text(error.message, error instanceof RequestError ? error.status : 500))

describe('a request', () => {
  test('that fails gets 500, and the server keeps running', async () => {
    const port = await serve(() => Promise.reject(new Error('a file is gone')))
    for (let i = 0; i < 2; i++) expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500)
  })

  test.each([
    ['/x', ''],
    ['/x', 'Host: a\r\nhost: a\r\n'],
    ['/x', 'Host: localhost:99999\r\n'],
    ['/x', 'Host: a@b\r\n'],
    ['http://a/x', 'Host: a\r\n'],
  ])('for “%s” with “%s” is refused', async (target, hosts) => {
    const head = `GET ${target} HTTP/1.1\r\nConnection: close\r\n${hosts}\r\n`
    expect(await exchange(await serve(unexpected), head)).toMatch(
      /^HTTP\/1\.1 400 .*\r\nReferrer-Policy: strict-origin-when-cross-origin\r\n/is,
    )
  })

  test('that is pipelined waits for the previous request, and too many close the connection', async () => {
    let [max, open] = [0, 0]
    const port = await serve(async () => {
      max = Math.max(max, ++open)
      await new Promise(setImmediate)
      open -= 1
      return plain()
    })
    const answers = await exchange(port, get().repeat(15) + get('Connection: close\r\n'))
    expect([answers.match(/HTTP\/1\.1 200/g)?.length, max]).toEqual([16, 1])
    expect(await exchange(port, get().repeat(100)).catch(() => '')).not.toContain('HTTP/1.1 200')
  })

  test('is logged once, in 500 characters and without its query', async () => {
    const { log, lines } = createRecords()
    const port = await serve(
      (_, { outgoing }) => {
        outgoing.isMissing = true
        return new Response('', { status: 404 })
      },
      { log },
    )
    const headers = { referer: `https://a.example/${'b'.repeat(4_000)}?secret` }
    await fetch(`http://127.0.0.1:${port}/${'y'.repeat(1_500)}?secret`, { headers })
    await expect.poll(() => lines).toHaveLength(1)
    const referrer = headers.referer.slice(0, 500)
    const message = 'page not found'
    expect(lines[0]).toMatchObject({ method: 'GET', path: `/${'y'.repeat(499)}`, status: 404, referrer, message })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})

describe('a body', () => {
  test.each([
    ['that nobody wants', () => new Response('', { status: 405 })],
    ['that is too long', echo.fetch],
  ])('%s is cut off, and the response still arrives', async (_, answer) => {
    const port = await serve(answer, { limits: { unreadMs: 50 } })
    const socket = connect(port, '127.0.0.1')
    let answered = ''
    socket.on('data', (data) => (answered += data)).on('error', () => {})
    socket.write('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n')
    socket.write(Buffer.alloc(65_536))
    await once(socket, 'data')
    const send = () => {
      while (socket.writable && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', send)
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answered).toMatch(/^HTTP\/1\.1 (405|413) /)
    expect(socket.bytesWritten).toBeLessThan(50_000_000)
  })

  test('that is short and unread leaves the connection usable', async () => {
    const post = `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`
    const answers = await exchange(await serve(plain), post + get('Connection: close\r\n'))
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  test('whose sender disconnects is logged as such', async () => {
    const { log, lines } = createRecords()
    const socket = connect(await serve(echo.fetch, { log }), '127.0.0.1')
    socket.write('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\nx')
    await once(socket, 'data')
    socket.resetAndDestroy()
    await expect.poll(() => lines).toMatchObject([{ path: '/echo', status: 499 }])
  })

  test('is read completely in any pieces, but not byte by byte or over the limit', async () => {
    const port = await serve(echo.fetch)
    const whole = `${'x'.repeat(5_000)}ä`
    const bytes = new TextEncoder().encode(whole)
    const chunked = request({ port, host: '127.0.0.1', method: 'POST', path: '/echo' })
    for (const [from, to] of [[0, 1], [1, 5_001], [5_001]] as const) chunked.write(bytes.slice(from, to))
    const [response] = await once(chunked.end(), 'response')
    expect(await text(response)).toBe(whole)
    const post = (body: string) => fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', body })
    for (const body of [whole, '']) expect(await (await post(body)).text()).toBe(body)
    const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await exchange(port, `${head}${'1\r\nx\r\n'.repeat(3_000)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
    const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`
    expect(await exchange(port, `${head}${piece.repeat(7)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /)
  })

  longTest('may stay half sent up to 8 MB of them, then makes room for new ones', async () => {
    const [size, kept] = [380 * 1024, 21]
    const port = await serve(echo.fetch)
    const cut: number[] = []
    const post = (sender: number, length: number, sent: Buffer) => {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const head = `POST /echo HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.${sender}\r\nContent-Length: ${length}`
      socket.write(`${head}\r\n\r\n`)
      socket.write(sent)
      return socket.on('error', () => {})
    }
    const honest = post(200, 5, Buffer.from('1234'))
    const senders = Array.from({ length: 3 * kept }, (_, n) => post(n % 4, size, Buffer.alloc(size - 1)))
    for (const [n, socket] of senders.entries())
      socket.once('data', (data) => String(data).startsWith('HTTP/1.1 503') && cut.push(n))
    await expect.poll(() => cut.length).toBe(2 * kept)
    honest.end('5')
    const [answer] = await once(honest, 'data')
    expect(String(answer)).toMatch(/\r\n\r\n12345$/)
  })
})

test('a connection over the limit closes the longest idle connection, and closed connections aren’t counted', async () => {
  const port = await serve(plain, { limits: { connections: { address: 3, network: 3, everyone: 3 } } })
  const closed: string[] = []
  const open = async (name: string) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.once('close', () => closed.push(name))
    await once(socket, 'connect')
    return socket
  }
  const used = await open('used')
  for (let n = 0; n < 5; n++) await exchange(port, get('Connection: close\r\n'))
  expect(closed).toEqual([])
  await open('idle')
  used.write(get())
  await once(used, 'data')
  await open('new')
  await open('newest')
  await expect.poll(() => closed).toEqual(['idle'])
})
