import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { subscribe } from './newsletter.service.ts'
import { unsubscribeLink } from './newsletter-links.ts'
import { forgetSubscriber } from './subscriber.service.ts'

const dayMs = 24 * 3_600_000
const email = 'ada@example.com'
const unknown = { status: 404, state: 'unknown' }

/** The link in the newest mail. */
async function newestLink(app: TestApp): Promise<URL> {
  const mails = await app.database.db.selectFrom('outbox').select('text').orderBy('created_at', 'desc').execute()
  return new URL(/http\S+key=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '')
}

async function readerOf(app: TestApp) {
  return await app.database.db.selectFrom('subscribers').selectAll().executeTakeFirst()
}

async function leavingLink(app: TestApp): Promise<URL> {
  return new URL(unsubscribeLink(app.newsletter.links, (await readerOf(app))?.id ?? ''))
}

/** Everything in the database that a link could have changed. */
async function snapshot({ database: { db } }: TestApp): Promise<string> {
  const tables = ['subscribers', 'suppressions', 'outbox', 'limits'] as const
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
}

function suppressionsOf(app: TestApp) {
  return app.database.db.selectFrom('suppressions').selectAll().execute()
}

describe.each(engines)('a link on $name', (engine) => {
  async function open(): Promise<
    TestApp & { ask: (purpose: 'confirm' | 'unsubscribe', method: string, url: URL) => Promise<object> }
  > {
    const app = await openTestApp(await engine.createPlace())
    const from = { sender: '203.0.113.7', requestId: 'test' }
    const headers = new Headers()
    return { ...app, ask: (purpose, method, url) => app.openMailLink(purpose, { method, headers }, { ...from, url }) }
  }

  /** Someone who has subscribed, and the link that came. */
  async function openSubscribed() {
    const app = await open()
    await subscribe(app.newsletter, { email }, visitor)
    return { app, link: await newestLink(app) }
  }

  test('to confirm asks on GET, confirms on POST, and confirms once however often it is posted', async () => {
    const { app, link } = await openSubscribed()
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:4321/newsletter/confirm')
    const before = await snapshot(app)
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect(await app.ask('confirm', method, link)).toEqual({ status: 200, state: 'confirm' })
    }
    expect(await snapshot(app)).toBe(before)
    const confirmedAt = app.clock.now
    const posts = await Promise.all(Array.from({ length: 20 }, () => app.ask('confirm', 'POST', link)))
    app.clock.now += 1_000
    posts.push(await app.ask('confirm', 'POST', link))
    for (const answer of posts) expect(answer).toEqual({ status: 200, state: 'confirmed' })
    expect(await readerOf(app)).toMatchObject({ state: 'confirmed', confirmed_at: confirmedAt })
    expect(await app.ask('confirm', 'GET', link)).toEqual({ status: 200, state: 'confirmed' })
  })

  test('to confirm expires after 7 days and then offers a new mail, which it sends on POST alone', async () => {
    const { app, link } = await openSubscribed()
    app.clock.now += 7 * dayMs - 1
    expect(await app.ask('confirm', 'GET', link)).toMatchObject({ state: 'confirm' })
    app.clock.now += 1
    const before = await snapshot(app)
    expect(await app.ask('confirm', 'GET', link)).toEqual({ status: 200, state: 'late' })
    expect(await snapshot(app)).toBe(before)
    expect(await app.ask('confirm', 'POST', link)).toEqual({ status: 200, state: 'resent' })
    expect(await app.ask('confirm', 'POST', link)).toEqual({ status: 200, state: 'waiting' })
    expect(await readerOf(app)).toMatchObject({ state: 'pending' })
    expect(await app.ask('confirm', 'POST', await newestLink(app))).toEqual({ status: 200, state: 'confirmed' })
    expect(await app.ask('confirm', 'GET', link)).toEqual({ status: 200, state: 'confirmed' })
  })

  test('that was changed, cut, or made for the other purpose does nothing', async () => {
    const { app, link } = await openSubscribed()
    const key = link.searchParams.get('key') ?? ''
    const leavingKey = (await leavingLink(app)).searchParams.get('key') ?? ''
    const [id = '', until = '', signature = ''] = key.split('.')
    const wrong = ['', '.', key.slice(0, -1), `${key}x`, `${id}.zzzzzzzz.${signature}`, `${id}x.${until}.${signature}`]
    const before = await snapshot(app)
    for (const method of ['GET', 'POST']) {
      for (const each of [...wrong, leavingKey]) {
        expect(await app.ask('confirm', method, new URL(`http://x/?key=${each}`))).toEqual(unknown)
      }
      for (const each of [...wrong, key, id]) {
        expect(await app.ask('unsubscribe', method, new URL(`http://x/?key=${each}`))).toEqual(unknown)
      }
      expect(await app.ask('confirm', method, new URL('http://x/'))).toEqual(unknown)
    }
    expect(await snapshot(app)).toBe(before)
  })

  test('to unsubscribe asks on GET, and ends the subscription on POST, once however often it is posted', async () => {
    const { app, link } = await openSubscribed()
    await app.ask('confirm', 'POST', link)
    const leaving = await leavingLink(app)
    expect(await app.ask('unsubscribe', 'GET', leaving)).toEqual({ status: 200, state: 'unsubscribe' })
    expect(await readerOf(app)).toMatchObject({ state: 'confirmed' })
    const leftAt = app.clock.now
    await Promise.all(Array.from({ length: 20 }, () => app.ask('unsubscribe', 'POST', leaving)))
    app.clock.now += 365 * dayMs
    expect(await app.ask('unsubscribe', 'POST', leaving)).toEqual({ status: 200, state: 'left' })
    expect(await app.ask('unsubscribe', 'GET', leaving)).toEqual({ status: 200, state: 'left' })
    expect(await readerOf(app)).toMatchObject({ state: 'unsubscribed', unsubscribed_at: leftAt })
    expect(await suppressionsOf(app)).toEqual([
      { email_hash: expect.stringMatching(/^[\w-]{43}$/), reason: 'unsubscribed', created_at: leftAt },
    ])
  })

  test('to confirm does not bring back a reader who has left; a new subscription and its mail do', async () => {
    const { app, link } = await openSubscribed()
    await app.ask('confirm', 'POST', link)
    await app.ask('unsubscribe', 'POST', await leavingLink(app))
    expect(await app.ask('confirm', 'POST', link)).toEqual(unknown)
    expect(await readerOf(app)).toMatchObject({ state: 'unsubscribed' })
    app.clock.now += dayMs
    await subscribe(app.newsletter, { email }, { ...visitor, page: '/again' })
    expect(await readerOf(app)).toMatchObject({ state: 'pending', consent_page: '/again' })
    expect(await suppressionsOf(app)).toHaveLength(1)
    await app.ask('confirm', 'POST', await newestLink(app))
    expect(await readerOf(app)).toMatchObject({ state: 'confirmed', confirmed_at: app.clock.now })
    expect(await suppressionsOf(app)).toEqual([])
  })

  test('to confirm works again for a reader who left and subscribes anew before there can be another mail', async () => {
    const { app, link } = await openSubscribed()
    await app.ask('confirm', 'POST', link)
    await app.ask('unsubscribe', 'POST', await leavingLink(app))
    await subscribe(app.newsletter, { email }, visitor)
    expect(await newestLink(app)).toEqual(link)
    expect(await app.ask('confirm', 'POST', link)).toEqual({ status: 200, state: 'confirmed' })
    expect(await suppressionsOf(app)).toEqual([])
  })

  test('comes to a reader who subscribes again and leads to the way out; the subscription stays', async () => {
    const { app, link } = await openSubscribed()
    await app.ask('confirm', 'POST', link)
    const before = await readerOf(app)
    app.clock.now += dayMs
    const answer = await subscribe(app.newsletter, { email }, { ...visitor, page: '/again' })
    expect(answer).toEqual({ outcome: 'stored', reference: before?.reference })
    expect(await readerOf(app)).toEqual(before)
    const leaving = await newestLink(app)
    expect(leaving.pathname).toBe('/newsletter/unsubscribe')
    expect(await app.ask('unsubscribe', 'POST', leaving)).toMatchObject({ state: 'left' })
  })

  test('of an erased reader changes nothing, and what remains of them cannot be read', async () => {
    const { app, link } = await openSubscribed()
    await app.ask('confirm', 'POST', link)
    const leaving = await leavingLink(app)
    const forget = () =>
      app.database.write((tx) =>
        forgetSubscriber(tx, 'ADA@example.com', { salt: app.newsletter.salt, now: app.clock.now }),
      )
    expect(await forget()).toEqual({ subscriptions: 1, mailIds: [expect.any(String)] })
    expect(await forget()).toEqual({ subscriptions: 0, mailIds: [] })
    const after = await snapshot(app)
    expect(after).not.toMatch(/ada@|203\.0\.113/i)
    expect(await suppressionsOf(app)).toMatchObject([{ reason: 'forgotten' }])
    expect(await app.ask('confirm', 'POST', link)).toEqual(unknown)
    expect(await app.ask('unsubscribe', 'POST', leaving)).toEqual({ status: 200, state: 'ended' })
    expect(await app.ask('unsubscribe', 'GET', leaving)).toEqual({ status: 200, state: 'ended' })
    expect(await snapshot(app)).toBe(after)
  })
})

test('a link is answered calmly while the database cannot be written', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await subscribe(app.newsletter, { email }, visitor)
  const url = await newestLink(app)
  await sql`pragma query_only = on`.execute(app.database.db)
  const ask = () =>
    app.openMailLink(
      'confirm',
      { method: 'POST', headers: new Headers() },
      { url, sender: '203.0.113.7', requestId: 'test' },
    )
  expect(await ask()).toEqual({ status: 503, state: 'unavailable' })
  await sql`pragma query_only = off`.execute(app.database.db)
  expect(await ask()).toEqual({ status: 200, state: 'confirmed' })
})
