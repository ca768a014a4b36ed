import { describe, expect, test } from 'vitest'
import { signText } from '../../platform/signing.ts'
import { engines } from '../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { leavingLink, newestLink, openLink } from '../../tests/support/email-links.ts'
import { ask } from '../../tests/support/http.ts'
import { forgetSubscriber } from './remove-subscriber.ts'
import { subscribe } from './sign-up.ts'

const dayMs = 24 * 3_600_000
const email = 'ada@example.com'
const unknown = { status: 404, state: 'unknown' }

const rowsOf = ({ database: { db } }: TestApp) => db.selectFrom('subscribers').selectAll().execute()

const suppressionsOf = ({ database: { db } }: TestApp) => db.selectFrom('suppressions').selectAll().execute()

/** All data that a link could have changed. */
async function snapshot({ database: { db } }: TestApp): Promise<string> {
  const tables = ['subscribers', 'suppressions', 'outbox', 'limits'] as const
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
}

describe.each(engines)('a link on $name', (engine) => {
  /** A new sign-up and the link in its email. */
  async function openSignedUp() {
    const app = await openTestApp(await engine.createPlace())
    await subscribe(app, { email }, visitor)
    return { app, link: await newestLink(app) }
  }

  async function openConfirmed() {
    const { app, link } = await openSignedUp()
    await openLink(app, 'confirm', 'POST', link)
    return { app, link, leaving: await leavingLink(app) }
  }

  test('to confirm changes nothing on GET, and confirms once on any number of POSTs', async () => {
    const { app, link } = await openSignedUp()
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:4321/newsletter/confirm')
    const before = await snapshot(app)
    expect((await ask(app, link.href, { method: 'HEAD' })).status).toBe(200)
    for (const method of ['GET', 'GET'])
      expect(await openLink(app, 'confirm', method, link)).toEqual({ status: 200, state: 'confirm' })
    expect(await snapshot(app)).toBe(before)
    const confirmedAt = app.clock.now
    const posts = await Promise.all(Array.from({ length: 20 }, () => openLink(app, 'confirm', 'POST', link)))
    app.clock.now += 1_000
    for (const method of ['POST', 'GET']) posts.push(await openLink(app, 'confirm', method, link))
    expect(posts).toEqual(Array(22).fill({ status: 200, state: 'confirmed' }))
    expect(await rowsOf(app)).toMatchObject([{ state: 'confirmed', confirmed_at: confirmedAt }])
  })

  test('to confirm expires after 7 days, and then sends a new email on POST', async () => {
    const { app, link } = await openSignedUp()
    app.clock.now += 7 * dayMs - 1
    expect(await openLink(app, 'confirm', 'GET', link)).toMatchObject({ state: 'confirm' })
    app.clock.now += 1
    const before = await snapshot(app)
    expect(await openLink(app, 'confirm', 'GET', link)).toEqual({ status: 200, state: 'late' })
    expect(await snapshot(app)).toBe(before)
    expect(await openLink(app, 'confirm', 'POST', link)).toEqual({ status: 200, state: 'resent' })
    expect(await openLink(app, 'confirm', 'POST', link)).toEqual({ status: 200, state: 'waiting' })
    expect(await rowsOf(app)).toMatchObject([{ state: 'pending' }])
    expect(await openLink(app, 'confirm', 'POST', await newestLink(app))).toEqual({ status: 200, state: 'confirmed' })
    expect(await openLink(app, 'confirm', 'GET', link)).toEqual({ status: 200, state: 'confirmed' })
  })

  test('that was changed, cut off, or made for another purpose does nothing', async () => {
    const { app, link } = await openSignedUp()
    const key = link.searchParams.get('key') ?? ''
    const leavingKey = (await leavingLink(app)).searchParams.get('key') ?? ''
    const [id = '', until = '', leftAt = '', signature = ''] = key.split('.')
    const wrong = [
      '',
      key.slice(0, -1),
      `${id}.zzzzzzzz.${leftAt}.${signature}`,
      `${id}.${until}.${signature}`,
      `${id}x.${until}.${leftAt}.${signature}`,
      'ü.😀',
      'x'.repeat(9_999),
    ]
    const before = await snapshot(app)
    for (const method of ['GET', 'POST']) {
      for (const [purpose, keys] of Object.entries({
        confirm: [...wrong, leavingKey],
        unsubscribe: [...wrong, key, id],
      }))
        for (const each of keys)
          expect(await openLink(app, purpose, method, new URL(`http://x/?key=${each}`))).toEqual(unknown)
    }
    expect(await snapshot(app)).toBe(before)
  })

  test('to unsubscribe asks on GET, and unsubscribes once on any number of POSTs', async () => {
    const { app, leaving } = await openConfirmed()
    expect(await openLink(app, 'unsubscribe', 'GET', leaving)).toEqual({ status: 200, state: 'unsubscribe' })
    expect(await rowsOf(app)).toMatchObject([{ state: 'confirmed' }])
    const leftAt = app.clock.now
    await Promise.all(Array.from({ length: 20 }, () => openLink(app, 'unsubscribe', 'POST', leaving)))
    app.clock.now += 365 * dayMs
    for (const method of ['POST', 'GET'])
      expect(await openLink(app, 'unsubscribe', method, leaving)).toEqual({ status: 200, state: 'left' })
    expect(await rowsOf(app)).toMatchObject([{ state: 'unsubscribed', unsubscribed_at: leftAt }])
    const email_hash = expect.stringMatching(/^[\w-]{43}$/)
    expect(await suppressionsOf(app)).toEqual([{ email_hash, reason: 'unsubscribed', created_at: leftAt }])
  })

  test('to confirm doesn’t resubscribe people who have left, until they sign up again', async () => {
    const { app, link, leaving } = await openConfirmed()
    await openLink(app, 'unsubscribe', 'POST', leaving)
    expect(await openLink(app, 'confirm', 'POST', link)).toEqual(unknown)
    expect(await rowsOf(app)).toMatchObject([{ state: 'unsubscribed' }])
    app.clock.now += dayMs
    await subscribe(app, { email }, { ...visitor, page: '/again' })
    expect(await rowsOf(app)).toMatchObject([{ state: 'pending', consent_page: '/again' }])
    expect(await suppressionsOf(app)).toHaveLength(1)
    await openLink(app, 'confirm', 'POST', await newestLink(app))
    expect(await rowsOf(app)).toMatchObject([{ state: 'confirmed', confirmed_at: app.clock.now }])
    expect(await suppressionsOf(app)).toEqual([])
  })

  test('to confirm only works for its own sign-up, so signing up again after leaving needs a new link', async () => {
    const { app, link, leaving } = await openConfirmed()
    await openLink(app, 'unsubscribe', 'POST', leaving)
    app.clock.now += 1_000
    await subscribe(app, { email }, { ...visitor, sender: '198.51.100.1' })
    const before = await snapshot(app)
    expect(await openLink(app, 'confirm', 'GET', link)).toEqual({ status: 200, state: 'late' })
    expect(await snapshot(app)).toBe(before)
    expect(await openLink(app, 'confirm', 'POST', link)).toEqual({ status: 200, state: 'waiting' })
    expect(await rowsOf(app)).toMatchObject([{ state: 'pending' }])
    app.clock.now += dayMs
    await subscribe(app, { email }, visitor)
    expect(await openLink(app, 'confirm', 'POST', await newestLink(app))).toMatchObject({ state: 'confirmed' })
    expect(await openLink(app, 'unsubscribe', 'POST', leaving)).toMatchObject({ state: 'left' })
  })

  test('from before an update confirms people who have never left', async () => {
    const { app } = await openSignedUp()
    const [row] = await rowsOf(app)
    const { linkKey } = app
    const text = `${row?.id}.${(app.clock.now + dayMs).toString(36)}`
    const old = new URL(`http://x/?key=${signText(linkKey, 'confirm', text)}`)
    expect(await openLink(app, 'confirm', 'POST', old)).toMatchObject({ state: 'confirmed' })
    await openLink(app, 'unsubscribe', 'POST', await leavingLink(app))
    await subscribe(app, { email }, visitor)
    expect(await openLink(app, 'confirm', 'POST', old)).toMatchObject({ state: 'waiting' })
  })

  test('to someone who was erased changes nothing, and only a hash remains', async () => {
    const { app, link, leaving } = await openConfirmed()
    const settings = { salt: app.salt, now: app.clock.now }
    const forget = () => app.database.write((tx) => forgetSubscriber(tx, 'ADA@example.com', settings))
    await subscribe(app, { email }, visitor)
    expect(await forget()).toEqual({ subscriptions: 1, emailIds: [expect.any(String)] })
    expect(await forget()).toEqual({ subscriptions: 0, emailIds: [] })
    const after = await snapshot(app)
    expect(after).not.toMatch(/ada@|203\.0\.113/i)
    expect(await suppressionsOf(app)).toMatchObject([{ reason: 'forgotten' }])
    expect(await openLink(app, 'confirm', 'POST', link)).toEqual(unknown)
    for (const method of ['POST', 'GET'])
      expect(await openLink(app, 'unsubscribe', method, leaving)).toEqual({ status: 200, state: 'ended' })
    expect(await snapshot(app)).toBe(after)
  })
})
