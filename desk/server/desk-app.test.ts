import { describe, expect, test, vi } from 'vitest'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { listLeads } from '../../src/features/leads/find-leads.ts'
import { findLead } from '../../src/features/leads/lead.repository.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { startDesk } from '../../tests/support/start-desk.ts'
import { deskApp } from './desk-app.ts'
import { createDoor } from './door.ts'

const host = '127.0.0.1:4322'
const origin = `http://${host}`
const page = { type: 'text/html', body: '<p>the page</p>' }

type Sent = { headers?: Record<string, string>; body?: string; method?: string }

/** A desk, and a tab that was let in. */
async function openDesk(desk: TestApp) {
  const onUse = vi.fn()
  const door = createDoor()
  const app = deskApp({ desk, door, files: new Map([['/', page]]), onUse })
  const send = (path: string, { headers, ...init }: Sent = {}) =>
    app.request(`${origin}${path}`, { ...init, headers: { host, ...(init.method && { origin }), ...headers } })
  const enter = async (key: string) => await send('/door', { method: 'POST', body: key })
  const authorization = `Bearer ${await (await enter(door.makeKey())).text()}`
  const ask = (path: string, sent: Sent = {}) => send(path, { ...sent, headers: { authorization, ...sent.headers } })
  const read = (name: string, input: object = {}, headers = {}) =>
    ask(`/api/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
  const change = (name: string, input: object) => ask(`/api/${name}`, { method: 'POST', body: JSON.stringify(input) })
  return { door, send, enter, ask, read, change, onUse, authorization, clock: desk.clock }
}

async function openOnSqlite() {
  return await openDesk(await openTestApp(await sqlite.createPlace()))
}

describe('the door of the desk', () => {
  test('a key lets one tab in, once; a guessed one and the one before lets in nobody', async () => {
    const { door, enter } = await openOnSqlite()
    const before = door.makeKey()
    const key = door.makeKey()
    for (const wrong of ['', 'guessed', before, `${key}x`, key.slice(1)]) {
      expect((await enter(wrong)).status).toBe(403)
    }
    expect((await enter(key)).status).toBe(200)
    expect((await enter(key)).status).toBe(403)
  })

  test('without a token of the door nothing is read or changed', async () => {
    const { send, authorization } = await openOnSqlite()
    for (const headers of [{}, { authorization: 'Bearer guessed' }, { authorization: authorization.slice(0, -1) }]) {
      expect((await send('/api/today', { headers })).status).toBe(401)
      expect((await send('/api/note', { method: 'POST', body: '{}', headers })).status).toBe(401)
      expect((await send('/api/work/makeBackup', { method: 'POST', body: '{}', headers })).status).toBe(401)
    }
  })

  test.each([
    ['a name that leads to this machine (DNS rebinding)', { host: 'desk.evil.example:4322' }],
    ['a name that begins like this machine’s', { host: '127.0.0.1.evil.example' }],
    ['no name', { host: '' }],
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page of another port of this machine', { origin: 'http://127.0.0.1:4321' }],
    ['a page that hides its origin', { origin: 'null' }],
    ['a page of another site, by a link or a picture', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port, by a link or a picture', { 'sec-fetch-site': 'same-site' }],
  ])('%s gets nothing, whatever it knows', async (_, headers) => {
    const { ask, send, door } = await openOnSqlite()
    expect((await ask('/api/today', { headers })).status).toBe(403)
    expect((await send('/', { headers })).status).toBe(403)
    expect((await send('/door', { method: 'POST', body: door.makeKey(), headers })).status).toBe(403)
  })

  test('a post without an origin is none of the desk’s page', async () => {
    const { door, ask } = await openOnSqlite()
    const sent = { method: 'POST', body: door.makeKey(), headers: { origin: '' } }
    expect((await ask('/door', sent)).status).toBe(403)
  })

  test('through ssh -L the desk is reached by another port, and by the name localhost', async () => {
    const { ask } = await openOnSqlite()
    for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000']) {
      expect((await ask('/api/today', { headers: { host, origin: `http://${host}` } })).status).toBe(200)
    }
  })

  test('each answer keeps to itself: no cookie, no cache, no frame, nothing from elsewhere', async () => {
    const { send, read } = await openOnSqlite()
    for (const { headers } of [await send('/'), await read('today'), await send('/requests/KW-7GQ4M2XD')]) {
      expect(headers.get('cache-control')).toBe('no-store')
      const policy = headers.get('content-security-policy')
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(policy).toContain("; script-src 'self'; ")
      expect(policy).toContain("; connect-src 'self'; ")
      expect(policy).toContain("; img-src 'self' data: http://localhost:4321; ")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('what the desk answers', () => {
  test('a read changes nothing, and a change is no link', async () => {
    const { read, change } = await openOnSqlite()
    expect((await read('mark', { reference: 'KW-7GQ4M2XD', status: 'spam' })).status).toBe(404)
    expect((await change('request', { reference: 'KW-7GQ4M2XD' })).status).toBe(404)
    for (const name of ['constructor', '__proto__', 'toString']) expect((await read(name)).status).toBe(404)
  })

  test('what is no input of an action is refused, however large', async () => {
    const { ask, change } = await openOnSqlite()
    for (const body of ['', 'null', '[]', '{"reference":1}', '{"reference":"KW-1","note":{}}', '{'.repeat(1_000)]) {
      expect((await ask('/api/note', { method: 'POST', body })).status).toBe(400)
    }
    expect((await change('note', { reference: 'KW-7GQ4M2XD', note: 'x'.repeat(10_001) })).status).toBe(400)
    const huge = { method: 'POST', body: 'x', headers: { 'content-length': '99000000' } }
    expect((await ask('/api/note', huge)).status).toBe(413)
    expect((await ask('/door', { ...huge, headers: { 'content-length': '2000' } })).status).toBe(413)
  })

  test('what has not changed is not sent again, and asking for it by itself keeps no desk open', async () => {
    const { read, onUse, clock } = await openOnSqlite()
    const all = [
      ['today', {}],
      ['checkUp', {}],
      ['requests', { view: 'new', search: '' }],
      ['calls', {}],
      ['mails', { view: 'all' }],
      ['readers', { state: 'all', search: '' }],
      ['backups', {}],
      ['issues', {}],
      ['issue', { slug: 'saas-trends-2025' }],
      ['letter', { slug: 'saas-trends-2025' }],
      ['questions', {}],
      ['report', { from: '2026-11-01', to: '2026-11-20' }],
      ['growth', {}],
    ] as const
    for (const [name, input] of all) {
      const etag = (await read(name, input)).headers.get('etag') ?? ''
      clock.now += 3_000
      expect((await read(name, input, { 'if-none-match': etag, 'x-asked-by': 'page' })).status, name).toBe(304)
    }
    expect(onUse).toHaveBeenCalledTimes(all.length)
  })
})

describe.each(engines)('what is done on the desk, on $name', (engine) => {
  test('is the same row as after the command', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const { change, read } = await openDesk(app)
    for (const email of ['ada@one.example', 'ada@other.example'])
      await submitContact(app.contact, { ...ada, email }, visitor)
    const [one = '', other = ''] = (await listLeads(app.database.db, { limit: 2 })).map(({ reference }) => reference)
    const rows = async () => {
      const [byDesk, byCommand] = await Promise.all([one, other].map((each) => findLead(app.database.db, each)))
      const shape = ({ status, note, answered_at, mails }: NonNullable<typeof byDesk>) => [
        status,
        note,
        answered_at === null,
        mails.map(({ kind, state }) => [kind, state]).toSorted(),
      ]
      return [byDesk && shape(byDesk), byCommand && shape(byCommand)] as const
    }
    const steps = [
      ['note', { note: ' a “quote” by Friday ' }, ['note', other, 'a “quote” by Friday']],
      ['answer', { at: 'now' }, ['answered', other]],
      ['answer', { at: null }, ['answered', other, '--undo']],
      ['mark', { status: 'spam' }, ['mark', other, 'spam']],
      ['mark', { status: 'ok' }, ['mark', other, 'ham']],
      ['note', { note: '' }, ['note', other, '']],
    ] as const
    for (const [name, input, words] of steps) {
      expect((await change(name, { reference: one, ...input })).status).toBe(200)
      expect((await runStudio(place, ['leads', ...words])).code).toBe(0)
      const [byDesk, byCommand] = await rows()
      expect(byDesk, name).toEqual(byCommand)
    }
    const shown = await (await read('request', { reference: one })).json()
    expect(shown).toMatchObject({ reference: one, status: 'ok', note: '', answeredAt: null, mails: [] })
  })

  test('is told in words where there is no such request', async () => {
    const { change, read } = await openDesk(await openTestApp(await engine.createPlace()))
    for (const answer of [
      await read('request', { reference: 'KW-NONE' }),
      await change('note', { reference: 'KW-NONE', note: 'x' }),
      await change('answer', { reference: 'KW-NONE', at: 'now' }),
      await change('mark', { reference: 'KW-NONE', status: 'spam' }),
    ]) {
      expect(answer.status).toBe(409)
      expect(await answer.json()).toEqual({ message: 'There is no request KW-NONE.' })
    }
  })
})

describe.each(engines)('the mails on the desk, on $name', (engine) => {
  test('are listed, shown, held back, let go by their number, and deleted', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { change, read } = await openDesk(app)
    await submitContact(app.contact, ada, visitor)
    const listed = async () => await (await read('mails', { view: 'waiting' })).json()
    expect((await change('muteMails', { because: 'moving' })).status).toBe(200)
    const { mails, muted, held } = await listed()
    expect([muted.because, held.mails, mails.length]).toEqual(['moving', 2, 2])
    const [{ id }, { id: other }] = mails
    expect(await (await read('mail', { id })).json()).toMatchObject({ id, state: 'queued', text: expect.any(String) })
    expect(await (await change('retryMails', { ids: [id] })).json()).toEqual({ sent: 0, left: 1, isMuted: true })
    expect((await change('unmuteMails', { confirm: 1 })).status).toBe(409)
    expect((await listed()).muted).not.toBeUndefined()
    expect((await change('unmuteMails', { confirm: 2 })).status).toBe(200)
    expect(await (await change('deleteMails', { ids: [other] })).json()).toEqual({ deleted: 1 })
    expect(await (await change('retryMails', { state: 'queued' })).json()).toEqual({ sent: 1, left: 0, isMuted: false })
    expect((await listed()).mails).toEqual([])
    expect(await (await change('deleteMails', { ids: [id] })).json()).toEqual({ deleted: 0 })
  })
})

test('a port that is taken is told in a sentence, and the command ends', async () => {
  const place = await sqlite.createPlace()
  const { address, stop } = await startDesk(place.dataDir)
  const { code, stderr } = await runStudio(place, ['desk', '--port', new URL(address).port])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Port \d+ is taken, perhaps by another desk: --port 0 picks a free one\.$/m)
  expect(await stop()).toBe(0)
})
