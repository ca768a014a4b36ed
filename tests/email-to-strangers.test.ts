import { describe, expect, test } from 'vitest'
import { siteContent } from '../platform/content/site-content.ts'
import { emailKey, mailboxKey } from '../platform/email/address.ts'
import { dayMs, hourMs } from '../platform/text/time-text.ts'
import { readFreeTimes } from '../server/calls/calendar.ts'
import { moveCall } from '../server/calls/change-call.ts'
import { maxWaitMs } from '../server/newsletter/email-limits.ts'
import { confirmPath } from '../server/newsletter/links.ts'
import { confirmSubscription } from '../server/newsletter/routes.ts'
import { findSubscriber } from '../server/newsletter/store.ts'
import { engines, longTest, sqlite } from './support/databases.ts'
import {
  act,
  ada,
  adaConsultation,
  bookFree,
  callsOf,
  openTestApp,
  type TestApp,
  type TestOptions,
  writtenEmails,
} from './support/desk.ts'
import { ask, postJson, postPlain, send } from './support/http.ts'

const email = 'ada@example.com'
const alias = 'ada+letters@example.com'
const bare = { elapsedMs: undefined }

const signUp = (app: TestApp, address: string, sender = '203.0.113.7', marks: object = {}) =>
  send(app, { email: address, ...marks }, { form: 'newsletter', sender })

const addressOf = (n: number) => `reader${n}@d${n}.example`

/** From `from` on, each from a network, and to a domain, of its own. */
async function signUpMany(app: TestApp, count: number, marks: object = {}, from = 0): Promise<void> {
  for (let n = from; n < from + count; n++)
    expect(await signUp(app, addressOf(n), `10.${n >> 8}.${n & 255}.1`, marks)).toMatch(/^NL-/)
}

/** The addresses of emails to strangers, the newest last. */
async function emailsOf({ database: { db } }: TestApp): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('to_address')
    .where('details', 'is', null)
    .where('kind', 'not like', 'call-reminder%')
    .orderBy('created_at')
    .execute()
  return rows.map(({ to_address }) => to_address).filter((address) => address !== 'hello@kitewright.example')
}

const waitingIn = ({ database: { db } }: TestApp) =>
  db.selectFrom('outbox').selectAll().where('details', 'is not', null).execute()

const remove = (app: TestApp, address: string) => act(app, 'subscribers.remove', { addresses: [address] })

describe.each(engines)('a stranger’s mailbox on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('gets one receipt and one newsletter email a day, even if many forms name it at once in any spelling', async () => {
    const app = await open()
    const posts = ['victim+a@gmail.com', 'v.ictim@googlemail.com', 'VICTIM@GMAIL.com'].flatMap((address) => [
      send(app, { ...ada, project: address, email: address }),
      send(app, { ...adaConsultation, requirements: address, email: address }, consultation),
      signUp(app, address),
    ])
    expect(await Promise.all(posts)).toEqual(Array(9).fill(expect.stringMatching(/^[KN][WL]-/)))
    const written = (await writtenEmails(app)).filter(({ details }) => details === null)
    const kinds = written.map(({ kind }) => kind).filter((kind) => !kind.endsWith('-owner'))
    expect(kinds.toSorted()).toEqual([expect.stringMatching(/-receipt$/), 'newsletter-confirmation'])
  })

  test('gets three emails in a week if many spellings of it are signed up', async () => {
    const app = await open()
    await Promise.all(Array.from({ length: 12 }, (_, n) => signUp(app, `vic.tim+${n}@gmail.com`, `10.0.${n}.1`)))
    const sent: number[] = []
    for (let day = 0; day < 7; day++) {
      sent.push((await emailsOf(app)).length)
      app.clock.now += dayMs
      await app.outbox.sendDue()
    }
    expect(sent).toEqual([1, 2, 3, 3, 3, 3, 3])
    expect(await waitingIn(app)).toEqual([])
  })

  test('with three emails today gets its confirmation link later, and no page claims that it was sent', async () => {
    const app = await open()
    await send(app, ada)
    const { id } = await bookFree(app)
    const [, last = 0] = (await readFreeTimes(callsOf(app))).slice(-2)
    await moveCall(callsOf(app), { id, start: last }, 'unverified')
    await signUp(app, ada.email)
    expect([await emailsOf(app), await waitingIn(app)]).toEqual([Array(3).fill(ada.email), [expect.anything()]])
    const { form, subscribed } = siteContent().newsletter
    expect(`${form.success} ${form.next} ${subscribed.hint}`).not.toMatch(/\bsent\b/)
    app.clock.now += dayMs
    await app.outbox.sendDue()
    expect((await writtenEmails(app)).at(-1)).toMatchObject({ kind: 'newsletter-confirmation', state: 'sent' })
  })

  test('gets three emails within any 24 hours, and the next three right after that', async () => {
    const app = await open()
    const { id } = await bookFree(app, -1)
    const start = app.clock.now
    for (const [hours, emails] of [
      [23.9, 3],
      [24, 3],
      [47.8, 3],
      [47.9, 6],
      [48, 6],
      [71.9, 9],
    ] as const) {
      app.clock.now = start + hours * hourMs
      for (const place of [-2, -3, -4]) {
        const [time = 0] = (await readFreeTimes(callsOf(app))).slice(place)
        await moveCall(callsOf(app), { id, start: time }, 'unverified')
      }
      expect([hours, (await emailsOf(app)).length]).toEqual([hours, emails])
    }
  })

  test('with an email for an alias gets its own a day later, once, with a link valid from then on', async () => {
    const app = await open()
    await signUp(app, alias)
    for (const [page, sender] of [['/mine'], ['/theirs', '192.0.2.1']] as const)
      await signUp(app, email, sender, { page })
    expect([await emailsOf(app), (await waitingIn(app)).length]).toEqual([[alias], 1])
    const [{ id = '', due_at = 0 } = {}] = await waitingIn(app)
    const { left } = await act(app, 'outbox.retry', { ids: [id] })
    expect(left).toMatchObject([{ state: 'queued', due_at, result: 'rate-limited, next try in 1 d' }])
    app.clock.now += dayMs
    const again = signUp(app, email, '192.0.2.1', { page: '/mine' })
    await Promise.all([app.outbox.sendDue(), app.outbox.sendDue(), again])
    expect(await emailsOf(app)).toEqual([alias, email])
    await signUp(app, email, '192.0.2.1', { page: '/theirs' })
    expect(await waitingIn(app)).toHaveLength(1)
    const { db } = app.database
    const subscribers = db.selectFrom('subscribers').select('consent_page').where('email', '=', email)
    expect(await subscribers.execute()).toEqual([{ consent_page: '/mine' }])
    const message = db.selectFrom('outbox').select('text').where('to_address', '=', email)
    const [, key = ''] = /http\S+key=(\S+)/.exec((await message.executeTakeFirst())?.text ?? '') ?? []
    app.clock.now += 7 * dayMs - 1
    expect(await confirmSubscription(app, key)).toBe('confirmed')
  })

  test('gets no waiting email after unsubscribing, being removed, or waiting for two days', async () => {
    const app = await open()
    const signUpBoth = async () => {
      for (const each of [alias, email]) await signUp(app, each)
      expect(await waitingIn(app)).toHaveLength(1)
    }
    await signUpBoth()
    const subscribers = app.database.db.updateTable('subscribers').set({ state: 'unsubscribed' })
    await subscribers.where('email', '=', email).execute()
    app.clock.now += dayMs
    await app.outbox.sendDue()
    expect([await emailsOf(app), await waitingIn(app)]).toEqual([[alias], []])
    await remove(app, email)
    await signUpBoth()
    await remove(app, email)
    expect(await waitingIn(app)).toEqual([])
    await signUp(app, email)
    app.clock.now += maxWaitMs + 1
    await app.outbox.sendDue()
    expect([await emailsOf(app), await waitingIn(app)]).toEqual([[alias, alias], []])
  })

  test('doesn’t wait longer because a clock was once far ahead', async () => {
    const app = await open()
    app.clock.now += 100 * dayMs
    await signUp(app, alias)
    await signUp(app, email)
    app.clock.now -= 100 * dayMs
    await app.outbox.sendDue()
    expect(await emailsOf(app)).toContain(email)
  })

  longTest('can be signed up, confirmed, removed and written to at once without a deadlock', async () => {
    const app = await open()
    const confirm = async (address: string) => {
      const subscriber = await findSubscriber(app.database.db, { email_key: address })
      if (subscriber === undefined) return
      const { searchParams } = new URL(confirmPath(app.linkKey, subscriber, app.now()), app.environment.siteUrl)
      await confirmSubscription(app, searchParams.get('key') ?? '')
    }
    for (let round = 0; round < 20; round++) {
      const works = Array.from({ length: 8 }, (_, n) => [
        signUp(app, `ada+${n % 7}@example.com`, `10.${round}.${n}.1`),
        confirm(`ada+${n % 3}@example.com`),
        app.outbox.sendDue(),
        remove(app, `ada+${n % 7}@example.com`),
      ])
      const results = await Promise.allSettled<unknown>(works.flat())
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
      app.clock.now += dayMs / 2
    }
  })
})

const consultation = { form: 'booking' }
/** What the flood tests fill: twelve emails an hour, three of them to one domain, two for one network. */
const small = {
  newsletterEmails: { address: 2, network: 2, everyone: 12, domain: 3 },
  receipts: { address: 8, network: 8, everyone: 8, domain: 2 },
}

describe.each(engines)('a flood on $name', (engine) => {
  const open = async (limits: TestOptions['limits'] = small) => openTestApp(await engine.createPlace(), {}, { limits })

  test('of sign-ups is accepted, and emails above the hourly maximum go out in the next hour', async () => {
    const app = await open()
    await signUpMany(app, 13)
    app.clock.now += hourMs - 1
    await app.outbox.sendDue()
    expect(await emailsOf(app)).toHaveLength(12)
    app.clock.now += 1
    await app.outbox.sendDue()
    expect((await emailsOf(app)).slice(12)).toEqual([addressOf(12)])
    expect(await waitingIn(app)).toEqual([])
  })

  test('of posts without the page’s marks waits, while people get their emails at once', async () => {
    const app = await open()
    await signUpMany(app, 24, bare)
    expect(await emailsOf(app)).toHaveLength(8)
    await signUpMany(app, 5, {}, 100)
    expect((await emailsOf(app)).slice(8)).toEqual([100, 101, 102, 103].map(addressOf))
    app.clock.now += hourMs
    await app.outbox.sendDue()
    expect(await emailsOf(app)).toContain(addressOf(104))
  })

  test('from a network that forges the page’s marks leaves room for everyone else', async () => {
    const app = await open({ ...small, newsletterPosts: { address: 10 } })
    for (let n = 0; n < 10; n++) await signUp(app, `f${n}@f${n}.example`, `10.9.9.${n}`)
    expect(await emailsOf(app)).toHaveLength(2)
    await signUpMany(app, 5)
    expect(await emailsOf(app)).toHaveLength(7)
  })

  test('of leads is stored and reported, with receipts up to the hourly maximum for a domain and for the site', async () => {
    const app = await open()
    const write = async (count: number, address: (n: number) => string) => {
      for (let n = 0; n < count; n++)
        expect(await send(app, { ...ada, email: address(n) }, { sender: `10.${count}.${n}.1` })).toMatch(/^KW-/)
    }
    await write(4, (n) => `ada${n}@catch-all.example`)
    expect(await emailsOf(app)).toHaveLength(2)
    await write(8, (n) => `ada@d${n}.example`)
    expect(await emailsOf(app)).toHaveLength(8)
    expect((await writtenEmails(app)).filter(({ kind }) => kind === 'contact-owner')).toHaveLength(12)
    app.clock.now += hourMs
    await write(1, () => 'late@catch-all.example')
    expect(await emailsOf(app)).toHaveLength(9)
  })
})

test.each<[string, number, (app: TestApp) => Promise<{ status: number }>]>([
  ['JSON with the time that a visitor took', 1, (app) => postJson(app, ada)],
  ['JSON without it', 0, (app) => postJson(app, { ...ada, ...bare })],
  ['JSON of a clock that was set back', 0, (app) => postJson(app, { ...ada, elapsedMs: -1 })],
  ['a form with the page’s Origin', 1, (app) => postPlain(app, ada)],
  ['a form without one', 0, (app) => ask(app, '/api/contact', { method: 'POST', body: new URLSearchParams(ada) })],
])('a receipt is sent for what bears the marks of the page: %s', async (_, receipts, post) => {
  const app = await openTestApp(await sqlite.createPlace())
  expect(await post(app)).toMatchObject({ status: expect.toBeOneOf([200, 303]) })
  expect(await emailsOf(app)).toHaveLength(receipts)
})

test('all spellings of an address are one person, and addresses that may share a mailbox count as one mailbox', () => {
  for (const spelling of ['A@MÜNCHEN.example', 'a@mu\u0308nchen.example'])
    expect(emailKey(spelling)).toBe('a@xn--mnchen-3ya.example')
  const same = ['ada.lovelace@gmail.com', 'AdaLovelace+letters@googlemail.com', 'a.d.a.lovelace+x+y@gmail.com']
  for (const each of same) expect(mailboxKey(each)).toBe('adalovelace@gmail.com')
  for (const [spellings, mailbox] of [
    ['a.d-a@protonmail.com ada@protonmail.ch ada@PM.me', 'ada@proton.me'],
    ['ada@yandex.ru ada@yandex.kz ada@yandex.by ada@yandex.ua ada@yandex.com.tr a.da+x@ya.ru', 'ada@yandex.com'],
    ['letters@ada.fastmail.com a+b@ada.fastmail.com ada+c@fastmail.com', 'ada@fastmail.com'],
    ['ada@me.com ada@mac.com', 'ada@icloud.com'],
  ] as const)
    expect(new Set(spellings.split(' ').map(mailboxKey))).toEqual(new Set([mailbox]))
  expect(mailboxKey('a+b@MÜNCHEN.example')).toBe('a@xn--mnchen-3ya.example')
  const others = ['ada@gmail.com', 'adah@gmail.com', 'ada@example.com', 'ada@sub.example.com', '___@x.co', '__@x.co']
  expect(new Set(others.map(mailboxKey)).size).toBe(others.length)
})
