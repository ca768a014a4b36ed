import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SubscriberRow, Tables } from '../../../migrations/tables.ts'
import { engines, openTestDatabase, sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { mail } from '../../../tests/support/outbox-desk.ts'
import { enqueue } from '../../server/mail/outbox.repository.ts'
import { insertIssue } from './issue/issue.repository.ts'
import { deleteQueuedLetters, queueMails } from './issue/issue-mail.repository.ts'
import { unsubscribe } from './mail-link.route.ts'
import { subscribe } from './newsletter.service.ts'
import { unsubscribeLink } from './newsletter-links.ts'
import {
  allSubscribers,
  countSubscribers,
  deleteUnconfirmed,
  insertSubscribers,
  listSubscribers,
} from './subscriber.repository.ts'
import { endSubscription, forgetSubscriber, removeSubscriber } from './subscriber.service.ts'

const dayMs = 24 * 3_600_000
const salt = 'salt'
const email = 'ada@example.com'
const postgres = engines.find(({ name }) => name === 'PostgreSQL')

async function kindsOf(app: TestApp): Promise<string[]> {
  const mails = await app.database.db.selectFrom('outbox').select('kind').orderBy('kind').execute()
  return mails.map(({ kind }) => kind)
}

function remove(app: TestApp, address = email): Promise<boolean> {
  return app.database.write((tx) => removeSubscriber(tx, address, { salt: app.newsletter.salt, now: app.now() }))
}

describe.each(engines)('who is taken off the list on $name', (engine) => {
  test('loses the mail about it that waits, and no other, and can sign up anew at once', async () => {
    const app = await openTestApp(await engine.createPlace())
    await app.database.write((tx) => enqueue(tx, mail, app.now()))
    await subscribe(app.newsletter, { email }, visitor)
    expect(await remove(app, 'ADA@Example.com')).toBe(true)
    expect(await remove(app)).toBe(false)
    expect(await kindsOf(app)).toEqual([mail.kind])
    expect(await app.database.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'removed' }])
    await subscribe(app.newsletter, { email }, visitor)
    expect(await kindsOf(app)).toContain('newsletter-confirmation')
  })

  test('and had that mail already gets no other one on that day', async () => {
    const app = await openTestApp(await engine.createPlace())
    await subscribe(app.newsletter, { email }, visitor)
    await app.outbox.sendDue()
    await remove(app)
    await subscribe(app.newsletter, { email }, visitor)
    expect(await kindsOf(app)).toEqual(['newsletter-confirmation'])
  })
})

test('a link of their old letters does not say that they have left, once they are on the list anew', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await subscribe(app.newsletter, { email }, visitor)
  const { db } = app.database
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const key = new URL(unsubscribeLink(app.newsletter.links, id)).searchParams.get('key') ?? ''
  await remove(app)
  await subscribe(app.newsletter, { email }, visitor)
  await db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  expect(await unsubscribe(app.newsletter, key)).toBe('ended')
})

test('a mail that says “you get it already” is dropped when the reader leaves before it is sent', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await subscribe(app.newsletter, { email }, visitor)
  const { db } = app.database
  await db.deleteFrom('outbox').execute()
  await db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  app.clock.now += 24 * 3_600_000
  await subscribe(app.newsletter, { email }, visitor)
  expect(await kindsOf(app)).toEqual(['newsletter-already-subscribed'])
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const key = new URL(unsubscribeLink(app.newsletter.links, id)).searchParams.get('key') ?? ''
  expect(await unsubscribe(app.newsletter, key)).toBe('left')
  expect(await kindsOf(app)).toEqual([])
  await subscribe(app.newsletter, { email }, visitor)
  expect(await kindsOf(app)).toEqual(['newsletter-confirmation'])
})

test.runIf(postgres)(
  'on PostgreSQL, a reader can be forgotten while the sender of an issue takes them off the list',
  async () => {
    const database = await openTestDatabase(postgres ?? sqlite)
    await database.write(storeSubscriberOfIssue)
    let forgetting: Promise<unknown> | undefined
    await database.write(async (tx) => {
      await endSubscription(tx, 'ada', { salt, now: 1 })
      forgetting = database.write((other) => forgetSubscriber(other, email, { salt, now: 2 }))
      while (!(await isAnybodyWaiting(database.db))) await delay(5)
      await deleteQueuedLetters(tx, 'ada')
    })
    expect(await forgetting).toMatchObject({ subscriptions: 1 })
  },
)

async function isAnybodyWaiting(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

async function storeSubscriberOfIssue(tx: Kysely<Tables>): Promise<void> {
  const ada: SubscriberRow = {
    id: 'ada',
    reference: '',
    email,
    email_key: email,
    state: 'confirmed',
    reasons: '[]',
    request_key: null,
    consent_words: '',
    consent_page: null,
    consent_network: null,
    consent_at: 0,
    created_at: 0,
    confirmed_at: 0,
    unsubscribed_at: null,
  }
  await insertSubscribers(tx, [ada])
  await insertIssue(tx, {
    slug: 'one',
    subject: '',
    from_name: '',
    from_address: '',
    text: '',
    html: '',
    readers: 1,
    state: 'sending',
    paused_because: null,
    database_id: 'h',
    refusals: 0,
    deferrals: 0,
    next_at: 0,
    created_at: 0,
    finished_at: null,
  })
  await queueMails(tx, 'one')
}

describe.each(engines)('an entry that nobody confirms, on $name,', (engine) => {
  test('is deleted 30 days after its newest link has ended, and a reader never', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { db } = app.database
    const terms = { confirmWithinDays: 7, keepUnconfirmedDays: 30 }
    const begin = app.now()
    const emailsAfter = async (ms: number) => {
      await app.database.write((tx) => deleteUnconfirmed(tx, { ...terms, now: begin + ms }))
      const rows = await db.selectFrom('subscribers').select('email').orderBy('email').execute()
      return rows.map(({ email }) => email.split('@')[0])
    }
    for (const name of ['asked', 'reader', 'waits']) {
      await subscribe(app.newsletter, { email: `${name}@MÜNCHEN.example` }, visitor)
    }
    await subscribe(app.newsletter, { email: 'held@x.example' }, { ...visitor, honeypot: true })
    await db.updateTable('subscribers').set({ state: 'confirmed' }).where('email', 'like', 'reader%').execute()
    app.clock.now += 20 * dayMs
    await subscribe(app.newsletter, { email: 'asked@münchen.example' }, visitor)
    await db.updateTable('subscribers').set({ consent_at: begin }).execute()

    expect(await emailsAfter(30 * dayMs - 1)).toEqual(['asked', 'held', 'reader', 'waits'])
    expect(await emailsAfter(30 * dayMs)).toEqual(['asked', 'reader', 'waits'])
    expect(await emailsAfter(37 * dayMs - 1)).toEqual(['asked', 'reader', 'waits'])
    expect(await emailsAfter(37 * dayMs)).toEqual(['asked', 'reader'])
    expect(await emailsAfter(57 * dayMs)).toEqual(['reader'])
  })
})

describe.each(engines)('the list of readers on $name', (engine) => {
  test('is searched by any part of an address, taken literally and in any case, and counted by state', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (const email of ['100%_sure@example.com', 'Ada@MÜNCHEN.example', 'bob@example.com']) {
      app.clock.now += 1
      await subscribe(app.newsletter, { email }, { ...visitor, honeypot: email.startsWith('bob') })
    }
    const { db } = app.database
    const found = async (filter: Parameters<typeof listSubscribers>[1], limit = 9) =>
      (await listSubscribers(db, filter, limit)).map(({ email }) => email.slice(0, 3))
    expect(await found({})).toEqual(['bob', 'Ada', '100'])
    expect(await found({}, 2)).toEqual(['bob', 'Ada'])
    expect(await found({ search: '%_SURE' })).toEqual(['100'])
    expect(await found({ search: 'XN--mnchen' })).toEqual(['Ada'])
    for (const search of ['adA@MÜN', 'ada@mün']) expect(await found({ search })).toEqual(['Ada'])
    expect(await found({ search: 'example', state: 'pending' })).toEqual(['Ada', '100'])
    expect(await countSubscribers(db)).toEqual({ pending: 2, held: 1 })
    const all = []
    for await (const { email } of allSubscribers(db)) all.push(email.slice(0, 3))
    expect(all).toEqual(['100', 'Ada', 'bob'])
  })
})
