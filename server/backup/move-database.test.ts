import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tableNames } from '../../migrations/tables.ts'
import { StorageError, sqliteFileName } from '../../platform/db/database.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { isLong, type Place, postgres, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { act, ada, bookFree, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { see } from '../../tests/support/seen.ts'
import { openIssue, slug } from '../../tests/support/sending.ts'
import { subscriber } from '../../tests/support/subscribers.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { moveDatabase } from './move-database.ts'

const count = isLong ? 5_000 : 120

/** Edge cases: emoji, right-to-left text, line breaks, COPY's escapes, and a megabyte of text. Rows also use null. */
const texts = ['👩🏽‍🚀 café\u0301', 'שלום\u202E', 'a\tb\r\n\\N \\. "\'', '', ' ', '漢'.repeat(350_000)]

/** Opens a studio with rows in every table, an issue that's being sent, and today's visits. */
async function openFullPlace() {
  const { app, place } = await openIssue(() => ({ outcome: 'sent', answer: '250' }), { subscribers: 3 })
  for (const [n, project] of texts.entries())
    await submitContact(app, { ...ada, requestId: `${n}`, project: project.slice(0, 1_000) || 'x' }, visitor)
  await bookFree(app, 3, { email: 'bob@example.org' })
  app.counter.setPages(() => true)
  see(app)
  await app.counter.write()
  await act(app, 'subscribers.remove', { addresses: ['reader2@example.com'] })
  await app.database.write(async (tx) => {
    for (let n = 10; n < count; n++) await tx.insertInto('subscribers').values(subscriber(n)).execute()
    const leads = await tx.selectFrom('leads').select('reference').orderBy('created_at').execute()
    for (const [n, { reference }] of leads.entries())
      await tx
        .updateTable('leads')
        .set({ project: texts[n] ?? 'x', note: texts[n] || null })
        .where('reference', '=', reference)
        .execute()
    const times = { spans: '[[1,2]]', events: '[[1,2,"Dentist"]]', until: 2 ** 53 - 1, synced_at: 1 }
    const calendar = { key: 'k', ...times, failing_since: null, is_reported: 0 }
    await tx.insertInto('busy_calendars').values(calendar).execute()
    await tx
      .insertInto('issue_drafts')
      .values({ slug: 'kites', subject: 'Kites', preview: null, tested_at: 1 })
      .execute()
    await tx
      .insertInto('daily_visits')
      .values({ day: '2026-11-19', numbers: '{"done":{},"devices":{},"speed":{}}' })
      .execute()
  })
  await app.close(0)
  const rows = await rowsIn(place)
  for (const table of tableNames) expect(rows[table]?.length, table).toBeGreaterThan(0)
  return { place, rows }
}

/** Returns each table's rows as sorted JSON, except for what a move changes: the issues' database, and pause times. */
async function rowsIn(place: Place): Promise<Record<string, string[]>> {
  const database = await openDatabase(place, createSilentLog())
  const read = async (table: string) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(database.db)
    const kept = rows.filter(({ key }) => table !== 'settings' || !['paused', 'ready_at'].includes(String(key)))
    return kept.map(({ database_id: _, ...row }) => JSON.stringify(Object.entries(row))).toSorted()
  }
  const tables = await Promise.all(tableNames.map(async (table) => [table, await read(table)] as const))
  await database.close()
  return Object.fromEntries(tables)
}

describe.runIf(postgres)('moving', () => {
  test('keeps every row and value to PostgreSQL and back, and the site continues normally', async () => {
    const { place, rows } = await openFullPlace()
    const databaseUrl = (await (postgres ?? sqlite).createPlace({ isEmpty: true })).databaseUrl
    const moved = { dataDir: place.dataDir, databaseUrl }
    const run = await runStudio(moved, ['move', 'postgres'])
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/match: leads 7, subscribers \d+/) })
    expect(run.stderr).not.toMatch(/restored|are back/)
    expect(await rowsIn(moved)).toEqual(rows)
    expect(await rowsIn(place)).toEqual(rows)
    const old = await act(await openTestApp(place), 'outbox.list', {})
    expect(old.paused?.because).toBe('everything was moved to PostgreSQL')

    const app = await openTestApp(moved)
    const { issues } = await act(app, 'overview.show', {})
    const { paused } = await act(app, 'outbox.list', {})
    expect([paused, issues[0]?.state]).toEqual([null, 'sending'])
    const { database_id } = await app.database.db.selectFrom('issues').select('database_id').executeTakeFirstOrThrow()
    expect(database_id).toBe(app.database.identity)
    const again = await runStudio(moved, ['move', 'postgres'])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL has leads') })
    await app.close(0)

    const refused = await runStudio(moved, ['move', 'sqlite'])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') })
    const before = join(temporaryFolder(), sqliteFileName)
    renameSync(join(place.dataDir, sqliteFileName), before)
    const there = await rowsIn(moved)
    expect(await runStudio(moved, ['move', 'sqlite'])).toMatchObject({ code: 0, stdout: '' })
    expect(await rowsIn(place)).toEqual(there)
    const back = await openTestApp(place)
    const status = await act(back, 'issue.status', { slug })
    expect([(await act(back, 'outbox.list', {})).paused, status.status?.state]).toEqual([null, 'sending'])
    const issue = await back.database.db.selectFrom('issues').select('database_id').executeTakeFirstOrThrow()
    expect(issue.database_id).toBe(back.database.identity)
  })

  test.each(['postgres', 'sqlite'] as const)(
    'to %s refuses while the site runs, and loses no lead otherwise',
    async (to) => {
      const folder = await sqlite.createPlace({ isEmpty: true })
      const { databaseUrl } = await (postgres ?? sqlite).createPlace({ isEmpty: true })
      const from = to === 'postgres' ? folder : { dataDir: temporaryFolder(), databaseUrl }
      const app = await openTestApp(from)
      app.clock.now = Date.now()
      await app.counter.write()
      const environment = {
        ...app.environment,
        databaseUrl,
        dataDir: to === 'postgres' ? folder.dataDir : temporaryFolder(),
      }
      await expect(moveDatabase(to, { environment })).rejects.toThrow('The site is running, or crashed')
      // The first server is still detected after a second server stops.
      const second = await openTestApp(from)
      second.clock.now = app.clock.now
      await second.counter.write()
      await second.close(0)
      await expect(moveDatabase(to, { environment })).rejects.toThrow('The site is running, or crashed')
      // After the computer slept, the site seems to have crashed.
      const { db } = app.database
      const day = await db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'open-day')
        .executeTakeFirstOrThrow()
      const value = day.value.replaceAll(/("running":{"[^"]+":)\d+/g, '$10')
      await db.updateTable('settings').set({ value }).where('key', '=', 'open-day').execute()
      await moveDatabase(to, { environment })
      const lead = { ...ada, requestId: 'late' }
      await expect(submitContact(app, lead, visitor)).rejects.toThrow(StorageError)
      await expect(app.checkReady()).rejects.toThrow(StorageError)
      expect(await db.selectFrom('leads').selectAll().execute()).toEqual([])
      await act(app, 'outbox.resume', { confirm: 0 })
      await submitContact(app, lead, visitor)
    },
  )

  test('moves nothing if a value arrives changed, and leaves no file behind', async () => {
    const { place } = await openFullPlace()
    const source = await openTestApp(await (postgres ?? sqlite).createPlace())
    const { db } = source.database
    await sql`create function shout() returns trigger language plpgsql
      as 'begin new.email = upper(new.email); return new; end'`.execute(db)
    await sql`create trigger shout before insert on subscribers for each row execute function shout()`.execute(db)
    const environment = { ...source.environment, dataDir: place.dataDir }
    await expect(moveDatabase('postgres', { environment })).rejects.toThrow(
      /rows of subscribers, or some values differ/,
    )
    expect(await db.selectFrom('leads').selectAll().execute()).toEqual([])
    expect((await act(await openTestApp(place), 'outbox.list', {})).paused).toBeNull()
    const signal = AbortSignal.abort()
    await source.database.write((tx) => tx.insertInto('subscribers').values(subscriber(1)).execute())
    await expect(moveDatabase('sqlite', { environment: source.environment, signal })).rejects.toThrow(/abort/)
    const { dataDir } = source.environment
    expect([
      existsSync(join(dataDir, sqliteFileName)),
      readdirSync(dataDir).filter((name) => name.startsWith('backup')),
    ]).toEqual([false, []])
  })
})

test.each([
  [{}, 'DATABASE_URL isn’t set.'],
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'There is no SQLite database in '],
])('“move postgres” with %j reports what’s missing', async (variables, missing) => {
  const run = await runStudio(await sqlite.createPlace({ isEmpty: true }), ['move', 'postgres'], variables)
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(missing) })
})
