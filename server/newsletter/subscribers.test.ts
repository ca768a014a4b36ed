import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteQueuedTo, enqueue } from '../../platform/email/outbox/store.ts'
import { OutboxWorker } from '../../platform/email/outbox/worker.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { act, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { dead, deferred, judging, openIssue, email as queued } from '../../tests/support/sending.ts'
import { subscriber, subscriberAddress } from '../../tests/support/subscribers.ts'
import { issueBatches } from './issues/sender.ts'
import { confirmPath, unsubscribePath } from './links.ts'
import { countSubscribers, listSubscribers, summarizeSubscribers } from './list-subscribers.ts'
import { forgetSubscriber, removeSubscriber } from './remove-subscriber.ts'
import { confirmSubscription, unsubscribe } from './routes.ts'
import { subscribe } from './sign-up.ts'
import { deleteUnconfirmed, endSubscriber, lockSubscriber } from './store.ts'

const dayMs = 24 * 3_600_000
const email = 'ada@example.com'
const settingsOf = ({ salt, now }: TestApp) => ({ salt, now: now() })

const rowsOf = ({ database: { db } }: TestApp) => db.selectFrom('subscribers').selectAll().orderBy('email').execute()

const kindsOf = async ({ database: { db } }: TestApp) =>
  (await db.selectFrom('outbox').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)

const confirmAll = ({ database: { db } }: TestApp) =>
  db.updateTable('subscribers').set({ state: 'confirmed' }).execute()

const remove = (app: TestApp, address = email) =>
  app.database.write((tx) => removeSubscriber(tx, address, settingsOf(app)))

async function follow(app: TestApp, purpose: 'confirm' | 'unsubscribe', address: string, id?: string) {
  const row = (await rowsOf(app)).find((each) => each.email === address)
  const to = { id: id ?? row?.id ?? '', unsubscribed_at: row?.unsubscribed_at ?? null }
  const { linkKey } = app
  const path = purpose === 'confirm' ? confirmPath(linkKey, to, app.now()) : unsubscribePath(linkKey, to.id)
  const key = new URL(path, app.environment.siteUrl).searchParams.get('key') ?? ''
  return await (purpose === 'confirm' ? confirmSubscription : unsubscribe)(app, key)
}

describe.each(engines)('a subscriber on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('who is removed loses the email that isn’t sent yet, and no other email', async () => {
    const app = await open()
    await app.database.write((tx) => enqueue(tx, queued, app.now()))
    await subscribe(app, { email }, visitor)
    expect(await remove(app, 'ADA@Example.com')).toBe(true)
    expect(await remove(app)).toBe(false)
    expect(await kindsOf(app)).toEqual([queued.kind])
    expect(await app.database.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'removed' }])
  })

  test('who is removed and signs up again isn’t revealed by an old link', async () => {
    const app = await open()
    await subscribe(app, { email }, visitor)
    const [{ id = '' } = {}] = await rowsOf(app)
    await remove(app)
    await subscribe(app, { email }, visitor)
    await confirmAll(app)
    expect(await follow(app, 'unsubscribe', email, id)).toBe('ended')
  })

  test.each(['unsubscribes', 'is removed', 'confirms'])(
    'who %s while an email is deferred doesn’t get it',
    async (what) => {
      const app = await open()
      const { mailer, got } = judging(async () => {
        if (what === 'is removed') await remove(app)
        else await follow(app, what === 'confirms' ? 'confirm' : 'unsubscribe', email)
        return deferred
      })
      await subscribe(app, { email }, visitor)
      const outbox = new OutboxWorker({ ...app, mailer })
      for (let hour = 0; hour < 3; hour++) {
        await outbox.sendDue()
        app.clock.now += 3_600_000
      }
      expect(got).toHaveLength(1)
      expect(await kindsOf(app)).toEqual([])
    },
  )

  test('whose address doesn’t exist is on the list only if they had confirmed, and the owner sees the server’s response', async () => {
    const app = await open()
    const { mailer } = judging(() => dead)
    const outbox = new OutboxWorker({ ...app, mailer, batches: issueBatches(app) })
    const outcome = async () => {
      app.clock.now += dayMs
      await subscribe(app, { email }, visitor)
      await outbox.sendDue()
      const emails = await app.database.db.selectFrom('outbox').select(['state', 'last_error']).execute()
      expect(emails.at(-1)).toEqual({ state: 'failed', last_error: dead.answer })
      return (await rowsOf(app)).map(({ state }) => state)
    }
    expect(await outcome()).toEqual(['pending'])
    expect((await summarizeSubscribers(app.database.db, [1])).changes).toMatchObject([{ lost: 0 }])
    await confirmAll(app)
    expect(await outcome()).toEqual(['bounced'])
  })

  test('who never confirms is deleted 30 days after the newest link has expired', async () => {
    const app = await open()
    const terms = { confirmWithinDays: 7, keepUnconfirmedDays: 30 }
    const begin = app.now()
    const namesAfter = async (ms: number) => {
      await app.database.write((tx) => deleteUnconfirmed(tx, { ...terms, now: begin + ms }))
      return (await rowsOf(app)).map((each) => each.email.split('@')[0]).join(' ')
    }
    for (const name of ['asked', 'reader', 'waits', 'held'])
      await subscribe(app, { email: `${name}@MÜNCHEN.example` }, { ...visitor, honeypot: name === 'held' })
    const { db } = app.database
    await db.updateTable('subscribers').set({ state: 'confirmed' }).where('email', 'like', 'reader%').execute()
    app.clock.now += 20 * dayMs
    await subscribe(app, { email: 'asked@münchen.example' }, visitor)
    await db.updateTable('subscribers').set({ consent_at: begin }).execute()

    expect(await namesAfter(30 * dayMs - 1)).toBe('asked held reader waits')
    expect(await namesAfter(30 * dayMs)).toBe('asked reader waits')
    expect(await namesAfter(37 * dayMs - 1)).toBe('asked reader waits')
    expect(await namesAfter(37 * dayMs)).toBe('asked reader')
    expect(await namesAfter(57 * dayMs)).toBe('reader')
  })

  test('is found by any part of the address, literally and in any case, and counted by state', async () => {
    const app = await open()
    for (const each of ['100%_sure@example.com', 'Ada@MÜNCHEN.example', 'bob@example.com']) {
      app.clock.now += 1
      await subscribe(app, { email: each }, { ...visitor, honeypot: each.startsWith('bob') })
    }
    const { db } = app.database
    const found = async (filter: Partial<Parameters<typeof listSubscribers>[1]>, limit = 9) =>
      (await listSubscribers(db, { state: 'all', search: '', ...filter }, limit))
        .map(({ email }) => email.slice(0, 3))
        .join(' ')
    expect(await found({})).toBe('bob Ada 100')
    expect(await found({}, 2)).toBe('bob Ada')
    expect(await found({ search: '%_SURE' })).toBe('100')
    for (const search of ['XN--mnchen', 'adA@MÜN']) expect(await found({ search })).toBe('Ada')
    expect(await found({ search: 'example', state: 'unconfirmed' })).toBe('Ada 100')
    expect(await countSubscribers(db)).toEqual({ unconfirmed: 2, suspicious: 1 })
  })
})

const [, postgres] = engines

test.runIf(postgres)(
  'a subscriber can be forgotten or imported on PostgreSQL while an issue takes them off',
  async () => {
    const { app } = await openIssue(undefined, { engine: postgres ?? sqlite, subscribers: 2 })
    const { database } = app
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const forget = (address: string) => database.write((other) => forgetSubscriber(other, address, settingsOf(app)))
    const importLeft = (address: string) => importAll(app, [{ email: address, state: 'unsubscribed' }])
    for (const [n, work] of [forget, importLeft].entries()) {
      const { id } = subscriber(n)
      let working: Promise<unknown> | undefined
      await database.write(async (tx) => {
        await lockSubscriber(tx, { id })
        working = work(subscriberAddress(n))
        while ((await waiting.execute(database.db)).rows.length === 0) await delay(5)
        await endSubscriber(tx, id, 'bounced', settingsOf(app))
        await deleteQueuedTo(tx, id)
      })
      expect(await working).toMatchObject([{ subscriptions: 1 }, { suppressed: 1 }][n] ?? {})
    }
  },
)

const shared = { consent: 'Yes, send it.', consentAt: '2026-05-01', from: 'the fair' }

type Listed = { email: string } & Record<string, string>

/** Imports a list, numbered from line 2. */
async function importAll(app: TestApp, listed: Listed[], options: object = {}) {
  const columns = [...new Set(listed.flatMap(Object.keys))]
  const lines = listed.map((each) => columns.map((column) => `"${each[column] ?? ''}"`).join(','))
  const list = [columns.join(','), ...lines].join('\n')
  return await act(app, 'subscribers.import', { ...shared, ...options, list })
}

describe.each(engines)('an import on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('confirms people whose consent it shows, and changes nothing the second time', async () => {
    const app = await open()
    const times = { consentAt: '2024-02-29 10:00', confirmedAt: '2024-02-29T12:30:00+02:00' }
    const agreed = { consentWords: 'I agree.', consentPage: '/blog', consentNetwork: '203.0.113.0/24', ...times }
    const ada = { email: ' Ada <Ada@MÜNCHEN.example> ', state: 'confirmed', ...agreed }
    const [bea, again] = ['bea', 'BEA'].map((name) => ({
      email: `${name}@example.com`,
      state: 'active',
      confirmedAt: '2026-05-01',
    }))
    const listed = [bea, ada, again].flatMap((each) => each ?? [])
    expect(await importAll(app, listed)).toMatchObject({ imported: 2, known: 1, notImported: [] })
    const subscribers = await rowsOf(app)
    const [fair, created_at] = [Date.UTC(2026, 4, 1), app.now()]
    const consent = { consent_words: 'I agree.', consent_page: '/blog', consent_network: agreed.consentNetwork }
    const shown = { consent_at: Date.UTC(2024, 1, 29, 10), confirmed_at: Date.UTC(2024, 1, 29, 10, 30) }
    expect(subscribers).toMatchObject([
      {
        email: 'Ada@MÜNCHEN.example',
        email_key: 'ada@xn--mnchen-3ya.example',
        state: 'confirmed',
        ...consent,
        ...shown,
      },
      { consent_words: shared.consent, consent_at: fair, confirmed_at: fair, consent_page: 'the fair', created_at },
    ])
    expect(await importAll(app, listed)).toMatchObject({ imported: 0, known: 3 })
    expect(await rowsOf(app)).toEqual(subscribers)
    expect(await kindsOf(app)).toEqual([])
    const { reference } = subscribers[1] ?? {}
    expect(await subscribe(app, { email: 'Bea@example.com' }, visitor)).toMatchObject({ reference })
  })

  test('doesn’t add people who have left or were removed or forgotten, until they confirm again', async () => {
    const app = await open()
    const listed = ['left', 'removed', 'forgotten'].map((name) => ({ email: `${name}@example.com` }))
    await importAll(app, listed)
    await follow(app, 'unsubscribe', 'left@example.com')
    await remove(app, 'Removed@example.com')
    await app.database.write((tx) => forgetSubscriber(tx, 'forgotten@example.com', settingsOf(app)))
    expect(await importAll(app, listed)).toMatchObject({
      imported: 0,
      suppressed: 3,
      notImported: [{ line: 2 }, {}, {}],
    })
    expect(await rowsOf(app)).toMatchObject([{ email: 'left@example.com', state: 'unsubscribed' }])
    await subscribe(app, { email: 'removed@example.com' }, visitor)
    expect(await importAll(app, listed)).toMatchObject({ suppressed: 3 })
    await follow(app, 'confirm', 'removed@example.com')
    expect(await importAll(app, listed)).toMatchObject({ suppressed: 2, known: 1 })
  })

  test('skips unconfirmed people, suppresses those who left elsewhere, and counts them in a dry run', async () => {
    const app = await open()
    await subscribe(app, { email: 'waits@example.com' }, visitor)
    const states = ['pending', 'suspicious', 'unsubscribed', 'bounced', 'complained', 'Subscribed']
    const listed = [
      { email: 'waits@example.com', state: 'active' },
      ...states.map((state) => ({ email: `${state.replace(' ', '')}@x.example`, state })),
    ]
    const trial = await importAll(app, listed, { dryRun: true })
    expect(trial).toMatchObject({ imported: 1, known: 1, suppressed: 3, unconfirmed: 2, invalid: 0 })
    expect(await rowsOf(app)).toHaveLength(1)
    expect(await importAll(app, listed)).toEqual({ ...trial, dryRun: false })
    expect((await rowsOf(app)).map(({ state }) => state)).toEqual(['confirmed', 'pending'])
    const reasons = await app.database.db.selectFrom('suppressions').select('reason').orderBy('reason').execute()
    expect(reasons.map(({ reason }) => reason)).toEqual(['bounced', 'complained', 'unsubscribed'])
    expect((await summarizeSubscribers(app.database.db, [1])).changes).toMatchObject([{ lost: 0 }])
    const back = states.slice(2, 5).map((state) => ({ email: `${state}@x.example` }))
    expect(await importAll(app, back)).toMatchObject({ suppressed: 3 })
  })

  test('adds each address once when long lists are imported concurrently', async () => {
    const app = await open()
    const listed = (state?: string) =>
      Array.from({ length: 501 }, (_, n) => ({ email: `${state}${n % 500}@x.example`, ...(state && { state }) }))
    expect(await importAll(app, listed(), { dryRun: true })).toMatchObject({ imported: 500, known: 1 })
    const twice = (list: Listed[]) => Promise.all([importAll(app, list), importAll(app, list.toReversed())])
    const [one, other] = await twice(listed())
    expect([one.imported + other.imported, one.known + other.known]).toEqual([500, 502])
    expect((await twice(listed('unsubscribed'))).map(({ suppressed }) => suppressed)).toEqual([501, 501])
    expect(await rowsOf(app)).toHaveLength(500)
  })
})

test('an import reports each invalid line, and why', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const yes = { consentWords: 'Yes' }
  for (const [listed, why] of [
    [{ email: 'a@x.example, b@x.example' }, 'isn’t an email address'],
    [{ consentAt: '2024-05-01' }, 'doesn’t say what they agreed to'],
    [{ consentWords: 'x'.repeat(5_001) }, 'longer than 5000'],
    [yes, 'doesn’t say when they agreed'],
    [{ ...yes, consentAt: '05/01/2024' }, 'invalid time of consent'],
    [{ ...yes, consentAt: '2026-11-21' }, 'in the future'],
    [{ ...yes, consentAt: '2024-05-01', confirmedAt: '2027-01-01' }, 'in the future'],
  ] as const) {
    const line = { email: 'a@x.example', consentWords: '', consentAt: '', ...listed }
    const notImported = [{ line: 2, outcome: 'invalid', why: expect.stringContaining(why) }]
    expect(await importAll(app, [line], { consent: '', consentAt: '' })).toMatchObject({ invalid: 1, notImported })
  }
  expect(await rowsOf(app)).toEqual([])
})
