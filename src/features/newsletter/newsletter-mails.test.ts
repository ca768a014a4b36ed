import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import type { SpamSigns } from '../../lib/net/spam-score.ts'
import { defaultLimits } from '../../limits.ts'
import { confirmSubscription } from './mail-link.route.ts'
import { subscribe } from './newsletter.service.ts'
import { longestWaitMs, sendWaiting } from './newsletter-mails.ts'
import { removeSubscriber } from './subscriber.service.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const email = 'ada@example.com'
const bare = { honeypot: false }
const room = defaultLimits.newsletterMails.max

/** Each from a network, and to a domain, of its own. */
function signUp(app: TestApp, n: number, signs: SpamSigns = visitor) {
  const context = { ...signs, elapsedMs: signs.elapsedMs, sender: `10.${n >> 8}.${n & 255}.1` }
  return subscribe(app.newsletter, { email: `reader${n}@d${n}.example` }, context)
}

async function mailsOf(app: TestApp): Promise<string[]> {
  const rows = await app.database.db.selectFrom('outbox').select('to_address').orderBy('created_at').execute()
  return rows.map(({ to_address }) => to_address)
}

function waitingIn(app: TestApp) {
  return app.database.db.selectFrom('waiting_mails').selectAll().execute()
}

/** Rounds until there is nothing to do now. */
async function sendAllDue(app: TestApp): Promise<void> {
  for (let round = 0; round < 10; round++) await sendWaiting(app.newsletter)
}

/** Some at once: PostgreSQL has ten connections, and lets nobody wait for one for long. */
async function many(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - from) }, (_, n) => work(from + n)))
  }
}

async function fill(app: TestApp, signs: SpamSigns, count: number): Promise<void> {
  await many(count, (n) => signUp(app, n, signs))
}

describe.each(engines)('a sign-up on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('above the hour’s mails is taken with the same answer, and its mail goes in the next hour', async () => {
    const app = await open()
    await fill(app, visitor, room)
    expect(await mailsOf(app)).toHaveLength(room)
    expect(await signUp(app, 1_000)).toMatchObject({ outcome: 'stored', reference: expect.stringMatching(/^NL-/) })
    expect(await mailsOf(app)).toHaveLength(room)
    app.clock.now += hourMs - 1
    await sendAllDue(app)
    expect(await mailsOf(app)).toHaveLength(room)
    app.clock.now += 1
    await sendAllDue(app)
    expect((await mailsOf(app)).at(-1)).toBe('reader1000@d1000.example')
    expect(await waitingIn(app)).toEqual([])
    await sendAllDue(app)
    expect(await mailsOf(app)).toHaveLength(room + 1)
  })

  test('of a person gets its mail at once while a flood of bare posts waits', async () => {
    const app = await open()
    await fill(app, bare, 2 * room)
    const mailed = (await mailsOf(app)).length
    expect(mailed).toBeLessThan(room)
    expect(mailed).toBeGreaterThan(room / 2)
    await signUp(app, 1_000)
    expect(await mailsOf(app)).toContain('reader1000@d1000.example')
    expect(await waitingIn(app)).toHaveLength(2 * room - mailed)
  })

  test('of a person who has to wait comes before the bare ones that have waited for longer', async () => {
    const app = await open()
    await fill(app, bare, 2 * room)
    const mailed = (await mailsOf(app)).length
    await many(room - mailed + 1, (n) => signUp(app, 1_000 + n))
    const waiting = (await waitingIn(app)).filter(({ is_credible }) => is_credible === 1)
    expect(waiting).toHaveLength(1)
    app.clock.now += hourMs
    await sendWaiting(app.newsletter)
    expect((await waitingIn(app)).filter(({ is_credible }) => is_credible === 1)).toEqual([])
  })

  test('finds room though five networks forge the marks of people and never stop', async () => {
    const app = await open()
    const flood = (n: number) =>
      subscribe(app.newsletter, { email: `f${n}@f${n}.example` }, { ...visitor, sender: `10.0.${n % 5}.${n % 250}` })
    await many(200, flood)
    expect(await mailsOf(app)).toHaveLength(5 * defaultLimits.newsletterMailsOfNetwork.max)
    await signUp(app, 1_000)
    expect(await mailsOf(app)).toContain('reader1000@d1000.example')
    app.clock.now += hourMs
    await sendAllDue(app)
    expect(await waitingIn(app)).toEqual([])
    expect(await mailsOf(app)).toHaveLength(201)
  })

  test('to a mailbox that has had a mail today gets its own when the day is over, with a link that begins then', async () => {
    const app = await open()
    await subscribe(app.newsletter, { email: 'ada+letters@example.com' }, visitor)
    await subscribe(app.newsletter, { email }, { ...visitor, page: '/mine' })
    expect(await mailsOf(app)).toEqual(['ada+letters@example.com'])
    app.clock.now += dayMs
    await sendWaiting(app.newsletter)
    const mails = await app.database.db.selectFrom('outbox').selectAll().where('to_address', '=', email).execute()
    expect(mails).toHaveLength(1)
    const link = new URL(/http\S+key=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '')
    app.clock.now += 7 * dayMs - 1
    expect(await confirmSubscription(app.newsletter, link.searchParams.get('key') ?? '')).toBe('confirmed')
  })

  test('asked for again while it waits, or after its mail went, causes no second one', async () => {
    const app = await open()
    await subscribe(app.newsletter, { email: 'ada+letters@example.com' }, visitor)
    await subscribe(app.newsletter, { email }, { ...visitor, page: '/mine' })
    await subscribe(app.newsletter, { email }, { ...visitor, sender: '192.0.2.1', page: '/theirs' })
    expect(await waitingIn(app)).toHaveLength(1)
    app.clock.now += dayMs
    await Promise.all([
      sendWaiting(app.newsletter),
      sendWaiting(app.newsletter),
      subscribe(app.newsletter, { email }, visitor),
    ])
    expect(await mailsOf(app)).toEqual(['ada+letters@example.com', email])
    const readers = app.database.db.selectFrom('subscribers').select('consent_page').where('email', '=', email)
    expect(await readers.execute()).toEqual([{ consent_page: '/mine' }])
    await subscribe(app.newsletter, { email }, visitor)
    expect(await waitingIn(app)).toEqual([])
  })

  test('drips no mails into a mailbox that a hundred spellings of it have signed up', async () => {
    const app = await open()
    const spell = (n: number) => ({ email: `vic.tim+${n}@gmail.com` })
    await many(100, (n) => subscribe(app.newsletter, spell(n), { ...visitor, sender: `10.0.${n}.1` }))
    const sent: number[] = []
    for (let day = 0; day < 7; day++) {
      sent.push((await mailsOf(app)).length)
      app.clock.now += dayMs
      await sendAllDue(app)
    }
    expect(sent).toEqual([1, 2, 3, 3, 3, 3, 3])
    expect(await waitingIn(app)).toEqual([])
  })

  test('that waits is not stalled by a clock that was far ahead once', async () => {
    const app = await open()
    app.clock.now += 100 * dayMs
    await subscribe(app.newsletter, { email: 'ada+letters@example.com' }, visitor)
    await subscribe(app.newsletter, { email }, visitor)
    expect(await waitingIn(app)).toHaveLength(1)
    app.clock.now -= 100 * dayMs
    await sendWaiting(app.newsletter)
    expect(await mailsOf(app)).toContain(email)
  })

  test('and removals and rounds of many at once end without one being ended by the database', async () => {
    const app = await open()
    const works = Array.from({ length: 30 }, (_, n) => [
      subscribe(app.newsletter, { email: `ada+${n % 7}@example.com` }, { ...visitor, sender: `10.0.${n}.1` }),
      sendWaiting(app.newsletter),
      app.database.write((tx) =>
        removeSubscriber(tx, `ada+${n % 7}@example.com`, { salt: app.newsletter.salt, now: app.clock.now }),
      ),
    ])
    const results = await Promise.allSettled(works.flat())
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

test('a mail that waits goes with its subscription, and is not sent to one who has confirmed or left', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const other = 'ada+letters@example.com'
  await subscribe(app.newsletter, { email: other }, visitor)
  await subscribe(app.newsletter, { email }, visitor)
  const { db } = app.database
  await db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('email', '=', email).execute()
  app.clock.now += dayMs
  await sendWaiting(app.newsletter)
  expect([await mailsOf(app), await waitingIn(app)]).toEqual([[other], []])
  await app.database.write((tx) => removeSubscriber(tx, email, { salt: app.newsletter.salt, now: app.clock.now }))
  await subscribe(app.newsletter, { email: other }, visitor)
  await subscribe(app.newsletter, { email }, visitor)
  expect(await waitingIn(app)).toHaveLength(1)
  await app.database.write((tx) => removeSubscriber(tx, email, { salt: app.newsletter.salt, now: app.clock.now }))
  expect(await waitingIn(app)).toEqual([])
})

test('what has found no room for two days is given up, and can be asked for anew', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await subscribe(app.newsletter, { email: 'ada+letters@example.com' }, visitor)
  await subscribe(app.newsletter, { email }, visitor)
  app.clock.now += longestWaitMs + 1
  await sendWaiting(app.newsletter)
  expect([await mailsOf(app), await waitingIn(app)]).toEqual([['ada+letters@example.com'], []])
  await subscribe(app.newsletter, { email }, visitor)
  expect(await mailsOf(app)).toContain(email)
})
