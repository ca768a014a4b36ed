import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { defaultLimits } from '../../limits.ts'
import { StorageError } from '../../server/db/database.ts'
import { subscribe } from './newsletter.service.ts'

const dayMs = 24 * 3_600_000
const email = 'ada@example.com'

function readersOf(app: TestApp) {
  return app.database.db.selectFrom('subscribers').selectAll().orderBy('created_at').execute()
}

async function mailsOf(app: TestApp) {
  const rows = await app.database.db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
  return rows.map(({ kind, to_address }) => `${kind} ${to_address}`)
}

/** Each from another sender, so that none meets the sender's limit. */
function fromSender(n: number) {
  return { ...visitor, sender: `198.51.${n >> 8}.${n & 255}` }
}

describe.each(engines)('a subscription on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('waits for its confirmation, with what was agreed to, and one mail asks for it', async () => {
    const app = await open()
    const result = await subscribe(app.newsletter, { email, requestId: 'key-1' }, { ...visitor, page: '/blog' })
    const reference = expect.stringMatching(/^NL-[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(result).toEqual({ outcome: 'stored', reference })
    expect(await readersOf(app)).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        reference,
        email,
        email_key: email,
        state: 'pending',
        reasons: '[]',
        request_key: 'key-1',
        consent_words:
          'Kitewright’s newsletter: new articles on building and pricing SaaS, now and then. Unsubscribe any time. [Subscribe]',
        consent_page: '/blog',
        consent_network: '203.0.113.0/24',
        consent_at: app.clock.now,
        confirmed_at: null,
        unsubscribed_at: null,
        created_at: app.clock.now,
      },
    ])
    expect(await mailsOf(app)).toEqual(['newsletter-confirmation ada@example.com'])
  })

  test('of one address that comes 100 times at once is one row and one mail', async () => {
    const app = await open()
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => subscribe(app.newsletter, { email }, fromSender(n))),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await readersOf(app)).toHaveLength(1)
    expect(await mailsOf(app)).toHaveLength(1)
  })

  test('that comes again under its key has no effect, and is not counted', async () => {
    const app = await open()
    const input = { email, requestId: 'key-1' }
    const first = await subscribe(app.newsletter, input, visitor)
    app.clock.now += dayMs
    const again = await Promise.all(
      Array.from({ length: defaultLimits.newsletterPosts.max + 5 }, () => subscribe(app.newsletter, input, visitor)),
    )
    for (const result of again) expect(result).toEqual(first)
    expect(await mailsOf(app)).toHaveLength(1)
  })

  test('of a known address has the same answer, however it is written, and one mail a day', async () => {
    const app = await open()
    const first = await subscribe(app.newsletter, { email }, visitor)
    app.clock.now += dayMs - 1
    expect(await subscribe(app.newsletter, { email: 'ADA@example.com' }, fromSender(1))).toEqual(first)
    expect(await mailsOf(app)).toHaveLength(1)
    app.clock.now += 1
    expect(await subscribe(app.newsletter, { email }, { ...fromSender(2), page: '/later' })).toEqual(first)
    expect(await mailsOf(app)).toHaveLength(2)
    expect(await readersOf(app)).toMatchObject([{ consent_page: '/later', consent_at: app.clock.now }])
  })

  test('keeps the consent that its mail asks to confirm when a stranger signs the address up in between', async () => {
    const app = await open()
    await subscribe(app.newsletter, { email }, { ...visitor, page: '/mine' })
    await subscribe(app.newsletter, { email }, { ...fromSender(1), page: '/theirs' })
    expect(await readersOf(app)).toMatchObject([{ consent_page: '/mine', consent_network: '203.0.113.0/24' }])
  })

  test.each([
    ['fills the hidden field', { honeypot: true, elapsedMs: undefined }, '["the hidden field was filled"]'],
    ['is faster than a person', { honeypot: false, elapsedMs: 1_767.399 }, '["it was sent after 1.7 s"]'],
  ])(
    'by something that %s is held with the same answer and no mail, until a person comes',
    async (_, signs, reasons) => {
      const app = await open()
      const held = await subscribe(app.newsletter, { email }, { ...visitor, ...signs })
      expect(await readersOf(app)).toMatchObject([{ state: 'held', reasons }])
      expect(await mailsOf(app)).toEqual([])
      expect(await subscribe(app.newsletter, { email }, visitor)).toEqual(held)
      expect(await readersOf(app)).toMatchObject([{ state: 'pending', reasons: '[]' }])
      expect(await mailsOf(app)).toHaveLength(1)
      await subscribe(app.newsletter, { email }, { ...fromSender(1), ...signs })
      expect(await readersOf(app)).toMatchObject([{ state: 'pending' }])
    },
  )

  test('is refused with a time when one sender has sent too many, and taken after that time', async () => {
    const app = await open()
    const post = (n: number, sender: string) =>
      subscribe(app.newsletter, { email: `reader${n}@example.com` }, { ...visitor, sender })
    for (let n = 0; n < defaultLimits.newsletterPosts.max; n++)
      expect((await post(n, '2001:db8::1')).outcome).toBe('stored')
    app.clock.now += 1_500
    expect(await post(100, '2001:db8::ffff')).toEqual({ outcome: 'limited', retryAfterSeconds: 599 })
    expect(await readersOf(app)).toHaveLength(defaultLimits.newsletterPosts.max)
    app.clock.now += 599_000
    expect((await post(100, '2001:db8::ffff')).outcome).toBe('stored')
  })
})

test('a database that cannot be written is told with a typed error, and the same address is taken later', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await sql`pragma query_only = on`.execute(app.database.db)
  await expect(subscribe(app.newsletter, { email }, visitor)).rejects.toBeInstanceOf(StorageError)
  await sql`pragma query_only = off`.execute(app.database.db)
  expect((await subscribe(app.newsletter, { email }, visitor)).outcome).toBe('stored')
})
