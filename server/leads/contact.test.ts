import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hourMs } from '../../platform/text/time-text.ts'
import { engines, longTest, sqlite } from '../../tests/support/databases.ts'
import {
  ada,
  adaConsultation,
  callsOf,
  leadsOf,
  openTestApp,
  type TestApp,
  writtenEmails,
} from '../../tests/support/desk.ts'
import { postJson, postPlain, send } from '../../tests/support/http.ts'
import { readFreeTimes } from '../calls/calendar.ts'
import { cancelCall } from '../calls/change-call.ts'
import { formatInstant } from '../calls/times.ts'
import { deleteFingerprints } from './store.ts'

/** Lists emails in the format `contact-receipt ada@example.com: I got your message`. */
const emailsOf = async (app: TestApp) =>
  (await writtenEmails(app)).map(({ kind, to_address, subject }) => `${kind} ${to_address}: ${subject}`)

const many = (count: number) => Array.from({ length: count }, (_, n) => n)

describe.each(engines)('a contact on $name', (engine) => {
  const open = async (limits = {}) => await openTestApp(await engine.createPlace(), {}, { limits })

  test('is stored completely, with only the sender’s network, and emailed to both sides', async () => {
    const app = await open()
    const page = `http://localhost/?utm_source=letter&utm_medium=a%00b&gclid=x&utm_term=+`
    const context = { page, referrer: 'https://news.example/?q=what+was+searched#x', language: 'en-IN,en;q=0.9' }
    const project = `${'नमस्ते 😀 '.repeat(50)}\n\t'"; drop table leads; --\u202E`.trim()
    const reference = await send(app, { ...ada, ...context, project })
    expect(reference).toMatch(/^KW-[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(await leadsOf(app)).toMatchObject([
      {
        ...ada,
        project,
        reference,
        kind: 'contact',
        status: 'ok',
        reasons: '[]',
        request_key: expect.any(String),
        email_key: ada.email,
        page: '/',
        referrer: 'https://news.example/',
        campaign: '{"utm_source":"letter","utm_medium":"ab"}',
        language: 'en-IN,en;q=0.9',
        network: '203.0.113.0/24',
        created_at: app.clock.now,
      },
    ])
    expect(await emailsOf(app)).toEqual([
      `contact-owner hello@kitewright.example: New lead from Ada Lovelace (${reference})`,
      'contact-receipt ada@example.com: I got your message',
    ])
    expect((await writtenEmails(app))[0]?.text).not.toContain('Not specified')
    app.clock.now += 1
    await send(app, { ...ada, requestId: 'a' }, { sender: 'unknown' })
    expect(await leadsOf(app)).toMatchObject([{}, { network: null }])
    const limits = JSON.stringify(await app.database.db.selectFrom('limits').selectAll().execute())
    expect(limits).not.toMatch(/203\.0\.113|ada@example/)
  })

  test('pasted from other apps is stored without invisible characters, by every form', async () => {
    const app = await open()
    const about = 'Our shop\u000Bsells tea\u2029and\u007F needs\u0085a\u001B site\r\fsoon'
    const person = {
      name: 'Pia\u000BPaster\u202E',
      email: 'pia\u200B@client.ex\u0085ample\u001B',
      company: 'Tea\t&\u2028Co',
    }
    const start = formatInstant((await readFreeTimes(callsOf(app)))[0] ?? 0, 'Europe/London')
    const chat = { transcript: [{ role: 'user', content: about }], draft: about }
    await send(app, { ...person, project: about })
    app.clock.now += 1
    await send(app, { ...person, ...chat, requirements: about }, { form: 'booking' })
    app.clock.now += 1
    await send(app, { ...person, about, start }, { form: 'call' })
    const [email, lines] = ['pia@client.example', 'Our shop\nsells tea\nand needs\na site\n\nsoon']
    const leads = await leadsOf(app)
    expect(leads.map(({ name, email, project }) => [name, email, project])).toEqual([
      ...Array(3).fill(['Pia Paster', email, lines]),
    ])
    expect(leads[1]).toMatchObject({ company: 'Tea & Co', requirements: lines })
    const said = { role: 'user', content: lines }
    expect(JSON.parse(leads[1]?.transcript ?? '')).toEqual([said, { ...said, unsent: true }])
    await send(app, { email: person.email }, { form: 'newsletter' })
    expect(await app.database.db.selectFrom('subscribers').select('email').execute()).toEqual([{ email }])
  })

  test('submitted again with its key is the same lead and isn’t counted, even concurrently', async () => {
    const app = await open({ contactPosts: { address: 2 } })
    const input = { ...ada, requestId: 'key' }
    const references = await Promise.all(many(20).map(() => send(app, input)))
    references.push(await send(app, input))
    expect(references).toEqual(Array(21).fill(expect.stringMatching(/^KW-/)))
    expect(new Set(references).size).toBe(1)
    expect([(await leadsOf(app)).length, (await emailsOf(app)).length]).toEqual([1, 2])
  })

  test('with another message under the same key is another lead: a duplicated tab shares its key', async () => {
    const app = await open()
    const one = { ...ada, requestId: 'copied' }
    const other = { ...one, project: 'Another engine.' }
    const references = [await send(app, one), await send(app, other)]
    expect([await send(app, one), await send(app, other)]).toEqual(references)
    expect((await leadsOf(app)).map(({ project }) => project).toSorted()).toEqual([ada.project, 'Another engine.'])
  })

  test('and a consultation under one key are two leads, in any order', async () => {
    const app = await open()
    for (const form of ['contact', 'booking']) await send(app, { ...ada, ...adaConsultation, requestId: 'a' }, { form })
    for (const form of ['booking', 'contact']) await send(app, { ...ada, ...adaConsultation, requestId: 'b' }, { form })
    const kinds = (await leadsOf(app)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['consultation', 'consultation', 'contact', 'contact'])
    expect((await emailsOf(app)).filter((email) => /^\S+receipt/.test(email))).toHaveLength(1)
  })

  test('without a key is one lead when the same sender repeats it within the hour', async () => {
    const app = await open()
    const first = await Promise.all([send(app, ada), send(app, { ...ada, requestId: 'not a key!' })])
    app.clock.now += hourMs - 1
    expect(new Set([...first, await send(app, ada)]).size).toBe(1)
    app.clock.now += 1
    await send(app, ada)
    await send(app, ada, { sender: '198.51.100.1' })
    await send(app, { ...ada, project: 'Another engine' })
    expect(await leadsOf(app)).toHaveLength(4)
  })

  test('keeps a key derived from the sender’s address only as long as it’s needed', async () => {
    const app = await open()
    for (const requestId of [undefined, 'key']) await send(app, { ...ada, requestId })
    const keys = async () => (await leadsOf(app)).map(({ request_key }) => request_key?.slice(0, 6)).toSorted()
    await deleteFingerprints(app.database.db, app.clock.now - 1)
    expect(await keys()).toEqual(['id:key', 'words:'])
    await deleteFingerprints(app.database.db, app.clock.now)
    expect(await keys()).toEqual(['id:key', undefined])
  })

  test('is refused with a retry time once a network has sent too many, and accepted after that', async () => {
    const app = await open({ contactPosts: { address: 2 } })
    const repeated = [await send(app, ada), await send(app, ada), await send(app, ada)]
    expect(repeated).toEqual([repeated[0], repeated[0], 429])
    const [network, other] = [{ sender: '2001:db8::1' }, { sender: '2001:db8:0:1::1' }]
    const atOnce = await Promise.all(many(6).map((n) => send(app, { ...ada, requestId: `id-${n}` }, network)))
    expect(atOnce.filter((answer) => answer !== 429)).toHaveLength(2)
    app.clock.now += 1_500
    const refused = await postJson(app, { ...ada, requestId: 'more' }, { sender: '2001:db8::ffff' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '599'])
    expect(await refused.json()).toMatchObject({ ok: false, message: expect.stringContaining('hello@') })
    expect(await send(app, { ...ada, requestId: 'more' }, other)).toMatch(/^KW-/)
    expect(await leadsOf(app)).toHaveLength(1 + 3)
    app.clock.now += 599_000
    expect(await send(app, { ...ada, requestId: 'later' }, network)).toMatch(/^KW-/)
  })

  test.each([
    ['fills the hidden field', { website: 'x' }, '["the hidden field was filled"]'],
    ['is faster than a person', { elapsedMs: 1_767.399 }, '["it was sent after 1.7 s"]'],
  ])('from something that %s is stored as suspicious, and only the owner is notified', async (_, signs, reasons) => {
    const app = await open()
    expect(await send(app, { ...ada, ...signs })).toMatch(/^KW-/)
    expect(await leadsOf(app)).toMatchObject([{ status: 'suspicious', reasons }])
    const email = expect.stringMatching(/^contact-owner hello@kitewright\.example: Suspicious: New lead/)
    expect(await emailsOf(app)).toEqual([email])
  })
})

test('a form without JavaScript redirects to a page whose reload submits nothing', async () => {
  const app = await openTestApp(await sqlite.createPlace(), {}, { limits: { contactPosts: { address: 2 } } })
  const answers = [await postPlain(app, ada), await postPlain(app, ada)]
  const [lead, ...more] = await leadsOf(app)
  const location = `/contact/received?reference=${lead?.reference}`
  for (const { status, headers } of answers) expect([status, headers.get('location')]).toEqual([303, location])
  expect(more).toEqual([])
  const limited = await postPlain(app, { ...ada, project: 'More' })
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '600'])
  expect(await limited.json()).toMatchObject({ shown: { form: { values: { project: 'More' } } } })
})

test('is stored with its emails or not at all, and can be sent again', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const { db } = app.database
  const input = { ...ada, requestId: 'kept by the form' }
  await sql`create trigger full before insert on outbox begin select raise(abort, 'disk full'); end`.execute(db)
  const refused = await postJson(app, input)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ ok: false, message: expect.stringContaining('hello@') })
  expect(await leadsOf(app)).toEqual([])
  await sql`drop trigger full`.execute(db)
  await sql`pragma query_only = on`.execute(db)
  expect(await send(app, input)).toBe(503)
  await expect(app.checkReady()).rejects.toThrow()
  await sql`pragma query_only = off`.execute(db)
  await app.checkReady()
  expect(await send(app, input)).toMatch(/^KW-/)
})

test('limits the bytes that an address can store in a day, without affecting others', async () => {
  const address = 400_000
  const app = await openTestApp(await sqlite.createPlace(), {}, { limits: { storedBytes: { address } } })
  const long = '漢'.repeat(5_000)
  const transcript = Array(4).fill({ role: 'user', content: long.slice(0, 2_000) })
  const sendAll = async (n: number) => {
    app.clock.now += 60_000
    const left = { email: `ada${n}@example.com`, transcript, consent: 'yes', abandoned: true }
    return [
      await send(app, { ...ada, project: long, requestId: `c${n}` }),
      await send(app, { ...adaConsultation, requirements: long, transcript, requestId: `s${n}` }, { form: 'booking' }),
      await send(app, { ...left, requirements: long, requestId: `l${n}` }, { form: 'booking' }),
      await send(app, { email: left.email, requestId: `n${n}` }, { form: 'newsletter' }),
    ]
  }
  const storedBytes = async () => {
    const tables = ['leads', 'outbox', 'subscribers', 'limits'] as const
    const rows = await Promise.all(tables.map((table) => app.database.db.selectFrom(table).selectAll().execute()))
    return Buffer.byteLength(JSON.stringify(rows))
  }
  const first = await sendAll(0)
  const bytes = await storedBytes()
  for (const _ of many(10)) expect(await sendAll(0)).toEqual(first)
  expect(await storedBytes()).toBe(bytes)
  for (let n = 1; (await sendAll(n))[0] !== 429; n++);
  const share = (await storedBytes()) / address
  expect(share).toBeGreaterThan(0.8)
  expect(share).toBeLessThan(1.05)
  const more = { ...ada, project: long }
  expect(await send(app, { ...more, requestId: 'x' })).toBe(429)
  expect(await send(app, { ...more, requestId: 'y' }, { sender: '203.0.113.8' })).toMatch(/^KW-/)
  app.clock.now += 24 * hourMs
  expect(await send(app, { ...more, requestId: 'x' })).toMatch(/^KW-/)
})

longTest('a sender who books and cancels a hundred calls doesn’t keep others from booking', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const [start = 0] = await readFreeTimes(callsOf(app))
  for (const n of many(101)) {
    const call = { ...ada, email: `ada@d${n}.example`, start: formatInstant(start, 'UTC') }
    const id = await send(app, call, { form: 'call', sender: `10.0.${n}.1` })
    expect(id).toMatch(/^KW-/)
    await cancelCall(callsOf(app), { id: `${id}` }, 'owner')
  }
})
