import { sql } from 'kysely'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { readFacts } from '../../content/facts/facts.ts'
import { readNewsletter } from '../../content/newsletter.ts'
import { MailLinkPage } from './MailLinkPage.tsx'
import { subscribe } from './newsletter.service.ts'
import { unsubscribeLink } from './newsletter-links.ts'
import { forgetSubscriber } from './subscriber.service.ts'

const dayMs = 24 * 3_600_000
const email = 'ada@example.com'
const unknown = { status: 404, state: 'unknown' }

/** Opens a link as the page does, with nothing but its address. */
function ask(app: TestApp, purpose: 'confirm' | 'unsubscribe', method: string, url: URL) {
  const from = { sender: '203.0.113.7', requestId: 'test' }
  return app.openMailLink(purpose, { method, headers: new Headers() }, { ...from, url })
}

async function newestLink({ database: { db } }: TestApp): Promise<URL> {
  const newest = db.selectFrom('outbox').select('text').orderBy('created_at', 'desc')
  return new URL(/http\S+key=\S+/.exec((await newest.executeTakeFirst())?.text ?? '')?.[0] ?? '')
}

function rowOf({ database: { db } }: TestApp) {
  return db.selectFrom('subscribers').selectAll().executeTakeFirst()
}

function suppressionsOf({ database: { db } }: TestApp) {
  return db.selectFrom('suppressions').selectAll().execute()
}

async function leavingLink(app: TestApp): Promise<URL> {
  return new URL(unsubscribeLink(app.newsletter.links, (await rowOf(app))?.id ?? ''))
}

/** Everything in the database that a link could have changed. */
async function snapshot({ database: { db } }: TestApp): Promise<string> {
  const tables = ['subscribers', 'suppressions', 'outbox', 'limits'] as const
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
}

describe.each(engines)('a link on $name', (engine) => {
  /** Someone who has signed up, and the link that came. */
  async function openSignedUp() {
    const app = await openTestApp(await engine.createPlace())
    await subscribe(app.newsletter, { email }, visitor)
    return { app, link: await newestLink(app) }
  }

  async function openConfirmed() {
    const { app, link } = await openSignedUp()
    await ask(app, 'confirm', 'POST', link)
    return { app, link, leaving: await leavingLink(app) }
  }

  test('to confirm changes nothing on GET and confirms on POST, once however often it is posted', async () => {
    const { app, link } = await openSignedUp()
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:4321/newsletter/confirm')
    const before = await snapshot(app)
    for (const method of ['GET', 'HEAD', 'GET'])
      expect(await ask(app, 'confirm', method, link)).toEqual({ status: 200, state: 'confirm' })
    expect(await snapshot(app)).toBe(before)
    const confirmedAt = app.clock.now
    const posts = await Promise.all(Array.from({ length: 20 }, () => ask(app, 'confirm', 'POST', link)))
    app.clock.now += 1_000
    for (const method of ['POST', 'GET']) posts.push(await ask(app, 'confirm', method, link))
    expect(posts).toEqual(Array(22).fill({ status: 200, state: 'confirmed' }))
    expect(await rowOf(app)).toMatchObject({ state: 'confirmed', confirmed_at: confirmedAt })
  })

  test('to confirm expires after 7 days and then offers a new email, which it sends on POST alone', async () => {
    const { app, link } = await openSignedUp()
    app.clock.now += 7 * dayMs - 1
    expect(await ask(app, 'confirm', 'GET', link)).toMatchObject({ state: 'confirm' })
    app.clock.now += 1
    const before = await snapshot(app)
    expect(await ask(app, 'confirm', 'GET', link)).toEqual({ status: 200, state: 'late' })
    expect(await snapshot(app)).toBe(before)
    expect(await ask(app, 'confirm', 'POST', link)).toEqual({ status: 200, state: 'resent' })
    expect(await ask(app, 'confirm', 'POST', link)).toEqual({ status: 200, state: 'waiting' })
    expect(await rowOf(app)).toMatchObject({ state: 'pending' })
    expect(await ask(app, 'confirm', 'POST', await newestLink(app))).toEqual({ status: 200, state: 'confirmed' })
    expect(await ask(app, 'confirm', 'GET', link)).toEqual({ status: 200, state: 'confirmed' })
  })

  test('that was changed, cut, or made for the other purpose does nothing', async () => {
    const { app, link } = await openSignedUp()
    const key = link.searchParams.get('key') ?? ''
    const leavingKey = (await leavingLink(app)).searchParams.get('key') ?? ''
    const [id = '', until = '', signature = ''] = key.split('.')
    const wrong = ['', '.', key.slice(0, -1), `${key}x`, `${id}.zzzzzzzz.${signature}`, `${id}x.${until}.${signature}`]
    const before = await snapshot(app)
    for (const method of ['GET', 'POST']) {
      for (const [purpose, keys] of [
        ['confirm', [...wrong, leavingKey]],
        ['unsubscribe', [...wrong, key, id]],
      ] as const)
        for (const each of keys)
          expect(await ask(app, purpose, method, new URL(`http://x/?key=${each}`))).toEqual(unknown)
      expect(await ask(app, 'confirm', method, new URL('http://x/'))).toEqual(unknown)
    }
    expect(await snapshot(app)).toBe(before)
  })

  test('to unsubscribe asks on GET, and ends the subscription on POST, once however often it is posted', async () => {
    const { app, leaving } = await openConfirmed()
    expect(await ask(app, 'unsubscribe', 'GET', leaving)).toEqual({ status: 200, state: 'unsubscribe' })
    expect(await rowOf(app)).toMatchObject({ state: 'confirmed' })
    const leftAt = app.clock.now
    await Promise.all(Array.from({ length: 20 }, () => ask(app, 'unsubscribe', 'POST', leaving)))
    app.clock.now += 365 * dayMs
    for (const method of ['POST', 'GET'])
      expect(await ask(app, 'unsubscribe', method, leaving)).toEqual({ status: 200, state: 'left' })
    expect(await rowOf(app)).toMatchObject({ state: 'unsubscribed', unsubscribed_at: leftAt })
    const email_hash = expect.stringMatching(/^[\w-]{43}$/)
    expect(await suppressionsOf(app)).toEqual([{ email_hash, reason: 'unsubscribed', created_at: leftAt }])
  })

  test('to confirm brings nobody back who has left; a new sign-up and its email do', async () => {
    const { app, link, leaving } = await openConfirmed()
    await ask(app, 'unsubscribe', 'POST', leaving)
    expect(await ask(app, 'confirm', 'POST', link)).toEqual(unknown)
    expect(await rowOf(app)).toMatchObject({ state: 'unsubscribed' })
    app.clock.now += dayMs
    await subscribe(app.newsletter, { email }, { ...visitor, page: '/again' })
    expect(await rowOf(app)).toMatchObject({ state: 'pending', consent_page: '/again' })
    expect(await suppressionsOf(app)).toHaveLength(1)
    await ask(app, 'confirm', 'POST', await newestLink(app))
    expect(await rowOf(app)).toMatchObject({ state: 'confirmed', confirmed_at: app.clock.now })
    expect(await suppressionsOf(app)).toEqual([])
  })

  test('to confirm works again for someone who left and signs up before there can be another email', async () => {
    const { app, link, leaving } = await openConfirmed()
    await ask(app, 'unsubscribe', 'POST', leaving)
    await subscribe(app.newsletter, { email }, visitor)
    expect(await newestLink(app)).toEqual(link)
    expect(await ask(app, 'confirm', 'POST', link)).toEqual({ status: 200, state: 'confirmed' })
    expect(await suppressionsOf(app)).toEqual([])
  })

  test('of someone who was erased changes nothing, and what remains can’t be read', async () => {
    const { app, link, leaving } = await openConfirmed()
    const settings = { salt: app.newsletter.salt, now: app.clock.now }
    const forget = () => app.database.write((tx) => forgetSubscriber(tx, 'ADA@example.com', settings))
    expect(await forget()).toEqual({ subscriptions: 1, mailIds: [expect.any(String)] })
    expect(await forget()).toEqual({ subscriptions: 0, mailIds: [] })
    const after = await snapshot(app)
    expect(after).not.toMatch(/ada@|203\.0\.113/i)
    expect(await suppressionsOf(app)).toMatchObject([{ reason: 'forgotten' }])
    expect(await ask(app, 'confirm', 'POST', link)).toEqual(unknown)
    for (const method of ['POST', 'GET'])
      expect(await ask(app, 'unsubscribe', method, leaving)).toEqual({ status: 200, state: 'ended' })
    expect(await snapshot(app)).toBe(after)
  })
})

test('a link is answered calmly while the database can’t be written', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await subscribe(app.newsletter, { email }, visitor)
  const link = await newestLink(app)
  await sql`pragma query_only = on`.execute(app.database.db)
  expect(await ask(app, 'confirm', 'POST', link)).toEqual({ status: 503, state: 'unavailable' })
  await sql`pragma query_only = off`.execute(app.database.db)
  expect(await ask(app, 'confirm', 'POST', link)).toEqual({ status: 200, state: 'confirmed' })
})

test('a link’s page asks with one button that posts to its own address, or answers without one', () => {
  const texts = readNewsletter(readFacts())
  const page = (state: keyof typeof texts.links) =>
    renderToStaticMarkup(<MailLinkPage texts={texts} state={state} drawing={undefined} />)
  const button = /<form method="post"><button type="submit" class="button">[^<]+<\/button><\/form>/
  for (const state of ['confirm', 'late', 'unsubscribe'] as const) expect(page(state)).toMatch(button)
  expect(page('late')).toContain('7 days')
  for (const state of ['confirmed', 'resent', 'waiting', 'left', 'ended', 'unknown', 'unavailable'] as const)
    expect(page(state)).not.toMatch(/<form|<button/)
})
