import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '../support/site.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

const lead = { name: 'Ada', email: 'ada@client.example', project: 'A kite.' }

test('a page comes compressed, with a validator, and is not sent twice', async ({ request }) => {
  const first = await request.get('/', { headers: { 'accept-encoding': 'br' } })
  expect(first.headers()['content-encoding']).toBe('br')
  expect(first.headers()['cache-control']).toContain('must-revalidate')
  const again = await request.get('/', {
    headers: { 'accept-encoding': 'br', 'if-none-match': first.headers()['etag'] ?? '' },
  })
  expect(again.status()).toBe(304)
  const zipped = await request.get('/', { headers: { 'accept-encoding': 'br;q=0, gzip' } })
  expect(zipped.headers()['content-encoding']).toBe('gzip')
  const bare = await request.get('/', { headers: { 'accept-encoding': 'identity' } })
  expect(bare.headers()['content-encoding']).toBeUndefined()
  expect(await bare.text()).toContain('</html>')
})

test('files with a hash in their name may be kept for a year', async ({ request }) => {
  const home = await (await request.get('/')).text()
  const [font] = /\/_astro\/[^"')]+\.woff2/.exec(home) ?? []
  const response = await request.get(String(font))
  expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
})

for (const path of ['/', '/contact', '/nowhere', '/api/contact', '/healthz', '/favicon.svg']) {
  test(`strict headers stand on ${path}`, async ({ request }) => {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['cross-origin-resource-policy']).toBeDefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })
}

test('wrong methods are answered with the right ones', async ({ request }) => {
  const page = await request.post('/', { data: 'x' })
  expect([page.status(), page.headers()['allow']]).toEqual([405, 'GET, HEAD'])
  const api = await request.get('/api/contact')
  expect([api.status(), api.headers()['allow']]).toEqual([405, 'POST'])
})

test('a slash at the end redirects, and never to another host', async ({ request, site }) => {
  const slash = await request.get('/contact/?a=1', { maxRedirects: 0 })
  expect([slash.status(), slash.headers()['location']]).toEqual([308, '/contact?a=1'])
  const host = await request.get(`${site.url}//evil.example/`, { maxRedirects: 0 })
  expect(host.headers()['location'] ?? '/').toMatch(/^\/[^/]*/)
  expect(host.headers()['location'] ?? '/').not.toMatch(/^\/\//)
})

test('JSON in gets JSON out, and the same key the same reference', async ({ request }) => {
  const data = { ...lead, requestId: 'key-1' }
  const first = await (await request.post('/api/contact', { data })).json()
  expect(first).toEqual({ ok: true, reference: expect.stringMatching(/^KW-[0-9A-Z]{8}$/) })
  expect(await (await request.post('/api/contact', { data })).json()).toEqual(first)
})

test('an empty form is answered as the contract says', async ({ request }) => {
  const response = await request.post('/api/contact', { data: {} })
  expect(response.status()).toBe(422)
  expect(await response.json()).toMatchObject({
    ok: false,
    message: 'Please fill in all fields',
    fields: { name: expect.any(String) },
  })
})

test('what can’t be taken is refused with its own status', async ({ request }) => {
  const json = { 'content-type': 'application/json' }
  const status = async (options: Parameters<typeof request.post>[1]) =>
    (await request.post('/api/contact', options)).status()
  expect(await status({ headers: { 'content-type': 'text/plain' }, data: 'hello' })).toBe(415)
  expect(await status({ headers: json, data: '{"name":' })).toBe(400)
  expect(await status({ headers: json, data: JSON.stringify({ ...lead, project: 'x'.repeat(66_000) }) })).toBe(413)
  expect(await status({ headers: { ...json, origin: 'https://evil.example' }, data: lead })).toBe(403)
  expect(await status({ headers: { ...json, origin: 'null' }, data: lead })).toBe(403)
  expect(await status({ data: { ...lead, project: 'x'.repeat(5001) } })).toBe(422)
  expect(await status({ data: { ...lead, name: 'A\u0000da' } })).toBe(422)
  expect(await status({ data: { ...lead, email: ['a@b.example'] } })).toBe(422)
})

test('a body without a length is cut off at the limit', async ({ site }) => {
  const { hostname, port, host } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // That it is cut off in the middle of its sending is what this is about.
  socket.on('error', () => {})
  const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked'
  socket.write(`POST /api/contact HTTP/1.1\r\nHost: ${host}\r\n${type}\r\n\r\n`)
  const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`
  socket.write(piece.repeat(512))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  await closed
})

test('nobody is thanked for a request that has no reference', async ({ request }) => {
  for (const query of ['', '?reference=', '?reference=nonsense']) {
    const response = await request.get(`/contact/received${query}`, { maxRedirects: 0 })
    expect([response.status(), response.headers()['location']]).toEqual([303, '/contact'])
  }
})

test('health and readiness answer', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  expect((await request.get('/readyz')).status()).toBe(200)
})

test('a request target that is no path, and a broken Host, get 400', async ({ site }) => {
  const { hostname, port } = new URL(site.url)
  for (const text of ['GET http://x/ HTTP/1.1\r\nHost: a\r\n\r\n', 'GET /contact HTTP/1.1\r\nHost: a b\r\n\r\n']) {
    const socket = connect(Number(port), hostname)
    socket.write(text)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  }
})

test.describe
  .serial('on a site of its own', () => {
    let site: RunningSite
    test.beforeAll(async () => {
      site = await startSite()
    })
    test.afterAll(() => site.stop())

    // With so many in an hour the owner's mails come together, and other tests would wait for theirs.
    test('too many from one address get 429 and are told when to come back', async ({ request }) => {
      for (const path of ['/api/contact', '/api/booking']) {
        const statuses: number[] = []
        for (let n = 0; n < 22; n++) {
          const data = { ...lead, email: `n${n}@client.example`, project: `Kite ${n}` }
          const response = await request.post(site.url + path, { data, headers: { origin: site.url } })
          statuses.push(response.status())
          if (response.status() === 429) expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
        }
        expect(statuses, path).toEqual([...Array(20).fill(200), 429, 429])
      }
    })

    test('what is under way is finished after Ctrl-C, though npm makes two signals of it and a connection is open', async () => {
      const { hostname, port } = new URL(site.url)
      const idle = connect(Number(port), hostname)
      await once(idle, 'connect')
      const body = 'email=ada%40client.example'
      const socket = connect(Number(port), hostname)
      socket.write(`POST /api/newsletter HTTP/1.1\r\nHost: ${hostname}:${port}\r\nExpect: 100-continue\r\n`)
      socket.write(`Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`)
      await once(socket, 'data')
      const exited = once(site.process, 'exit')
      site.process.kill('SIGINT')
      await expect(() => expect(fetch(`${site.url}/healthz`)).rejects.toThrow()).toPass()
      site.process.kill('SIGINT')
      await expect(() => expect(fetch(`${site.url}/healthz`)).rejects.toThrow()).toPass()
      socket.write(body)
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1.1 (?:200|303) /)
      expect((await exited)[0]).toBe(0)
      idle.destroy()
    })
  })
