import { expect, test } from 'vitest'
import { host, openDesk, origin } from '../../tests/support/open-desk.ts'
import { browserOf } from './sign-in.ts'

test('a key lets one tab in, once; a guessed or former key lets in nobody', async () => {
  const { app, signIn, enter } = await openDesk()
  const before = signIn.makeKey()
  const key = signIn.makeKey()
  for (const wrong of ['', 'guessed', before, `${key}x`, key.slice(1)]) expect((await enter(wrong)).status).toBe(403)
  expect((await app.request(`${origin}/sign-in`, { method: 'POST', body: key, headers: { host } })).status).toBe(403)
  expect((await enter(key)).status).toBe(200)
  expect((await enter(key)).status).toBe(403)
})

test('a new key only closes the unconfirmed tab', async () => {
  const { signIn, enter, send, read } = await openDesk()
  const statusOf = async (token: string) =>
    (await send('/api/overview.show', { headers: { authorization: `Bearer ${token}` } })).status
  const stranger = await (await enter(signIn.makeKey())).text()
  expect([await statusOf(stranger), (await read('overview.show')).status]).toEqual([200, 401])
  const owner = await (await enter(signIn.makeKey())).text()
  signIn.confirm()
  signIn.makeKey()
  expect([await statusOf(stranger), await statusOf(owner)]).toEqual([401, 200])
})

test('a file on the owner’s disk lets a tab in with its key', async () => {
  const { signIn, send } = await openDesk()
  const post = async (key: string, headers: Record<string, string>, path = '/') => {
    const sent = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', ...headers }
    return await send(path, { method: 'POST', body: `key=${key}`, headers: sent })
  }
  const key = signIn.makeKey()
  const wrong = [{ origin: 'https://evil.example' }, { origin: 'null', host: 'desk.evil.example:4322' }]
  for (const headers of wrong) expect((await post(key, headers)).status).toBe(403)
  expect((await post(key, { origin: 'null' }, '/sign-in')).status).toBe(403)
  expect(await (await post('guessed', { origin: 'null' })).text()).not.toMatch(/data-token="[^"]/)
  const html = await (await post(key, { origin: 'null' })).text()
  const [, token] = /data-token="([\w-]{43})"/.exec(html) ?? []
  expect((await send('/api/overview.show', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect(await (await post(key, { origin: 'null' })).text()).not.toMatch(/data-token="[^"]/)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['\u001B[2Jcurl/8.5.0', 'An unknown browser on an unknown system'],
])('%j is shown as %s', (userAgent, name) => expect(browserOf(userAgent)).toBe(name))

test('without a token nothing is read or changed', async () => {
  const { send, authorization } = await openDesk()
  for (const headers of [{}, { authorization: 'Bearer guessed' }, { authorization: authorization.slice(0, -1) }]) {
    expect((await send('/api/overview.show', { headers })).status).toBe(401)
    for (const path of ['/api/leads.note', '/api/backup.make'])
      expect((await send(path, { method: 'POST', body: '{}', headers })).status).toBe(401)
  }
})

test.each([
  { host: 'desk.evil.example:4322' }, // DNS rebinding
  { host: '127.0.0.1.evil.example' },
  { origin: 'https://evil.example' },
  { origin: 'http://127.0.0.1:4321' }, // another program on this machine
  { 'sec-fetch-site': 'cross-site' }, // a link or picture on another site
  { 'sec-fetch-site': 'same-site' },
])('%j gets nothing, whatever it knows', async (given) => {
  const { ask, send, enter, signIn } = await openDesk()
  const headers: Record<string, string> = { ...given }
  expect((await ask('/api/overview.show', { headers })).status).toBe(403)
  expect((await send('/', { headers })).status).toBe(403)
  expect((await enter(signIn.makeKey(), headers)).status).toBe(403)
})

test('through ssh -L it is reached by another port, and by the name localhost', async () => {
  const { ask } = await openDesk()
  for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
    expect((await ask('/api/overview.show', { headers: { host, origin: `http://${host}` } })).status).toBe(200)
})

test('no answer sets cookies, is cached, can be framed, or loads from elsewhere', async () => {
  const { send, read } = await openDesk()
  const forbidden = await send('/', { headers: { origin: 'https://evil.example' } })
  for (const { headers } of [await send('/'), await read('overview.show'), forbidden]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
    const policy = headers.get('content-security-policy')
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self'", "connect-src 'self'"])
      expect(policy?.split('; ')).toContain(part)
    expect(policy).toContain("; img-src 'self' data: http://localhost:4321; ")
    expect([headers.get('set-cookie'), headers.get('access-control-allow-origin')]).toEqual([null, null])
  }
})
