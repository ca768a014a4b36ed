import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSilentLog } from './log.ts'
import { createSiteServer, type SiteServerOptions } from './site-server.ts'

const plain: SiteServerOptions = {
  files: { find: () => undefined, redirectOf: () => undefined },
  dynamic: (_req, res) => res.end('dynamic'),
  notFoundPath: '/404',
  readiness: async () => [],
  commonHeaders: ['X-Content-Type-Options', 'nosniff'],
  postedPages: ['/posted'],
  trustedProxies: 0,
  log: createSilentLog(),
}

/** @returns the port of a server of this test's own */
async function serve(options: Partial<SiteServerOptions>): Promise<number> {
  const server = createSiteServer({ ...plain, ...options }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function broken(): never {
  throw new Error('a file is gone')
}

test.each([
  ['a built file that was taken away', { files: { find: broken, redirectOf: () => undefined } }],
  ['a page that throws', { dynamic: broken }],
  ['a page that rejects', { dynamic: async () => broken() }],
])('%s is answered with 500, and the server goes on', async (_, options) => {
  const port = await serve(options)
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/x`)
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n'])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

/** Unlike fetch, sends the path and the method as they are. @returns the status and the headers of the answer */
async function ask(port: number, method: string, path: string) {
  const [response] = await once(request({ port, host: '127.0.0.1', method, path }).end(), 'response')
  response.resume()
  return { status: response.statusCode, headers: response.headers }
}

test('no path becomes a redirect to another host', async () => {
  const port = await serve({})
  for (const path of ['//example.org/', '/\\example.org/', '/\\/example.org//']) {
    expect((await ask(port, 'GET', path)).headers.location).toBe('/example.org')
  }
})

test('pages are only read, but for those that take a POST', async () => {
  const port = await serve({})
  expect((await ask(port, 'POST', '/posted?key=a')).status).toBe(200)
  for (const [method, path, allow] of [
    ['POST', '/page', 'GET, HEAD'],
    ['POST', '/posted/below', 'GET, HEAD'],
    ['POST', '/posted/', 'GET, HEAD'],
    ['PUT', '/posted', 'GET, HEAD, POST'],
    ['DELETE', '/posted', 'GET, HEAD, POST'],
  ] as const) {
    expect(await ask(port, method, path)).toMatchObject({ status: 405, headers: { allow } })
  }
})

test('TRACE is not allowed anywhere', async () => {
  const port = await serve({ dynamic: broken })
  for (const path of ['/', '/api/contact']) expect((await ask(port, 'TRACE', path)).status).toBe(405)
})

/** Reads the beginning of a body, gives up, and answers. */
const givesUp: SiteServerOptions['dynamic'] = async (req, res) => {
  for await (const _ of req) break
  res.writeHead(405).end()
}

test.each([
  ['that nobody wants', '/', plain.dynamic],
  ['whose reader gives up', '/api/x', givesUp],
])('a body %s is cut off, and the answer arrives all the same', async (_, path, dynamic) => {
  const port = await serve({ dynamic })
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
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}GET /x HTTP/1.1\r\nHost: a\r\n\r\n`,
  )
  let answers = ''
  for await (const data of socket) {
    answers += data
    if (answers.includes('dynamic')) break
  }
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200'])
})

test('a former address answers with 301, the query before the part of the page', async () => {
  const port = await serve({
    files: { find: () => undefined, redirectOf: (path) => ({ '/old': '/new#b', '/query': '/new?b=2#c' })[path] },
  })
  const { status, headers } = await ask(port, 'GET', '/old?a=1')
  expect([status, headers.location]).toEqual([301, '/new?a=1#b'])
  const locationOf = async (path: string) => (await ask(port, 'GET', path)).headers.location
  expect(await locationOf('/query')).toBe('/new?b=2#c')
  expect(await locationOf('/query?a=1')).toBe('/new?b=2&a=1#c')
  expect((await ask(port, 'POST', '/old')).status).toBe(405)
})

test('what nobody answers is rendered once more, as the not-found page, and logged with its referrer', async () => {
  const lines: unknown[] = []
  const log = createSilentLog()
  log.warn = (line: unknown) => lines.push(line)
  const port = await serve({
    log,
    dynamic: ({ url }, res, next, { path }) => (url === '/404' ? res.writeHead(404).end(`no ${path}`) : next()),
  })
  const response = await fetch(`http://127.0.0.1:${port}/x`, { headers: { referer: 'https://a.example/b?secret' } })
  expect([response.status, await response.text()]).toEqual([404, 'no /x'])
  expect(lines).toEqual([expect.objectContaining({ path: '/x', referrer: 'https://a.example/b' })])
})

test('/readyz says ok and what else is to be known as long as a lead can be taken', async () => {
  const answer = async (readiness: SiteServerOptions['readiness']) => {
    const response = await fetch(`http://127.0.0.1:${await serve({ readiness })}/readyz`)
    return [response.status, await response.text()]
  }
  expect(await answer(async () => [])).toEqual([200, 'ready\n'])
  expect(await answer(async () => ['the disk runs low'])).toEqual([200, 'ready\nthe disk runs low\n'])
  expect(await answer(async () => undefined)).toEqual([503, 'not ready\n'])
})
