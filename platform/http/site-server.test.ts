import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { longTest } from '../../tests/support/databases.ts'
import { broken, createNotes, exchange, plain, serve } from '../../tests/support/serve-plain.ts'
import { senderOf } from './sender.ts'
import type { SiteServerOptions } from './site-server.ts'

/** Unlike fetch, sends the path and the method as they are. @returns the status and the headers of the answer */
async function ask(port: number, method: string, path: string) {
  const [response] = await once(request({ port, host: '127.0.0.1', method, path }).end(), 'response')
  response.resume()
  return { status: response.statusCode, headers: response.headers }
}

async function fetched(port: number, path: string, init: RequestInit = {}): Promise<[status: number, body: string]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  return [response.status, await response.text()]
}

describe('a request', () => {
  test.each([
    ['a built file that was taken away', { files: { find: broken, redirectOf: () => undefined } }],
    ['a page that throws', { dynamic: broken }],
    ['a page that rejects', { dynamic: async () => broken() }],
  ])('for %s is answered with 500, and the server goes on', async (_, options) => {
    const port = await serve(options)
    for (let i = 0; i < 2; i++) expect(await fetched(port, '/x')).toEqual([500, 'Internal Server Error\n'])
    expect((await ask(port, 'GET', '/x')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })

  test('never becomes a redirect to another host', async () => {
    const port = await serve({})
    for (const path of ['//example.org/', '/\\/example.org//'])
      expect((await ask(port, 'GET', path)).headers.location).toBe('/example.org')
  })

  test('takes the methods of its path, and a path that doesn’t exist takes none', async () => {
    const file = { headers: [], body: Buffer.from('file'), etag: '""' }
    const files = { ...plain.files, find: (path: string) => (path === '/page' ? file : undefined) }
    const port = await serve({ files, dynamic: (req, res) => (req.url === '/404' ? broken() : res.end('dynamic')) })
    expect((await ask(port, 'POST', '/posted?key=a')).status).toBe(200)
    for (const [method, path, allow] of [
      ['POST', '/page', 'GET, HEAD'],
      ['PUT', '/posted', 'GET, HEAD, POST'],
      ['OPTIONS', '/api/x', 'POST'],
    ] as const)
      expect(await ask(port, method, path)).toMatchObject({ status: 405, headers: { allow } })
    for (const path of ['/posted/below', '/posted/', '/api/y', '/constructor'])
      expect((await ask(port, 'POST', path)).status, path).toBe(404)
  })

  test('for a path over 2 kB is refused', async () => {
    const port = await serve({ dynamic: (_, res) => res.writeHead(404).end() })
    const statusOf = async (path: string) => (await ask(port, 'POST', path)).status
    expect([await statusOf(`/${'x'.repeat(2047)}`), await statusOf(`/x?${'x'.repeat(4000)}`)]).toEqual([404, 405])
    expect([await statusOf(`/${'x'.repeat(2048)}`), await statusOf(`${'/'.repeat(15_500)}x`)]).toEqual([414, 414])
  })

  test.each([
    ['/x', ''],
    ['/x', 'Host: a\r\nhost: a\r\n'],
    ['/x', 'Host: localhost:99999\r\n'],
    ['/x', 'Host: a@b\r\n'],
    ['http://a/x', 'Host: a\r\n'],
  ])('for “%s” with “%s” is refused', async (target, hosts) => {
    const head = `GET ${target} HTTP/1.1\r\nConnection: close\r\n${hosts}\r\n`
    expect(await exchange(await serve({ dynamic: broken }), head)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('sent ahead waits for the one before, and too many end the connection', async () => {
    let [most, open] = [0, 0]
    const port = await serve({
      dynamic: async (_, res) => {
        most = Math.max(most, ++open)
        await new Promise(setImmediate)
        open -= 1
        res.end('dynamic')
      },
    })
    const get = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n'
    const answers = await exchange(port, get.repeat(15) + get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect([answers.match(/HTTP\/1\.1 200/g)?.length, most]).toEqual([16, 1])
    expect(await exchange(port, get.repeat(100)).catch(() => '')).not.toContain('HTTP/1.1 200')
  })

  test('for a former address is sent to the present one, the query before the part of the page', async () => {
    const moved: Record<string, string> = { '/old': '/new#b', '/query': '/new?b=2#c' }
    const port = await serve({ files: { find: () => undefined, redirectOf: (path) => moved[path] } })
    expect(await ask(port, 'GET', '/old?a=1')).toMatchObject({ status: 301, headers: { location: '/new?a=1#b' } })
    expect((await ask(port, 'GET', '/query?a=1')).headers.location).toBe('/new?b=2&a=1#c')
  })

  test('for anything that is no route is rendered as the not-found page, and logged once, in 500 characters', async () => {
    const { log, lines } = createNotes()
    const port = await serve({ log, dynamic: ({ url }, res, { path }) => res.writeHead(404).end(`${url} for ${path}`) })
    for (const path of ['/_image', '/X', '/%78', '/toString', '/404'])
      expect(await fetched(port, `${path}?href=/share.png`)).toEqual([404, `/404 for ${path}`])
    await expect.poll(() => lines).toHaveLength(5)
    const headers = { referer: `https://a.example/${'b'.repeat(4_000)}?secret` }
    await fetched(port, `/${'y'.repeat(1_500)}?secret`, { headers })
    await expect.poll(() => lines).toHaveLength(6)
    const referrer = headers.referer.slice(0, 500)
    expect(lines[5]).toMatchObject({ message: 'page not found', path: `/${'y'.repeat(499)}`, status: 404, referrer })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test.each([
    ['nothing the visitor claims where no proxy is trusted', '192.0.2.1', '198.51.100.7', 0, '192.0.2.1', false],
    ['the last but one of two', '127.0.0.1', '203.0.113.9, 198.51.100.7, 192.0.2.44', 2, '198.51.100.7', false],
    ['its connection where an entry is no address', '::ffff:192.0.2.1', 'unknown', 1, '192.0.2.1', true],
    ['its connection where an entry is missing', '192.0.2.1', '198.51.100.7', 2, '192.0.2.1', true],
    ['its connection where no proxy is known', '::ffff:172.17.0.1', '198.51.100.7', 0, '172.17.0.1', true],
  ])('comes from %s', (_, remoteAddress, forwarded, trustedProxies, address, isHidden) => {
    const req = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }
    const noteProxy = vi.fn()
    expect(senderOf(req as unknown as IncomingMessage, { trustedProxies, noteProxy })).toBe(address)
    expect(noteProxy.mock.calls).toEqual([[isHidden]])
  })

  const v4 = '198.51.103.7'
  test.each([
    [
      v4,
      v4,
      ` ${v4} `,
      `${v4}:4711`,
      `"${v4}:4711"`,
      `[${v4}]:80`,
      `::ffff:${v4}`,
      `[::FFFF:c633:6707]:443`,
      `6.6.6.6,${v4}`,
    ],
    ['2001:db8::1', '2001:db8::1', '2001:DB8:0:0::1', '[2001:db8::1]', '[2001:db8::1]:443', '"[2001:db8::1]:443"'],
    ['fe80::1', 'fe80::1%eth0', '[fe80::1%25eth0]:443', '2001:db8::7,"fe80::1"'],
    [
      '127.0.0.1',
      'unknown',
      '_hidden',
      '""',
      '[]',
      '[::1',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.4:5:6',
      '0x7f.1',
      '1.2.3.4 5.6.7.8',
    ],
    ['127.0.0.1', 'for=1.2.3.4', 'a@1.2.3.4', '1.2.3.4/24', '%eth0', '[1.2.3.4]x', `${v4},`, '::1::', '[::1]]'],
  ])('is from %s by what a proxy writes, whatever the visitor wrote before it', async (sender, ...forwarded) => {
    const port = await serve({ trustedProxies: 1, dynamic: (_req, res, { sender }) => res.end(sender) })
    for (const written of forwarded)
      for (const before of ['', '"', '6.6.6.6', '"[::1', ',,'])
        expect([
          written,
          ...(await fetched(port, '/x', { headers: { 'x-forwarded-for': `${before},${written}` } })),
        ]).toEqual([written, 200, sender])
  })
})

describe('a body', () => {
  /** Reads its beginning, gives up, and answers. */
  const givesUp: SiteServerOptions['dynamic'] = async (req, res) => {
    for await (const _ of req) break
    res.writeHead(405).end()
  }

  test.each([
    ['that nobody wants', '/x', plain.dynamic],
    ['whose reader gives up', '/api/x', givesUp],
  ])('%s is cut off, and the answer arrives all the same', async (_, path, dynamic) => {
    const port = await serve({ dynamic, limits: { unreadMs: 50 } })
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => (answer += data)).on('error', () => {})
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

  test('that is short and unwanted leaves the connection usable', async () => {
    const post = `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`
    const get = 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const answers = await exchange(await serve({}), post + get)
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200'])
  })

  test('whose sender leaves is noted as such, and nothing is rendered for it', async () => {
    const { log, lines } = createNotes()
    const socket = connect(await serve({ log, dynamic: broken }), '127.0.0.1')
    socket.write('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\nx')
    await once(socket, 'data')
    socket.resetAndDestroy()
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ path: '/api/x', status: 499 })
    expect(lines[0]).not.toHaveProperty('message')
  })

  test('is handed over whole, however it comes, but not in single bytes', async () => {
    const port = await serve({ dynamic: ({ body }, res) => res.end(body) })
    const whole = `${'x'.repeat(5_000)}ä`
    const bytes = new TextEncoder().encode(whole)
    const chunked = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/x' })
    for (const [from, to] of [[0, 1], [1, 5_001], [5_001]] as const) chunked.write(bytes.slice(from, to))
    const [response] = await once(chunked.end(), 'response')
    expect(await text(response)).toBe(whole)
    for (const body of [whole, '']) expect(await fetched(port, '/api/x', { method: 'POST', body })).toEqual([200, body])
    const head = 'POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await exchange(port, `${head}${'1\r\nx\r\n'.repeat(3_000)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('that stays half sent makes room for new ones, and a short one is taken all the time', async () => {
    await expectRoom({ limits: { bodies: 1_000_000 } }, { size: 190_000, kept: 5 })
  })

  longTest('may stay half sent up to 8 MB of them', async () => {
    await expectRoom({}, { size: 380 * 1024, kept: 21 })
  })

  async function expectRoom(options: Partial<SiteServerOptions>, { size, kept }: { size: number; kept: number }) {
    const port = await serve({ ...options, trustedProxies: 1, dynamic: ({ body }, res) => res.end(`${body?.length}`) })
    const cut: number[] = []
    const post = (sender: number, length: number, sent: Buffer) => {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const head = `POST /api/x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.${sender}\r\nContent-Length: ${length}`
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
    expect(String(answer)).toMatch(/\r\n\r\n5$/)
    expect(await fetched(port, '/api/x', { method: 'POST', body: 'quick' })).toEqual([200, '5'])
  }
})

test('a connection too many closes the one that is idle longest, and one that was closed counts no more', async () => {
  const port = await serve({ limits: { connections: 3 } })
  const closed: string[] = []
  const open = async (name: string) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.once('close', () => closed.push(name))
    await once(socket, 'connect')
    return socket
  }
  const used = await open('used')
  const get = (more = '') => `GET /x HTTP/1.1\r\nHost: a\r\n${more}\r\n`
  for (let n = 0; n < 5; n++) await exchange(port, get('Connection: close\r\n'))
  expect(closed).toEqual([])
  await open('idle')
  used.write(get())
  await once(used, 'data')
  await open('new')
  await open('newest')
  await expect.poll(() => closed).toEqual(['idle'])
})
