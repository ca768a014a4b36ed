import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines } from '../../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../../tests/support/desk.ts'
import { deleteLeads } from '../leads/lead.repository.ts'
import { bookCall } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import { sendReminders } from './call-reminders.ts'
import { cancelCall } from './change-call.ts'

describe.each(engines)('a call whose person is forgotten at that moment, on $name', (engine) => {
  const open = async () => {
    const app = await openTestApp(await engine.createPlace())
    const { calls, database } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const [start = 0] = await readFreeTimes(calls)
    const asked = { name: 'Ada', email: 'ada@example.com', about: '', start, zone: 'Europe/Berlin' }
    const booked = await bookCall(calls, asked, visitor)
    const reference = booked.outcome === 'stored' ? booked.reference : ''
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks where not granted`.execute(
        database.db,
      )
      return rows[0]?.n ?? 0
    }
    /** Does something while the request is deleted, and not yet gone. */
    const whileForgotten = async <T>(work: () => Promise<T>): Promise<T> => {
      const [deleted, met] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const forgetting = database.write(async (tx) => {
        await deleteLeads(tx, { reference })
        deleted.resolve()
        await met.promise
      })
      await deleted.promise
      const done = work()
      // SQLite has one writer: there the other comes when this one has ended.
      if (database.engine === 'postgres') await expect.poll(waiting).toBeGreaterThan(0)
      met.resolve()
      await forgetting
      return await done
    }
    return { app, calls, reference, start, whileForgotten }
  }

  test('is gone for who cancels it', async () => {
    const { calls, reference, whileForgotten } = await open()
    expect(await whileForgotten(() => cancelCall(calls, { id: reference }, 'owner'))).toEqual({ outcome: 'gone' })
  })

  test('is not reminded of, and keeps no other reminder back', async () => {
    const { app, calls, start, whileForgotten } = await open()
    app.clock.now = start - 3_600_000
    await whileForgotten(() => sendReminders(calls))
    expect(await app.database.db.selectFrom('outbox').select('kind').execute()).toEqual([])
  })
})
