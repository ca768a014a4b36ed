import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { broken, createNotes, exchange, plain, serve } from '../../../tests/support/serve-plain.ts'
import type { SiteServerOptions } from './site-server.ts'

/** Reads the beginning of a body, gives up, and answers. */
const givesUp: SiteServerOptions['dynamic'] = async (req, res) => {
  for await (const _ of req) break
  res.writeHead(405).end()
}

test.each([
  ['that nobody wants', '/x', plain.dynamic],
  ['whose reader gives up', '/api/x', givesUp],
])('a body %s is cut off, and the answer arrives all the same', async (_, path, dynamic) => {
  const port = await serve({ dynamic, limits: { unreadMs: 50 } })
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n`)
  socket.write(Buffer.alloc(65_536))
  await once(socket, 'data')
  const send = () => {
    while (socket.writable && socket.write(Buffer.alloc(65_536)));
  }
  socket.on('drain', send)
  send()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
  expect(socket.bytesWritten).toBeLessThan(50_000_000)
})

test('a short body that nobody wants leaves the connection usable', async () => {
  const port = await serve({})
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  const body = 'x'.repeat(100_000)
  socket.write(
    `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}GET /x HTTP/1.1\r\nHost: a\r\n\r\n`,
  )
  let answers = ''
  for await (const data of socket) {
    answers += data
    if (answers.includes('dynamic')) break
  }
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200'])
})

test('a client that leaves in the middle of its body is noted as such, and nothing is rendered for it', async () => {
  const { log, lines } = createNotes()
  const port = await serve({ log, dynamic: broken })
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\nx')
  await once(socket, 'data')
  socket.resetAndDestroy()
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines).toEqual([expect.objectContaining({ path: '/api/x', status: 499 })])
  expect(lines[0]).not.toHaveProperty('message')
})

test('a body is handed over whole, however it comes', async () => {
  const port = await serve({ dynamic: ({ body }, res) => res.end(body) })
  const whole = `${'x'.repeat(5_000)}ä`
  const bytes = new TextEncoder().encode(whole)
  const chunked = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/x' })
  for (const [from, to] of [[0, 1], [1, 5_001], [5_001]] as const) chunked.write(bytes.slice(from, to))
  const [response] = await once(chunked.end(), 'response')
  expect(await text(response)).toBe(whole)
  for (const body of [whole, '']) {
    expect(await (await fetch(`http://127.0.0.1:${port}/api/x`, { method: 'POST', body })).text()).toBe(body)
  }
})

test('a body in single bytes is refused', async () => {
  const port = await serve({ dynamic: broken })
  const answer = await exchange(
    port,
    `POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(3_000)}0\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})

test('bodies that stay half sent go one by one for new ones, and a short post is taken all the time', async () => {
  const port = await serve({ trustedProxies: 1, dynamic: ({ body }, res) => res.end(String(body?.length)) })
  const size = 380 * 1024
  const half = Buffer.alloc(size - 1)
  const cut: number[] = []
  const post = (socket: Socket, sender: number, length: number) =>
    socket.write(
      `POST /api/x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.${sender}\r\nContent-Length: ${length}\r\n\r\n`,
    )
  const honest = connect(port, '127.0.0.1')
  post(honest, 200, 5)
  honest.write('1234')
  const senders = Array.from({ length: 60 }, (_, i) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', (data) => String(data).startsWith('HTTP/1.1 503') && cut.push(i))
    socket.on('error', () => {})
    post(socket, i % 4, size)
    socket.write(half)
    return socket
  })
  onTestFinished(() => senders.forEach((socket) => void socket.destroy()))
  // What each holds is a little more than its bytes.
  await expect.poll(() => cut.length).toBe(60 - Math.floor((8 * 1024 * 1024) / (size + 4096)))
  honest.end('5')
  const [answer] = await once(honest, 'data')
  expect(String(answer)).toMatch(/\r\n\r\n5$/)
  const quick = await fetch(`http://127.0.0.1:${port}/api/x`, { method: 'POST', body: 'quick' })
  expect(await quick.text()).toBe('5')
})
