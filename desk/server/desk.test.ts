import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createIdleEnd } from '../../cli/desk.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import type { Watch } from '../../src/lib/progress.ts'
import { engines, longTest, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { startDesk } from '../../tests/support/owner.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { startSmtpServer } from '../../tests/support/sending.ts'
import { readLines, type WorkLine } from '../view/client.ts'
import { works } from './actions.ts'
import { deskApp } from './desk-app.ts'
import { browserOf, createDoor } from './door.ts'

const host = '127.0.0.1:4322'
const origin = `http://${host}`
const page = { type: 'text/html', body: '<div id="desk"></div>' }

type Sent = { headers?: Record<string, string>; body?: string; method?: string }

/** A desk, and a tab that was let in. */
async function openDesk(variables: Record<string, string> = {}, engine = sqlite) {
  const place = await engine.createPlace()
  const desk = await openTestApp(place, variables)
  const onUse = vi.fn()
  const door = createDoor()
  const app = deskApp({ desk, door, files: new Map([['/', page]]), onUse })
  const send = (path: string, { headers, ...init }: Sent = {}) =>
    app.request(`${origin}${path}`, { ...init, headers: { host, ...(init.method && { origin }), ...headers } })
  const enter = async (body: string, headers = {}) => await send('/door', { method: 'POST', body, headers })
  const authorization = `Bearer ${await (await enter(door.makeKey())).text()}`
  const ask = async (path: string, sent: Sent = {}) =>
    await send(path, { ...sent, headers: { authorization, ...sent.headers } })
  const read = (name: string, input: object = {}, headers = {}) =>
    ask(`/api/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
  const change = (name: string, input: object | string) =>
    ask(`/api/${name}`, { method: 'POST', body: typeof input === 'string' ? input : JSON.stringify(input) })
  const work = async (name: string, input: object | string) => {
    const lines: WorkLine<object>[] = []
    const { body } = await change(`work/${name}`, input)
    if (body) for await (const line of readLines<object>(body)) lines.push(line)
    return lines
  }
  return { app, desk, place, door, send, enter, ask, read, change, work, onUse, authorization }
}

const json = async (answer: Promise<Response>) => await (await answer).json()

describe('the way in', () => {
  test('a key lets one tab in, once; a guessed one or the one before lets in nobody', async () => {
    const { app, door, enter } = await openDesk()
    const before = door.makeKey()
    const key = door.makeKey()
    for (const wrong of ['', 'guessed', before, `${key}x`, key.slice(1)]) expect((await enter(wrong)).status).toBe(403)
    expect((await app.request(`${origin}/door`, { method: 'POST', body: key, headers: { host } })).status).toBe(403)
    expect((await enter(key)).status).toBe(200)
    expect((await enter(key)).status).toBe(403)
  })

  test('a new key ends the tab that nobody confirmed, and no other', async () => {
    const { door, enter, send, read } = await openDesk()
    const statusOf = async (token: string) =>
      (await send('/api/today', { headers: { authorization: `Bearer ${token}` } })).status
    const stranger = await (await enter(door.makeKey())).text()
    expect([await statusOf(stranger), (await read('today')).status]).toEqual([200, 401])
    const owner = await (await enter(door.makeKey())).text()
    door.confirm()
    door.makeKey()
    expect([await statusOf(stranger), await statusOf(owner)]).toEqual([401, 200])
  })

  test('a page on the owner’s disk brings a tab in by its key alone', async () => {
    const { door, send } = await openDesk()
    const post = async (key: string, headers: Record<string, string>, path = '/') => {
      const sent = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', ...headers }
      return await send(path, { method: 'POST', body: `key=${key}`, headers: sent })
    }
    const key = door.makeKey()
    const wrong = [{ origin: 'https://evil.example' }, { origin: 'null', host: 'desk.evil.example:4322' }]
    for (const headers of wrong) expect((await post(key, headers)).status).toBe(403)
    expect((await post(key, { origin: 'null' }, '/door')).status).toBe(403)
    expect(await (await post('guessed', { origin: 'null' })).text()).not.toMatch(/data-token="[^"]/)
    const html = await (await post(key, { origin: 'null' })).text()
    const [, token] = /data-token="([\w-]{43})"/.exec(html) ?? []
    expect((await send('/api/today', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
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
    ['\u001B[2Jcurl/8.5.0', 'An unknown program on an unknown system'],
  ])('%j is shown as %s', (userAgent, name) => expect(browserOf(userAgent)).toBe(name))

  test('without a token nothing is read or changed', async () => {
    const { send, authorization } = await openDesk()
    for (const headers of [{}, { authorization: 'Bearer guessed' }, { authorization: authorization.slice(0, -1) }]) {
      expect((await send('/api/today', { headers })).status).toBe(401)
      for (const path of ['/api/note', '/api/work/makeBackup'])
        expect((await send(path, { method: 'POST', body: '{}', headers })).status).toBe(401)
    }
  })

  test.each([
    { host: 'desk.evil.example:4322' }, // DNS rebinding
    { host: '127.0.0.1.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:4321' }, // another program on this machine
    { 'sec-fetch-site': 'cross-site' }, // by a link or a picture
    { 'sec-fetch-site': 'same-site' },
  ])('%j gets nothing, whatever it knows', async (given) => {
    const { ask, send, enter, door } = await openDesk()
    const headers: Record<string, string> = { ...given }
    expect((await ask('/api/today', { headers })).status).toBe(403)
    expect((await send('/', { headers })).status).toBe(403)
    expect((await enter(door.makeKey(), headers)).status).toBe(403)
  })

  test('through ssh -L it is reached by another port, and by the name localhost', async () => {
    const { ask } = await openDesk()
    for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
      expect((await ask('/api/today', { headers: { host, origin: `http://${host}` } })).status).toBe(200)
  })

  test('no answer leaves a cookie or a cached copy, fits into a frame, or loads from elsewhere', async () => {
    const { send, read } = await openDesk()
    for (const { headers } of [await send('/'), await read('today')]) {
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
})

describe('reading and changing', () => {
  test('a read changes nothing, a change is no link, and a wrong or huge input is refused', async () => {
    const { ask, read, change, work } = await openDesk()
    const reference = 'KW-7GQ4M2XD'
    expect((await read('mark', { reference, status: 'spam' })).status).toBe(404)
    expect((await change('request', { reference })).status).toBe(404)
    for (const name of ['__proto__', 'toString', 'work/note', 'work/constructor'])
      expect([(await read(name)).status, (await change(name, {})).status]).toEqual([404, 404])
    for (const body of ['', 'null', '{"reference":1}', '{'.repeat(1_000)]) {
      expect((await change('note', body)).status).toBe(400)
      expect(await work('tryBackup', body)).toMatchObject([{ status: 400 }])
    }
    expect((await change('note', { reference, note: 'x'.repeat(10_001) })).status).toBe(400)
    const huge = (bytes: number) => ({ method: 'POST', body: 'x', headers: { 'content-length': `${bytes}` } })
    expect((await ask('/api/note', huge(99_000_000))).status).toBe(413)
    expect((await ask('/door', huge(2_000))).status).toBe(413)
  })

  test('an unchanged answer is not sent again, and polling keeps no desk open', async () => {
    const { read, onUse, desk } = await openDesk()
    const report = { from: '2026-11-01', to: '2026-11-20' }
    const article = { slug: 'saas-trends-2025' }
    const plain = { today: {}, calls: {}, backups: {}, issues: {}, questions: {}, growth: {} }
    const found = { requests: { view: 'new', search: '' }, readers: { state: 'all', search: '' } }
    const all = { ...plain, ...found, report, mails: { view: 'all' }, issue: article, letter: article }
    for (const [name, input] of Object.entries(all)) {
      const etag = (await read(name, input)).headers.get('etag') ?? ''
      desk.clock.now += 3_000
      expect((await read(name, input, { 'if-none-match': etag, 'x-asked-by': 'page' })).status, name).toBe(304)
    }
    expect(onUse).toHaveBeenCalledTimes(Object.keys(all).length)
  })

  test('an unused desk ends, a used one goes on', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const onEnd = vi.fn()
    const idle = createIdleEnd(1_000)
    void idle.ended.then(onEnd)
    await vi.advanceTimersByTimeAsync(900)
    idle.putOff()
    await vi.advanceTimersByTimeAsync(900)
    expect(onEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100)
    expect(onEnd).toHaveBeenCalledOnce()
  })
})

describe.each(engines)('on $name', (engine) => {
  test('a lead is noted, answered and marked, and a wrong reference is named', async () => {
    const { desk, change, read } = await openDesk({}, engine)
    await submitContact(desk.contact, ada, visitor)
    const { leads } = await json(read('requests', { view: 'new', search: 'Ada' }))
    const [{ reference }] = leads
    for (const [name, input, after] of [
      ['note', { note: ' a “quote” by Friday ' }, { note: 'a “quote” by Friday' }],
      ['answer', { at: 'now' }, { answeredAt: desk.now() }],
      ['answer', { at: null }, { answeredAt: null }],
      ['mark', { status: 'spam' }, { status: 'spam', mails: [] }],
      ['mark', { status: 'ok' }, { status: 'ok', mails: [] }],
      ['note', { note: '' }, { note: '' }],
    ] as const) {
      expect((await change(name, { reference, ...input })).status).toBe(200)
      expect(await json(read('request', { reference }))).toMatchObject({ reference, ...after })
      const none = await change(name, { reference: 'KW-NONE', ...input })
      expect([none.status, await none.json()]).toEqual([409, { message: 'There is no request KW-NONE.' }])
    }
    expect((await read('request', { reference: 'KW-NONE' })).status).toBe(409)
  })

  test('mails are listed, shown, paused, resumed by their number, and deleted', async () => {
    const { desk, change, read } = await openDesk({}, engine)
    await submitContact(desk.contact, ada, visitor)
    const listed = async () => await json(read('mails', { view: 'waiting' }))
    expect((await change('muteMails', { because: 'moving' })).status).toBe(200)
    const { mails, muted, held } = await listed()
    const [{ id }, { id: other }, ...more] = mails
    expect([muted.because, held.mails, more]).toEqual(['moving', 2, []])
    expect(await json(read('mail', { id }))).toMatchObject({ id, state: 'queued', text: expect.any(String) })
    expect(await json(change('retryMails', { ids: [id] }))).toEqual({ sent: 0, left: 1, isMuted: true })
    expect((await change('unmuteMails', { confirm: 1 })).status).toBe(409)
    expect((await listed()).muted).not.toBeUndefined()
    expect((await change('unmuteMails', { confirm: 2 })).status).toBe(200)
    expect(await json(change('deleteMails', { ids: [other] }))).toEqual({ deleted: 1 })
    expect(await json(change('retryMails', { state: 'queued' }))).toEqual({ sent: 1, left: 0, isMuted: false })
    expect((await listed()).mails).toEqual([])
    expect(await json(change('deleteMails', { ids: [id] }))).toEqual({ deleted: 0 })
  })

  test('setup is checked as doctor checks it, once, and again when the owner asks', async () => {
    const server = await startSmtpServer()
    const { desk, place, read, change } = await openDesk({ SMTP_URL: server.url }, engine)
    const [first, sameTime] = await Promise.all([json(read('checkUp')), json(read('checkUp'))])
    const { stdout } = await runStudio(place, ['doctor', '--json'], { SMTP_URL: server.url })
    const states = (all: { about: string; state: string }[]) => all.map(({ about, state }) => `${about} ${state}`)
    expect(states(first.findings)).toEqual(states(JSON.parse(stdout)))
    desk.clock.now += 60_000
    expect([sameTime, await json(read('checkUp'))]).toEqual([first, first])
    await change('lookAgain', {})
    expect((await json(read('checkUp'))).at).toBe(desk.now())
  })
})

describe('work that takes a while', () => {
  const importOf = (count: number, domain: string) => {
    const list = Array.from({ length: count }, (_, n) => `r${n}@${domain}`).join('\n')
    return { list, words: 'Yes', at: '2026-05-01', from: '', ignored: '', isTrial: false }
  }

  test('reports how far it is, and ends where its page hangs up', async () => {
    const { desk, work, change } = await openDesk()
    const lines = await work('importReaders', importOf(1_200, 'here.example'))
    expect(lines[0]).toEqual({ progress: { doing: 'Reading the list', done: 500, all: 1_200 } })
    expect(lines.at(-1)).toMatchObject({ output: { imported: 1_200 } })
    const { body } = await change('work/importReaders', importOf(10_000, 'left.example'))
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
    // It takes portions in turn with what goes on.
    await work('importReaders', importOf(3_000, 'other.example'))
    const left = desk.database.db.selectFrom('subscribers').select('id').where('email', 'like', '%@left.example')
    expect((await left.execute()).length).toBeLessThan(3_000)
  })

  test('makes, lists and tries a backup, leaves nothing of one that is stopped, and opens no other file', async () => {
    const folder = temporaryFolder()
    const { desk, read, work } = await openDesk({ BACKUP_DIR: folder, BACKUP_KEY: 'correct-horse-battery' })
    expect(await json(read('backups'))).toEqual({ folder, isEncrypting: true, backups: [] })
    const { rows } = await works.makeBackup(desk, {})
    const { backups } = await json(read('backups'))
    const [{ name }] = backups
    expect(backups).toMatchObject([{ at: desk.now(), isEncrypted: true }])
    expect((await work('tryBackup', { name })).at(-1)).toEqual({ output: { at: desk.now(), rows } })
    desk.clock.now += 1_000
    const stopped = async (run: (watch: Watch) => Promise<object>) => {
      const stop = new AbortController()
      await expect(run({ signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow()
      expect(stop.signal.aborted).toBe(true)
    }
    await stopped((watch) => works.makeBackup(desk, {}, watch))
    await stopped((watch) => works.tryBackup(desk, { name }, watch))
    expect(readdirSync(folder)).toEqual([name])
    expect(readdirSync(desk.environment.dataDir).filter((name) => name.includes('backup'))).toEqual([])
    for (const name of ['../../etc/passwd', 'kitewright-20261120T031500Z.sqlite/../../x'])
      expect(await work('tryBackup', { name })).toEqual([{ status: 409, message: 'That is no backup.' }])
    const [nowhere] = await (await openDesk()).work('makeBackup', {})
    expect(nowhere).toEqual({ status: 409, message: expect.stringContaining('BACKUP_DIR') })
  })
})

const modeOf = (file: string) => statSync(file).mode & 0o777

/** What the browser does with the page it was given. */
async function openPage(page: string): Promise<Response> {
  const html = readFileSync(page, 'utf8')
  const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
  const [, key = ''] = /value="([^"]+)"/.exec(html) ?? []
  const headers = {
    origin: 'null',
    'sec-fetch-site': 'cross-site',
    'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
  }
  return await fetch(action, { method: 'POST', body: new URLSearchParams({ key }), headers })
}

test('the browser gets the key in a file that only its owner can read, and that is gone after use', async () => {
  const { dataDir } = await sqlite.createPlace()
  const desk = await startDesk(dataDir, { browserStartsInSeconds: 0 })
  const [, key = ''] = desk.address.split('#')
  const given = await desk.argumentsOfBrowser()
  const [page = ''] = given
  expect(given).toHaveLength(1)
  expect(page).not.toContain(key)
  expect([modeOf(page), modeOf(dirname(page))]).toEqual([0o600, 0o700])
  await desk.nextMessage()
  const answer = await openPage(page)
  expect(await desk.nextMessage()).toMatch(/^\d\d:\d\d:\d\d Firefox on Linux opened the desk\.$/)
  expect(existsSync(dirname(page))).toBe(false)
  const [, token] = /data-token="([\w-]{43})"/.exec(await answer.text()) ?? []
  const { origin } = new URL(desk.address)
  const ask = async () => (await fetch(`${origin}/api/today`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask()).toBe(200)
  expect(await desk.nextMessage()).toContain('Type y and Enter')
  desk.type('y')
  expect(await desk.nextMessage()).toBe('That tab stays open.')
  await desk.nextAddress()
  expect(await ask()).toBe(200)
  await desk.stop()
})

longTest(
  'another user who reads the process list all the time learns no key',
  { skip: process.getuid?.() !== 0, timeout: 60_000 },
  async () => {
    const { dataDir } = await sqlite.createPlace()
    chmodSync(dataDir, 0o755)
    const watch = `while :; do for p in /proc/[0-9]*/cmdline; do tr '\\0' '\\n' < $p; done 2>/dev/null
    cat ${dataDir}/open-*/desk.html /proc/[0-9]*/environ; done`
    const thief = spawn('/bin/sh', ['-c', watch], { uid: 65_534, gid: 65_534, cwd: '/' })
    const seen = text(thief.stdout)
    thief.stderr.resume()
    const desk = await startDesk(dataDir, { browserStartsInSeconds: 2 })
    const [page = ''] = await desk.argumentsOfBrowser()
    expect((await openPage(page)).status).toBe(200)
    thief.kill()
    const all = await seen
    expect(all).toContain(page)
    expect(all).not.toContain(desk.address.split('#')[1])
    expect(all).not.toContain('name="key"')
    await desk.stop()
  },
)

test('the command prints addresses alone, listens on this machine alone, and names a taken port', async () => {
  const { dataDir } = await sqlite.createPlace()
  const { address, nextAddress, stop } = await startDesk(dataDir)
  const addresses = [address, await nextAddress()]
  expect(new Set(addresses).size).toBe(2)
  for (const each of addresses) expect(each).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/)
  const { port } = new URL(address)
  expect(await (await fetch(address)).text()).toContain('<script type="module" src="/desk.js">')
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow()
  const taken = await runStudio(await sqlite.createPlace(), ['desk', '--port', port])
  const stderr = expect.stringMatching(/^Port \d+ is taken, perhaps by another desk: --port 0 picks a free one\.$/m)
  expect(taken).toEqual({ code: 1, stdout: '', stderr })
  expect(await stop()).toBe(0)
})
