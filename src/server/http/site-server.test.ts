import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { broken, createNotes, exchange, plain, serve } from '../../../tests/support/serve-plain.ts'
import type { SiteServerOptions } from './site-server.ts'

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

const file = { headers: [], body: Buffer.from('file'), etag: '""' }

test('no path becomes a redirect to another host', async () => {
  const port = await serve({})
  for (const path of ['//example.org/', '/\\example.org/', '/\\/example.org//']) {
    expect((await ask(port, 'GET', path)).headers.location).toBe('/example.org')
  }
})

test('a path takes its own methods, and one that there is not takes none', async () => {
  const files = { ...plain.files, find: (path: string) => (path === '/page' ? file : undefined) }
  const port = await serve({ files, dynamic: (req, res) => (req.url === '/404' ? broken() : res.end('dynamic')) })
  expect((await ask(port, 'POST', '/posted?key=a')).status).toBe(200)
  for (const [method, path, allow] of [
    ['POST', '/page', 'GET, HEAD'],
    ['POST', '/x', 'GET, HEAD'],
    ['PUT', '/posted', 'GET, HEAD, POST'],
    ['TRACE', '/posted', 'GET, HEAD, POST'],
    ['GET', '/api/x', 'POST'],
    ['OPTIONS', '/api/x', 'POST'],
  ] as const) {
    expect(await ask(port, method, path)).toMatchObject({ status: 405, headers: { allow } })
  }
  for (const path of ['/posted/below', '/posted/', '/api/y', '/constructor']) {
    expect((await ask(port, 'POST', path)).status, path).toBe(404)
  }
})

test('what is no route is only rendered as the not-found page, whatever the renderer could do', async () => {
  const rendered: unknown[] = []
  const port = await serve({
    dynamic: ({ url }, res, { path }) => {
      rendered.push([url, path])
      res.writeHead(404).end()
    },
  })
  for (const path of ['/_image?href=/share.png', '/_server-islands/x', '/X', '/%78', '/toString', '/404']) {
    expect((await ask(port, 'GET', path)).status, path).toBe(404)
  }
  expect(rendered.slice(0, 2)).toEqual([
    ['/404', '/_image'],
    ['/404', '/_server-islands/x'],
  ])
  expect(rendered.every((each) => Array.isArray(each) && each[0] === '/404')).toBe(true)
})

test('a path over 2 kB is too long', async () => {
  const port = await serve({ dynamic: (_, res) => res.writeHead(404).end() })
  expect((await ask(port, 'GET', `/${'x'.repeat(2047)}`)).status).toBe(404)
  expect((await ask(port, 'GET', `/x?${'x'.repeat(4000)}`)).status).toBe(404)
  for (const method of ['GET', 'POST']) {
    expect((await ask(port, method, `/${'x'.repeat(2048)}`)).status).toBe(414)
    expect((await ask(port, method, `${'/'.repeat(15_500)}x`)).status).toBe(414)
  }
})

test.each([
  ['no Host', ''],
  ['two', 'Host: a\r\nhost: a\r\n'],
  ['one with an impossible port', 'Host: localhost:99999\r\n'],
  ['one that is no address', 'Host: 256.0.0.1\r\n'],
  ['one with a user', 'Host: a@b\r\n'],
])('a request with %s for its Host is refused', async (_, hosts) => {
  const port = await serve({ dynamic: broken })
  expect(await exchange(port, `GET /x HTTP/1.1\r\nConnection: close\r\n${hosts}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
})

test('of requests that are sent ahead one is answered at a time, and with too many the connection ends', async () => {
  let most = 0
  let open = 0
  const dynamic: SiteServerOptions['dynamic'] = async (_, res) => {
    open += 1
    most = Math.max(most, open)
    await new Promise(setImmediate)
    open -= 1
    res.end('dynamic')
  }
  const port = await serve({ dynamic })
  const get = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n'
  const answers = await exchange(port, get.repeat(15) + get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(16)
  expect(most).toBe(1)
  const tooMany = await exchange(port, get.repeat(2_000)).catch(() => '')
  expect(tooMany.match(/HTTP\/1\.1 200/g) ?? []).toHaveLength(0)
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
})

test('what there is not is rendered as the not-found page, and logged once with its referrer', async () => {
  const { log, lines } = createNotes()
  const port = await serve({ log, dynamic: ({ url }, res, { path }) => res.writeHead(404).end(`${url} for ${path}`) })
  const response = await fetch(`http://127.0.0.1:${port}/y?secret`, {
    headers: { referer: 'https://a.example/b?secret' },
  })
  expect([response.status, await response.text()]).toEqual([404, '/404 for /y'])
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines).toMatchObject([{ message: 'page not found', path: '/y', status: 404, referrer: 'https://a.example/b' }])
})

test('of long paths and referrers 500 characters are logged', async () => {
  const { log, lines } = createNotes()
  const port = await serve({ log, dynamic: (_, res) => res.writeHead(404).end() })
  const referer = `https://a.example/${'b'.repeat(4_000)}`
  for (const path of [`/${'y'.repeat(1500)}`, `/${'z'.repeat(4_000)}`]) {
    await fetch(`http://127.0.0.1:${port}${path}`, { headers: { referer } })
  }
  await expect.poll(() => lines).toHaveLength(2)
  expect(lines).toMatchObject([
    { path: `/${'y'.repeat(499)}`, referrer: referer.slice(0, 500) },
    { path: `/${'z'.repeat(499)}` },
  ])
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
