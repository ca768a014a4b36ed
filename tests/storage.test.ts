import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tables } from '../migrations/tables.ts'
import { type Database, Rollback, StorageError } from '../platform/db/database.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { lockSetting, readSecret } from '../platform/db/settings.ts'
import { claimDueEmail } from '../platform/email/outbox/claims.ts'
import { deletePause, writePause } from '../platform/email/outbox/pause.ts'
import { deleteEmails, retryEmails } from '../platform/email/outbox/retry.ts'
import { countEach, countUses } from '../platform/limits/count-use.ts'
import { deleteExpiredLimits, readLimit } from '../platform/limits/limit-rows.ts'
import { createSilentLog } from '../platform/log.ts'
import { backUp } from '../server/backup/make-backup.ts'
import { moveDatabase } from '../server/backup/move-database.ts'
import { restoreToFolder } from '../server/backup/restore-backup.ts'
import { openCalendar } from '../server/calls/store.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import { notifyOwnerOfLead } from '../server/leads/notify.ts'
import { deleteUnreported, findByRequestKey, lockLead } from '../server/leads/store.ts'
import { lockIssue, lockOpenIssues } from '../server/newsletter/issues/store.ts'
import { subscribe } from '../server/newsletter/sign-up.ts'
import { lockSubscriber } from '../server/newsletter/store.ts'
import { checkDatabase } from '../server/setup/check-services.ts'
import { bothEngines, openTestDatabase, postgres, sqlite, temporaryFolder } from './support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from './support/desk.ts'
import { sendTestIssue, slug } from './support/sending.ts'
import { subscriber } from './support/subscribers.ts'

const now = Date.UTC(2026, 10, 20, 9, 30)
const windowMs = 60_000

class Refused extends Rollback {}

function set({ write }: Pick<Database, 'write'>, key: string): Promise<unknown> {
  return write((tx) => tx.insertInto('settings').values({ key, value: 'x' }).execute())
}

async function keys({ db }: Database): Promise<string> {
  const written = db.selectFrom('settings').select('key').where('value', '=', 'x').orderBy('key')
  return (await written.execute()).map(({ key }) => key).join()
}

describe.each(bothEngines)('writing to $name', (engine) => {
  test('stores a write completely or not at all, whatever else is written', async () => {
    const database = await openTestDatabase(engine)
    const undo = async (tx: Kysely<Tables>) => {
      await tx.insertInto('settings').values({ key: 'undone', value: 'x' }).execute()
      throw new Refused()
    }
    const outcomes = await Promise.allSettled([set(database, 'a'), set(database, 'a'), set(database, 'b')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    for (const write of [database.write, database.writeSoon]) await expect(write(undo)).rejects.toBeInstanceOf(Refused)
    await expect(set(database, 'a')).rejects.toBeInstanceOf(StorageError)
    await database.scrub()
    expect(await keys(database)).toBe('a,b')
  })

  test('reopens with its data, and refuses writes once it’s closed', async () => {
    const place = await engine.createPlace()
    const first = await openDatabase(place, createSilentLog())
    const salt = await readSecret(first, 'salt')
    expect(salt).toHaveLength(43)
    await first.close()
    await expect(first.write(async () => {})).rejects.toThrow(StorageError)
    const { environment, database } = await openTestApp(place)
    expect([await readSecret(database, 'salt'), database.identity]).toEqual([salt, first.identity])
    const [finding] = await checkDatabase(environment)
    expect(finding?.text).toMatch(engine === postgres ? 'PostgreSQL at DATABASE_URL works' : /^SQLite in .* works/)
  })

  test('waits for the disk unless a write opts out, and keeps the order of writes', async () => {
    const database = await openTestDatabase(engine)
    const waits = async (db: Kysely<Tables>) => {
      const query = engine === postgres ? sql`select current_setting('synchronous_commit')` : sql`pragma synchronous`
      const { rows } = await query.execute(db)
      return ['on', 2].includes(Object.values(rows[0] ?? {})[0])
    }
    expect(await Promise.all([database.writeSoon(waits), database.write(waits)])).toEqual([false, true])
    await database.writeSoon(() => Promise.reject(new Refused())).catch(() => {})
    expect([await database.write(waits), await waits(database.db)]).toEqual([true, true])
    await database.writeSoon((tx) => tx.insertInto('settings').values({ key: 'a', value: 'x' }).execute())
    await database.write((tx) => tx.updateTable('settings').set({ value: 'y' }).where('key', '=', 'a').execute())
    const written = database.db.selectFrom('settings').select('value').where('key', '=', 'a')
    expect(await written.execute()).toEqual([{ value: 'y' }])
  })
})

describe.each(bothEngines)('a limit on $name', (engine) => {
  const one = { key: 'one', max: 1, windowMs }
  const many = { key: 'many', max: 10, windowMs }

  test('counts again after a clock that was far ahead is corrected, and not if another limit is reached', async () => {
    const { write, db } = await openTestDatabase(engine)
    const each = (at: number, ...keys: string[]) =>
      write((tx) => countEach(tx, [...keys.map((key) => ({ ...one, key })), many], at))
    for (const at of [now + 365 * 24 * 3_600_000, now]) {
      expect([await each(at, 'one'), await each(at, 'two')]).toEqual([[], []])
    }
    expect(await readLimit(db, 'one')).toEqual({ key: 'one', count: 1, ends_at: now + windowMs })
    // Two processes' clocks differ a little.
    expect(await each(now - 900, 'one')).toMatchObject([{ limit: one, endsAt: now + windowMs }])
    expect(await each(now, 'new', 'two')).toMatchObject([{ limit: { key: 'two' }, endsAt: now + windowMs }])
    expect(await readLimit(db, 'new')).toBeUndefined()
    expect(await readLimit(db, 'many')).toMatchObject({ count: 2 })
    expect(await each(now + windowMs, 'two')).toEqual([])
  })

  test('is exact under concurrent use, and grants as many as are left', async () => {
    const { write, db } = await openTestDatabase(engine)
    const each = (n: number) => write((tx) => countEach(tx, [{ ...one, key: `box${n}` }, many], now))
    const results = await Promise.all(Array.from({ length: 30 }, (_, n) => each(n)))
    expect(results.filter((reached) => reached.length === 0)).toHaveLength(many.max)
    expect(await readLimit(db, 'many')).toMatchObject({ count: many.max })
    expect(await db.selectFrom('limits').select('count').where('count', '=', 1).execute()).toHaveLength(many.max)
    const uses = Array.from({ length: 4 }, () => [{ limit: { ...many, key: 'new', max: 6 }, amount: 2 }])
    const counted = [1, 2].map(() => write((tx) => countUses(tx, uses, now)))
    const isCounted = (await Promise.all(counted)).map((uses) => uses.flat().map(({ isReached }) => !isReached))
    expect(isCounted.filter(([first]) => first)).toEqual([[true, true, true, false]])
    expect(isCounted.flat().filter(Boolean)).toHaveLength(3)
    expect(await readLimit(db, 'new')).toMatchObject({ count: 6 })
  })

  test('that each use renews isn’t renewed by a use that another limit refuses', async () => {
    const { write, db } = await openTestDatabase(engine)
    const renewed = { ...many, key: 'renewed', isRenewed: true }
    const both = (at: number) => write((tx) => countEach(tx, [renewed, one], at))
    expect([(await both(now)).length, (await both(now + 1_000)).length]).toEqual([0, 1])
    expect(await readLimit(db, 'renewed')).toMatchObject({ count: 1, ends_at: now + windowMs })
    await write((tx) => countEach(tx, [renewed], now + 2_000))
    expect(await readLimit(db, 'renewed')).toMatchObject({ count: 2, ends_at: now + 2_000 + windowMs })
  })

  test('that has ended is deleted while others count, without failing any of them', async () => {
    const { write, db } = await openTestDatabase(engine)
    const limits = ['c', 'a', 'b', 'd'].map((key) => ({ ...many, key }))
    const ends = Array.from({ length: 20 }, (_, round) => now + round * windowMs)
    const deleting = (at: number) => write((tx) => deleteExpiredLimits(tx, at))
    await Promise.all(ends.flatMap((at) => [write((tx) => countEach(tx, limits, at)), deleting(at)]))
    await deleting(now + 100 * windowMs)
    expect(await db.selectFrom('limits').selectAll().execute()).toEqual([])
  })
})

/** Two processes at one database. */
async function openTwo(engine = sqlite, options: Parameters<typeof openTestApp>[2] = {}): Promise<[TestApp, TestApp]> {
  const place = await engine.createPlace()
  return [await openTestApp(place, {}, options), await openTestApp(place, {}, options)]
}

const claimAt = ({ database, renderEmail }: Pick<TestApp, 'database' | 'renderEmail'>, at: number) =>
  database.write((tx) => claimDueEmail(tx, renderEmail, at))

test.each(bothEngines)('two processes at one $name subscribe, claim, retry, and delete once', async (engine) => {
  const apps = await openTwo(engine, { limits: { ownerEmails: { max: 1 } } })
  const post = (app: TestApp, n: number) =>
    submitContact(app, { ...ada, email: `ada@d${n}.example`, requestId: `r${n}` }, visitor)
  await Promise.all(Array.from({ length: 8 }, (_, n) => post(apps[n % 2 ? 1 : 0], n)))
  const subscribing = [...apps, ...apps].map((app) => subscribe(app, { email: ada.email }, visitor))
  expect(new Set((await Promise.all(subscribing)).map((result) => JSON.stringify(result))).size).toBe(1)
  // One to the owner, one that tells of the seven others, a receipt each, and one to the subscriber.
  const { db, write } = apps[0].database
  expect(await db.selectFrom('leads').select('digest').distinct().execute()).toHaveLength(2)
  const at = apps[0].now() + 3_600_000
  const claims = await Promise.all(Array.from({ length: 13 }, (_, n) => claimAt(apps[n % 2 ? 1 : 0], at)))
  const ids = claims.flatMap((claim) => claim?.email.id ?? [])
  expect([ids.length, new Set(ids).size]).toEqual([11, 11])
  await write((tx) => tx.updateTable('outbox').set({ state: 'failed' }).execute())
  const both = <T>(work: (tx: Kysely<Tables>) => Promise<T>) =>
    Promise.all(apps.map(({ database }) => database.write(work)))
  const retried = await both((tx) => retryEmails(tx, { ids }, at))
  expect(retried.map(({ length }) => length)).toEqual([11, 11])
  const dropped = await both((tx) => deleteEmails(tx, { state: 'queued' }))
  expect(dropped.flat().toSorted()).toEqual(ids.toSorted())
})

/** A backup of what both hold, made by one while the other goes on writing. */
async function backUpAmidWrites([app, other]: [TestApp, TestApp]) {
  let [isDone, posts] = [false, 0]
  const writers = ['a', 'b', 'c'].map(async (writer) => {
    for (let n = 0; !isDone; n++, posts++) {
      const email = `${writer}${n}@d.example`
      await submitContact(app, { ...ada, email, requestId: email }, { ...visitor, sender: `10.0.${n}.1` })
    }
  })
  while (posts < 10) await new Promise(setImmediate)
  const [before, { now, environment }] = [posts, other]
  const backup = await backUp({ environment, now, folder: temporaryFolder() })
  isDone = true
  expect(posts).toBeGreaterThan(before)
  await Promise.all(writers)
  expect(backup.rows['leads']).toBeGreaterThanOrEqual(before)
  return backup
}

test.each(bothEngines)('a backup of $name amid writes is whole, paused, and moves to PostgreSQL', async (engine) => {
  const apps = await openTwo(engine)
  const [{ environment }] = apps
  const { file, rows } = await backUpAmidWrites(apps)
  const dataDir = join(temporaryFolder(), 'restored')
  expect((await restoreToFolder(file, dataDir, { environment })).rows).toEqual(rows)
  const { database, renderEmail } = await openTestApp({ dataDir, databaseUrl: undefined })
  const untold = sql`select reference from leads where not exists (
    select 1 from outbox where id = digest or (about = reference and kind = 'contact-owner'))`
  expect((await untold.execute(database.db)).rows).toEqual([])
  expect(await claimAt({ database, renderEmail }, now)).toBeUndefined()
  await database.write(deletePause)
  expect(await claimAt({ database, renderEmail }, now)).toBeDefined()
  if (postgres === undefined) return
  const target = await openTestApp(await postgres.createPlace({ isEmpty: true }))
  const move = () => moveDatabase('postgres', { environment: { ...target.environment, dataDir } })
  await database.write((tx) => writePause(tx, { because: 'restored', since: now }))
  expect(await move()).toMatchObject({ leads: rows['leads'], outbox: rows['outbox'] })
  const lead = await target.database.db.selectFrom('leads').select(['project', 'created_at']).executeTakeFirst()
  expect(lead).toEqual({ project: ada.project, created_at: now })
  expect(await claimAt(target, now)).toBeUndefined()
  await expect(move()).rejects.toThrow('The database at DATABASE_URL has leads. Use an empty database.')
})

describe.runIf(postgres)('PostgreSQL', () => {
  test('keeps rows locked until the write ends', async () => {
    const [app, other] = await openTwo(postgres, { limits: { ownerEmails: { max: 1 } } })
    await submitContact(app, { ...ada, requestId: 'a' }, visitor)
    await app.database.write((tx) => tx.insertInto('subscribers').values(subscriber(1)).execute())
    await sendTestIssue(app, 1)
    await app.database.write((tx) => tx.updateTable('outbox').set({ attempts: 1 }).execute())
    const lead = await app.database.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow()
    const locks: Record<string, (tx: Kysely<Tables>) => Promise<unknown>> = {
      calendar: (tx) => openCalendar(tx, 0),
      lead: (tx) => lockLead(tx, lead.reference),
      request: (tx) => findByRequestKey(tx, 'id:a'),
      'emails of a lead': (tx) => deleteUnreported(tx, { ...lead, digest: null }),
      issue: (tx) => lockIssue(tx, slug),
      'open issues': (tx) => lockOpenIssues(tx),
      subscriber: (tx) => lockSubscriber(tx, { id: subscriber(1).id }),
      setting: (tx) => lockSetting(tx, 'salt'),
    }
    for (const [name, lock] of Object.entries(locks)) {
      const late = app.database.write(async (tx) => {
        await lock(tx)
        await other.database.write(async (second) => {
          await sql`set local lock_timeout = 20`.execute(second)
          await lock(second)
        })
      })
      await expect(late, name).rejects.toMatchObject({ cause: { cause: { code: '55P03' } } })
    }
    // A digest that a lead joins isn't sent before that is written, and deleting ended limits waits for nobody.
    const later = app.now() + 3_600_000
    const joinDigest = (tx: Kysely<Tables>) => notifyOwnerOfLead(tx, app, { lead, outcome: 'new' })
    await app.database.write(async (tx) => {
      await tx.deleteFrom('outbox').execute()
      await joinDigest(tx)
    })
    await app.database.write(async (tx) => {
      await joinDigest(tx)
      expect(await claimAt(other, later)).toBeUndefined()
      await other.database.write((second) => deleteExpiredLimits(second, later))
    })
    expect(await claimAt(other, later)).toMatchObject({ kind: 'leads-digest' })
  })

  test('is rewritten without holding up leads while a backup reads them', async () => {
    const [app, other] = await openTwo(postgres)
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
    let scrubbed: Promise<void> | undefined
    await other.database.write(async (backup) => {
      await backup.selectFrom('leads').select('reference').execute()
      scrubbed = app.database.scrub()
      await expect.poll(async () => (await waiting.execute(other.database.db)).rows[0]?.n).toBe(1)
      await submitContact(app, ada, visitor)
    })
    await scrubbed
    expect(await app.database.db.selectFrom('leads').select('email').execute()).toEqual([{ email: ada.email }])
  })

  test('is used again after its restart, without restarting the site', async () => {
    const database = await openTestDatabase(postgres ?? sqlite)
    const killAll = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`
    const halfDone = database.write(async (tx) => {
      await tx.insertInto('settings').values({ key: 'half done', value: 'x' }).execute()
      await killAll.execute(tx)
    })
    await expect(halfDone).rejects.toBeInstanceOf(StorageError)
    await set(database, 'after')
    expect(await keys(database)).toBe('after')
  })
})
