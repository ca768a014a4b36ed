import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reservedPaths } from '../platform/content/markdown-pages.ts'
import { defaultLimits } from '../platform/limits/limits.ts'
import { sqlite } from '../tests/support/databases.ts'
import { ada, openTestApp, type TestApp } from '../tests/support/desk.ts'
import { type Asked, ask, askJson, siteOf } from '../tests/support/http.ts'

const open = async (variables: Record<string, string> = {}): Promise<TestApp> =>
  await openTestApp(await sqlite.createPlace(), variables)

test('answers 500 with the usual headers if a page or the database fails', async () => {
  const app = await open()
  const broken = { renderPage: () => Promise.reject(new Error('a file is gone')) }
  for (let i = 0; i < 2; i++) {
    const response = await ask(app, '/contact', {}, broken)
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n'])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('sends a referrer policy with everything, and no referrer from pages behind personal links', async () => {
  const app = await open()
  const policyOf = async (path: string, asked: Asked = {}) =>
    (await ask(app, path, asked)).headers.get('referrer-policy')
  const paths = [
    '/contact',
    '/search?q=mvp',
    '/nowhere',
    '/contact/',
    '/call/event.ics',
    '/healthz',
    `/${'x'.repeat(3_000)}`,
  ]
  for (const path of paths) expect(await policyOf(path), path).toBe('strict-origin-when-cross-origin')
  for (const body of ['{}', '{']) {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    for (const path of ['contact', 'booking', 'call', 'newsletter', 'chat'])
      expect(await policyOf(`/api/${path}`, post), path).toBe('strict-origin-when-cross-origin')
  }
  for (const path of ['/call/manage', '/call/confirm', '/newsletter/confirm', '/newsletter/unsubscribe'])
    for (const method of ['GET', 'POST', 'PUT'])
      expect(await policyOf(`${path}?key=x`, { method }), path).toBe('no-referrer')
})

test('a flood of requests from one network doesn’t delay other networks', async () => {
  const site = siteOf(await open())
  const done: string[] = []
  const post = async (remoteAddress: string, n: number) => {
    const body = JSON.stringify({ ...ada, email: `ada${n}@example.com`, requestId: `${n}` })
    const headers = { 'content-type': 'application/json' }
    await site.fetch(new Request('http://localhost:4321/api/contact', { method: 'POST', headers, body }), {
      remoteAddress,
    })
    done.push(remoteAddress)
  }
  const flood = Array.from({ length: 100 }, (_, n) => post(`203.0.113.${n}`, n))
  await Promise.all([...flood, post('198.51.100.7', 100)])
  expect(done.indexOf('198.51.100.7')).toBeLessThan(10)
})

test('pages in content/ can’t take the path of a built-in page, a route, or a built folder', async () => {
  const routes = siteOf(await open()).routes.map(({ path }) => path.split('/')[1] ?? '')
  const pages = readdirSync('site/pages').map((name) => name.replace(/\..*$/, ''))
  const builtIn = [...routes, ...pages].filter((name) => /^\w/.test(name))
  // Astro reserves 500. The build writes islands/. The legal pages are in content/legal/.
  const others = ['500', 'islands', 'privacy', 'terms']
  expect(reservedPaths).toEqual([...new Set([...builtIn, ...others])].toSorted())
})

test('never redirects to another host', async () => {
  const app = await open()
  for (const path of ['//example.org/', '///example.org//'])
    expect((await ask(app, `http://localhost:4321${path}`)).headers.get('location')).toBe('/example.org')
})

test('answers 405 to other methods, and 404 where there is no route', async () => {
  const app = await open()
  const files = { find: () => undefined, redirectOf: () => undefined, typeOf: () => 'text/html' }
  for (const [method, path, allow, options] of [
    ['POST', '/page', 'GET, HEAD', { files }],
    ['PUT', '/newsletter/confirm', 'GET, HEAD, POST', {}],
    ['OPTIONS', '/api/contact', 'POST', {}],
    ['GET', '/api/contact', 'POST', {}],
  ] as const) {
    const { status, headers } = await ask(app, path, { method }, options)
    expect([status, headers.get('allow')], `${method} ${path}`).toEqual([405, allow])
  }
  for (const path of ['/api/contact/below', '/api/contact/', '/api/y', '/constructor', '/%61pi/contact'])
    expect((await ask(app, path, { method: 'POST' })).status, path).toBe(404)
})

test('refuses a path over 2 kB', async () => {
  const app = await open()
  const statusOf = async (path: string, asked: Asked = {}) => (await ask(app, path, asked)).status
  expect(await statusOf(`/${'x'.repeat(2047)}`)).toBe(404)
  expect(await statusOf(`/healthz?${'x'.repeat(4000)}`)).toBe(200)
  for (const method of ['GET', 'POST']) expect(await statusOf(`/${'x'.repeat(2048)}`, { method })).toBe(414)
})

test('redirects an old URL to its new URL, with the query before the anchor', async () => {
  const app = await open()
  const moved: Record<string, string> = { '/old': '/new#b', '/query': '/new?b=2#c' }
  const files = { find: () => undefined, redirectOf: (path: string) => moved[path], typeOf: () => undefined }
  for (const [path, location] of [
    ['/old?a=1', '/new?a=1#b'],
    ['/query?a=1', '/new?b=2&a=1#c'],
  ] as const) {
    const { status, headers } = await ask(app, path, {}, { files })
    expect([status, headers.get('location')]).toEqual([301, location])
  }
})

const v4 = '198.51.103.7'
test.each([
  ['192.0.2.1', 0, '192.0.2.1', '198.51.100.7'],
  ['127.0.0.1', 2, '198.51.100.7', '203.0.113.9, 198.51.100.7, 192.0.2.44'],
  ['::ffff:192.0.2.1', 1, '192.0.2.1', 'unknown'],
  ['192.0.2.1', 2, '192.0.2.1', '198.51.100.7'],
  ['127.0.0.1', 1, v4, v4, ` ${v4} `, `${v4}:4711`, `"${v4}:4711"`, `[${v4}]:80`, `::ffff:${v4}`, `6.6.6.6,${v4}`],
  ['127.0.0.1', 1, v4, '[::FFFF:c633:6707]:443'],
  ['127.0.0.1', 1, '2001:db8::1', '2001:DB8:0:0::1', '[2001:db8::1]', '[2001:db8::1]:443', '"[2001:db8::1]:443"'],
  ['127.0.0.1', 1, 'fe80::1', 'fe80::1%eth0', '[fe80::1%25eth0]:443', '2001:db8::7,"fe80::1"'],
  ['127.0.0.1', 1, '127.0.0.1', '_hidden', '""', '[]', '[::1', '1.2.3', '1.2.3.4.5', '1.2.3.4:5:6', '0x7f.1'],
  ['127.0.0.1', 1, '127.0.0.1', 'for=1.2.3.4', 'a@1.2.3.4', '1.2.3.4/24', '%eth0', `${v4},`, '::1::', '[::1]]'],
])('a visitor at %s behind %i proxies counts as %s, whatever else the header contains', async (...about) => {
  const [remoteAddress, trustedProxies, sender, ...forwarded] = about
  const app = await open({ TRUSTED_PROXIES: `${trustedProxies}` })
  const counted: string[] = []
  app.counter.receiveBeacon = ({ address }) => {
    counted.push(address)
    return 204
  }
  const { fetch } = siteOf(app)
  const before = trustedProxies === 1 ? ['', '6.6.6.6,', '"[::1,', ',,'] : ['']
  const all = forwarded.flatMap((each) => before.map((written) => written + each))
  for (const each of all) {
    const headers = { 'x-forwarded-for': each }
    await fetch(new Request('http://localhost/api/seen', { headers }), { remoteAddress })
  }
  expect(counted).toEqual(all.map(() => sender))
})

test('each submission is counted for its address, its network, and everyone, unless its URL has a signed key', async () => {
  const limits = Object.entries(defaultLimits).map(([name, limit]) => {
    return [name, typeof limit === 'object' && 'everyone' in limit ? { ...limit, everyone: 0 } : limit]
  })
  const app = await openTestApp(await sqlite.createPlace(), {}, { limits: Object.fromEntries(limits) })
  const links = ['/call/confirm', '/call/manage', '/newsletter/confirm', '/newsletter/unsubscribe']
  const posts = siteOf(app).routes.filter(({ method, path }) => method === 'POST' && !links.includes(path))
  expect(posts.length).toBeGreaterThan(5)
  const body = { ...ada, messages: [{ role: 'user', content: 'Hi' }], start: new Date(app.now()).toISOString() }
  for (const { path } of posts) {
    const { status } = await askJson(app, path, body)
    // Page views are dropped without an error for the page.
    expect(status, path).toBe(path === '/api/seen' ? 204 : 429)
  }
})
