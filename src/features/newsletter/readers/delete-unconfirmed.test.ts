import { describe, expect, test } from 'vitest'
import { engines } from '../../../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../../../tests/support/desk.ts'
import { subscribe } from '../newsletter.service.ts'
import { deleteUnconfirmed } from './delete-unconfirmed.ts'

const dayMs = 24 * 3_600_000

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
