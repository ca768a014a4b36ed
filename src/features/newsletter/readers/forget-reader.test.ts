import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../../../../migrations/tables.ts'
import { engines, openTestDatabase, sqlite } from '../../../../tests/support/databases.ts'
import { insertIssue, queueMails } from '../issue/issue.repository.ts'
import { deleteQueuedLetters, insertSubscriber } from '../newsletter.repository.ts'
import { endSubscription } from './end-subscription.ts'
import { forgetReader } from './forget-reader.ts'

const salt = 'salt'
const email = 'ada@example.com'

const postgres = engines.find(({ name }) => name === 'PostgreSQL')

test.runIf(postgres)(
  'on PostgreSQL, a reader can be forgotten while the sender of an issue takes them off the list',
  async () => {
    const database = await openTestDatabase(postgres ?? sqlite)
    await database.write(storeReaderOfIssue)
    let forgetting: Promise<unknown> | undefined
    await database.write(async (tx) => {
      await endSubscription(tx, 'ada', 'bounced', { salt, now: 1 })
      forgetting = database.write((other) => forgetReader(other, email, { salt, now: 2 }))
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

async function storeReaderOfIssue(tx: Kysely<Tables>): Promise<void> {
  await insertSubscriber(tx, {
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
  })
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
    home: 'h',
    refusals: 0,
    deferrals: 0,
    next_at: 0,
    created_at: 0,
    finished_at: null,
  })
  await queueMails(tx, 'one')
}
