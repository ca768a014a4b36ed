import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../migrations/all.ts'
import type { Tables } from '../migrations/tables.ts'
import { migrate } from '../platform/db/database.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { createSilentLog } from '../platform/log.ts'
import { bothEngines } from './support/databases.ts'
import { openTestApp } from './support/desk.ts'

describe.each(bothEngines)('migrating $name', (engine) => {
  test('two processes at once migrate an empty database', async () => {
    const place = await engine.createPlace({ isEmpty: true })
    const program = `const { workerData: [file, place] } = require('node:worker_threads')
      import(file).then(({ openDatabase }) => openDatabase(place, {})).then((database) => database.close())`
    const workerData = [resolve('platform/db/open-database.ts'), place]
    const start = async () => {
      const worker = new Worker(program, { eval: true, workerData, env: {} })
      return (await once(worker, 'exit'))[0]
    }
    expect(await Promise.all([start(), start()])).toEqual([0, 0])
    const { db } = (await openTestApp(place)).database
    const done = await sql`select name from kysely_migration order by name`.execute(db)
    expect(done.rows).toEqual(Object.keys(migrations).map((name) => ({ name })))
  })

  test('a database of version 0.2 keeps a row of each table under the current names', async () => {
    const place = await engine.createPlace({ isEmpty: true })
    const later = Object.entries(migrations).slice(6)
    const restore = () => void Object.assign(migrations, Object.fromEntries(later))
    onTestFinished(restore)
    for (const [name] of later) delete migrations[name]
    const old = await openDatabase(place, createSilentLog())
    const tables = await old.db.introspection.getTables()
    const rows = new Map<string, Record<string, unknown>>()
    for (const table of ['leads', 'issues', 'subscribers', 'calls', ...tables.map((each) => each.name)]) {
      const columns = tables.find((each) => each.name === table)?.columns ?? []
      const values = columns.map(({ name, dataType }) => [
        name,
        /int/i.test(dataType) ? 1 : (formerly[table]?.[name] ?? 'x'),
      ])
      if (!rows.has(table))
        await sql`insert into ${sql.table(table)} values (${sql.join(values.map(([, value]) => value))})`.execute(
          old.db,
        )
      rows.set(table, Object.fromEntries(values))
    }
    await old.close()
    restore()

    const { database } = await openTestApp(place)
    rows.delete('visit_marks')
    for (const [table, row] of rows) {
      const { name = table, columns = {}, values = {} } = nowCalled[table] ?? {}
      const renamed = Object.entries(row).map(([column, value]) => [columns[column] ?? column, value])
      const kept = { ...Object.fromEntries(renamed), ...values }
      const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(database.db)
      // A column that is gone is undefined.
      expect(found, table).toContainEqual(kept)
    }
  })

  test('a database of a newer version is refused with that reason', async () => {
    const place = await engine.createPlace()
    const { database } = await openTestApp(place)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(database.db)
    const message = expect.stringContaining('it was migrated by a newer version (9999-later)')
    await expect(openDatabase(place, createSilentLog())).rejects.toMatchObject({ name: 'StorageError', message })
  })
})

test('the schema of version 0.2 keeps its text, by which a backup is recognized', async () => {
  const connection = new Sqlite(':memory:')
  const released = Object.fromEntries(Object.entries(migrations).slice(0, 3))
  await migrate(new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) }), released)
  const text = connection.prepare('select sql from sqlite_schema order by name').pluck().all().join()
  const hash = createHash('sha256').update(text).digest('hex')
  expect(hash).toBe('48f62525408b376e54453616060526f3324b66e4922bcfb8a17b5e5b274aa749')
})

/** What a row held in version 0.2, and what became of it. */
const formerly: Record<string, Record<string, string>> = {
  leads: { status: 'held' },
  subscribers: { state: 'held' },
  calls: { state: 'held' },
  settings: { key: 'muted' },
}
const emptyOutboxRow = {
  ...{ from_name: '', from_address: '', to_name: '', to_address: '', reply_to_name: null, reply_to_address: null },
  ...{ about: null, subject: '', text: '', html: null, headers: '{}' },
}
const queuedRow = { batch: null, state: 'queued', attempts: 0, last_error: null, sent_at: null, failures: null }
type Fate = { name?: string; columns?: Record<string, string>; values?: Record<string, unknown> }
const nowCalled: Record<string, Fate> = {
  leads: { values: { status: 'suspicious', noted_at: null, answers: null, phone: null } },
  outbox: { values: { message_id: undefined, batch: null, recipient: null, details: null, failures: null } },
  subscribers: { values: { state: 'suspicious' } },
  calls: {
    columns: { held_until: 'reserved_until', is_proven: 'is_verified' },
    values: { state: 'reserved', reminders: undefined, booked_by: 'visitor', kind: null },
  },
  settings: { values: { key: 'paused' } },
  issues: { columns: { readers: 'subscribers' } },
  waiting_mails: {
    name: 'outbox',
    columns: { subscriber_id: 'recipient', wanted_at: 'created_at' },
    values: {
      ...{ ...emptyOutboxRow, ...queuedRow, id: 'newsletter.x', kind: 'newsletter-confirmation', to_address: 'x' },
      ...{ network: undefined, is_credible: undefined, details: '{"network":"x","isCredible":true}' },
    },
  },
  issue_mails: {
    name: 'outbox',
    columns: { issue: 'batch', subscriber_id: 'recipient', answer: 'last_error' },
    values: { ...emptyOutboxRow, id: 'x.x', kind: 'issue', created_at: 1, details: null, failures: null },
  },
  busy_calendars: { columns: { told: 'is_reported' }, values: { events: '[]', synced_at: null } },
  visits: { columns: { marks: 'events' } },
  counted_days: { name: 'daily_visits', values: { totals: undefined } },
}
