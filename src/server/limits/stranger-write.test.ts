import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines } from '../../../tests/support/databases.ts'
import { ada, adaBooking, openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { submitConsultation } from '../../features/leads/consultation.form.ts'
import { submitContact } from '../../features/leads/contact.form.ts'
import { subscribe } from '../../features/newsletter/newsletter.service.ts'
import { defaultLimits } from '../../limits.ts'

const nothing = { company: null, budget: null, timeline: null, requirements: null }
const talk = Array.from({ length: 12 }, () => ({ role: 'user' as const, content: '漢'.repeat(2_000) }))

/** As much as fits into each kind of post, from one address, over a day. @returns how many were taken */
async function sendAll(app: TestApp, posts: number, sender: string): Promise<number> {
  let taken = 0
  for (let n = 0; n < posts; n++) {
    const requestId = `${n}`
    const context = { ...visitor, sender }
    const values = { ...adaBooking, requirements: '漢'.repeat(5_000) }
    const left = { name: '', email: `ada${n}@example.com`, ...nothing }
    const results = [
      await submitContact(app.contact, { ...ada, project: '漢'.repeat(5_000), requestId }, context),
      await submitConsultation(
        app.booking,
        { values, transcript: talk, isAgreed: false, abandoned: false, requestId: `s${requestId}` },
        context,
      ),
      await submitConsultation(
        app.booking,
        { values: left, transcript: talk, isAgreed: true, abandoned: true, requestId: `l${requestId}` },
        context,
      ),
      await subscribe(app.newsletter, { email: `ada${n}@example.com`, requestId }, { ...context, page: '/' }),
    ]
    taken += results.filter(({ outcome }) => outcome !== 'limited').length
    app.clock.now += 60_000
  }
  return taken
}

async function storedBytes({ database: { db, engine } }: TestApp): Promise<number> {
  const size = engine === 'sqlite' ? sql`length(cast(value as blob))` : sql`octet_length(value)`
  let bytes = 0
  for (const table of ['leads', 'outbox', 'subscribers', 'limits'] as const) {
    const columns = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? []
    for (const { name } of columns) {
      const query = sql<{
        bytes: number | null
      }>`select sum(${size}) as bytes from (select cast(${sql.ref(name)} as text) as value from ${sql.table(table)}) as cells`
      bytes += Number((await query.execute(db)).rows[0]?.bytes ?? 0)
    }
  }
  return bytes
}

describe.each(engines)('what one address sends, on $name,', (engine) => {
  test('stays within the limit of a day, whatever it is, and keeps nobody else from sending', async () => {
    const max = 500_000
    const app = await openTestApp(await engine.createPlace(), {}, { limits: { bytesOfSender: { max } } })
    const taken = await sendAll(app, 6, '203.0.113.7')
    expect(taken).toBeGreaterThan(6)
    expect(await storedBytes(app)).toBeLessThanOrEqual(max)
    expect(await storedBytes(app)).toBeGreaterThan(max * 0.8)
    const more = { ...ada, project: '漢'.repeat(5_000) }
    expect(
      await submitContact(app.contact, { ...more, requestId: 'x' }, { ...visitor, sender: '203.0.113.7' }),
    ).toMatchObject({ outcome: 'limited' })
    expect(
      await submitContact(app.contact, { ...more, requestId: 'y' }, { ...visitor, sender: '203.0.113.8' }),
    ).toMatchObject({ outcome: 'stored' })
    app.clock.now += defaultLimits.bytesOfSender.windowMs
    expect(
      await submitContact(app.contact, { ...more, requestId: 'x' }, { ...visitor, sender: '203.0.113.7' }),
    ).toMatchObject({ outcome: 'stored' })
  }, 60_000)

  test('counts what is stored alone: a repeat adds nothing', async () => {
    const app = await openTestApp(await engine.createPlace())
    const send = () =>
      submitConsultation(
        app.booking,
        { values: adaBooking, transcript: talk, isAgreed: false, abandoned: false, requestId: 'a' },
        visitor,
      )
    for (let n = 0; n < 100; n++) expect(await send()).toMatchObject({ outcome: 'stored', replayed: n > 0 })
    expect(await storedBytes(app)).toBeLessThan(200_000)
  })
})
