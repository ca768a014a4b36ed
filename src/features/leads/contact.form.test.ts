import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor, writtenMails } from '../../../tests/support/desk.ts'
import { defaultLimits } from '../../limits.ts'
import { StorageError } from '../../server/db/database.ts'
import { submitContact } from './contact.form.ts'
import { releaseWordKeys } from './lead.repository.ts'

const hourMs = 3_600_000

function leadsOf(app: TestApp) {
  return app.database.db.selectFrom('leads').selectAll().orderBy('created_at').execute()
}

async function mailsOf(app: TestApp) {
  const rows = await writtenMails(app)
  return rows.map(({ kind, to_address, subject }) => ({ kind, to: to_address, subject }))
}

describe.each(engines)('a request on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('is stored with all that is known of it, and a mail each to owner and visitor', async () => {
    const app = await open()
    const result = await submitContact(app.contact, ada, {
      ...visitor,
      page: '/?utm_source=letter',
      referrer: 'https://news.example/?q=what+was+searched#x',
      parameters: { utm_source: 'letter', utm_medium: 'a\0b', gclid: 'x', utm_term: ' ' },
      language: 'en-IN,en;q=0.9',
    })
    const reference = expect.stringMatching(/^KW-[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(result).toEqual({ outcome: 'stored', reference, replayed: false })
    expect(await leadsOf(app)).toEqual([
      {
        ...ada,
        reference,
        kind: 'contact',
        status: 'ok',
        reasons: '[]',
        request_key: expect.any(String),
        email_key: ada.email,
        page: '/?utm_source=letter',
        referrer: 'https://news.example/',
        campaign: '{"utm_source":"letter","utm_medium":"a b"}',
        language: 'en-IN,en;q=0.9',
        network: '203.0.113.0/24',
        note: null,
        answered_at: null,
        digest: null,
        created_at: app.clock.now,
        company: null,
        budget: null,
        timeline: null,
        requirements: null,
        transcript: null,
        abandoned: null,
        consent_words: null,
        consent_at: null,
        updated_at: null,
      },
    ])
    expect(await mailsOf(app)).toEqual([
      {
        kind: 'contact-owner',
        to: 'hello@kitewright.example',
        subject: expect.stringMatching(/^New request from Ada Lovelace \(KW-/),
      },
      { kind: 'contact-receipt', to: 'ada@example.com', subject: 'Your request has arrived' },
    ])
  })

  test('keeps no key that was made of the sender’s address for longer than it is used', async () => {
    const app = await open()
    await submitContact(app.contact, ada, visitor)
    await submitContact(app.contact, { ...ada, requestId: 'key-1' }, visitor)
    await releaseWordKeys(app.database.db, app.clock.now - 1)
    expect((await leadsOf(app)).map(({ request_key }) => request_key?.split(':')[0]).toSorted()).toEqual([
      'id',
      'words',
    ])
    await releaseWordKeys(app.database.db, app.clock.now)
    expect((await leadsOf(app)).map(({ request_key }) => request_key).toSorted()).toEqual(['id:key-1', null])
  })

  test('that comes again under its key has no effect and the same reference, and is not counted', async () => {
    const app = await open()
    const input = { ...ada, requestId: 'key-1' }
    const first = await submitContact(app.contact, input, visitor)
    for (let i = 0; i < defaultLimits.contactPosts.max + 5; i++) {
      expect(await submitContact(app.contact, input, visitor)).toEqual({ ...first, replayed: true })
    }
    expect(await leadsOf(app)).toHaveLength(1)
    expect(await mailsOf(app)).toHaveLength(2)
  })

  test('with other words under a key that is taken is a request of its own: a copied tab brings its key along', async () => {
    const app = await open()
    const first = await submitContact(app.contact, { ...ada, requestId: 'copied' }, visitor)
    const other = { ...ada, project: 'Another engine.', requestId: 'copied' }
    const second = await submitContact(app.contact, other, visitor)
    expect(second).toMatchObject({ outcome: 'stored', replayed: false })
    expect(await submitContact(app.contact, other, visitor)).toEqual({ ...second, replayed: true })
    expect(await submitContact(app.contact, { ...ada, requestId: 'copied' }, visitor)).toEqual({
      ...first,
      replayed: true,
    })
    expect((await leadsOf(app)).map(({ project }) => project).toSorted()).toEqual([ada.project, 'Another engine.'])
  })

  test('that comes 200 times at once under one key is one lead', async () => {
    const app = await open()
    const results = await Promise.all(
      Array.from({ length: 200 }, () => submitContact(app.contact, { ...ada, requestId: 'same' }, visitor)),
    )
    const references = results.map((result) => (result.outcome === 'stored' ? result.reference : result.outcome))
    expect(new Set(references).size).toBe(1)
    expect(results.filter((result) => result.outcome === 'stored' && !result.replayed)).toHaveLength(1)
    expect(await leadsOf(app)).toHaveLength(1)
    expect(await mailsOf(app)).toHaveLength(2)
  })

  test('without a key is one request when the same words come again within the hour', async () => {
    const app = await open()
    const [first, second] = await Promise.all([
      submitContact(app.contact, ada, visitor),
      submitContact(app.contact, { ...ada, requestId: 'not a key!' }, visitor),
    ])
    app.clock.now += hourMs - 1
    const third = await submitContact(app.contact, ada, visitor)
    expect(new Set([first, second, third].map((r) => (r.outcome === 'stored' ? r.reference : r.outcome))).size).toBe(1)
    app.clock.now += 1
    await submitContact(app.contact, ada, visitor)
    await submitContact(app.contact, ada, { ...visitor, sender: '198.51.100.1' })
    await submitContact(app.contact, { ...ada, project: 'Another engine' }, visitor)
    expect(await leadsOf(app)).toHaveLength(4)
  })

  test('is refused with a time when one address has sent too many, and taken after that time', async () => {
    const app = await open()
    const post = (n: number, sender: string) =>
      submitContact(app.contact, { ...ada, requestId: `id-${n}` }, { ...visitor, sender })
    for (let n = 0; n < defaultLimits.contactPosts.max; n++)
      expect(await post(n, '2001:db8::1')).toMatchObject({ outcome: 'stored' })
    app.clock.now += 1_500
    expect(await post(100, '2001:db8::ffff')).toEqual({ outcome: 'limited', retryAfterSeconds: 599 })
    expect(await post(101, '2001:db8:0:1::1')).toMatchObject({ outcome: 'stored' })
    expect(await post(0, '2001:db8::1')).toMatchObject({ outcome: 'stored', replayed: true })
    expect(await leadsOf(app)).toHaveLength(defaultLimits.contactPosts.max + 1)
    app.clock.now += 599_000
    expect(await post(100, '2001:db8::ffff')).toMatchObject({ outcome: 'stored', replayed: false })
  })

  test('counts for the limit, also when it repeats words without a key', async () => {
    const app = await open()
    for (let n = 0; n < defaultLimits.contactPosts.max; n++) await submitContact(app.contact, ada, visitor)
    expect(await submitContact(app.contact, ada, visitor)).toMatchObject({ outcome: 'limited' })
    expect(await leadsOf(app)).toHaveLength(1)
  })

  test('of many at once from one address passes no more than the limit', async () => {
    const app = await open()
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, n) => submitContact(app.contact, { ...ada, requestId: `n${n}` }, visitor)),
    )
    expect(results.filter(({ outcome }) => outcome === 'stored')).toHaveLength(defaultLimits.contactPosts.max)
    expect(await leadsOf(app)).toHaveLength(defaultLimits.contactPosts.max)
  })

  test.each([
    ['fills the hidden field', { honeypot: true, elapsedMs: undefined }, '["the hidden field was filled"]'],
    ['is faster than a person', { honeypot: false, elapsedMs: 1_767.399 }, '["it was sent after 1.7 s"]'],
  ])('of something that %s is held, told to the owner, and nobody else hears of it', async (_, signs, reasons) => {
    const app = await open()
    const result = await submitContact(app.contact, ada, { ...visitor, ...signs })
    expect(result).toMatchObject({ outcome: 'stored', replayed: false })
    expect(await leadsOf(app)).toMatchObject([{ status: 'held', reasons }])
    expect(await mailsOf(app)).toEqual([
      { kind: 'contact-owner', to: 'hello@kitewright.example', subject: expect.stringMatching(/^Held: New request/) },
    ])
  })

  test('is confirmed to an address once a day at most, however it is written', async () => {
    const app = await open()
    const receipts = async () => (await mailsOf(app)).filter(({ kind }) => kind === 'contact-receipt').length
    await submitContact(app.contact, { ...ada, requestId: 'a' }, visitor)
    await submitContact(
      app.contact,
      { ...ada, requestId: 'b', email: 'ADA@example.com' },
      { ...visitor, sender: '192.0.2.1' },
    )
    expect(await receipts()).toBe(1)
    app.clock.now += 24 * hourMs
    await submitContact(app.contact, { ...ada, requestId: 'c' }, visitor)
    expect(await receipts()).toBe(2)
  })

  test('keeps every character, and the sender only shortened', async () => {
    const app = await open()
    const project = `${'नमस्ते 😀 '.repeat(50)}\n\t'"; drop table leads; --\u202E`.trim()
    await submitContact(app.contact, { ...ada, project }, { ...visitor, sender: '203.0.113.99' })
    expect(await leadsOf(app)).toMatchObject([{ project }])
    const limits = JSON.stringify(await app.database.db.selectFrom('limits').selectAll().execute())
    expect(limits).not.toMatch(/203\.0\.113|ada@example/)
  })
})

test('a database that cannot be written is told with a typed error, and the same request is taken later', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const input = { ...ada, requestId: 'kept by the form' }
  await sql`pragma query_only = on`.execute(app.database.db)
  await expect(submitContact(app.contact, input, visitor)).rejects.toBeInstanceOf(StorageError)
  await expect(app.checkReady()).rejects.toBeInstanceOf(StorageError)
  await sql`pragma query_only = off`.execute(app.database.db)
  await app.checkReady()
  expect(await submitContact(app.contact, input, visitor)).toMatchObject({ outcome: 'stored', replayed: false })
})

test('a sender whose address is not known is counted all the same', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await submitContact(app.contact, ada, { ...visitor, sender: 'unknown' })
  expect(await leadsOf(app)).toMatchObject([{ network: null }])
})
