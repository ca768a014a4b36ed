import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { submitConsultation } from '../src/features/leads/consultation.form.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { createSilentLog } from '../src/server/log.ts'
import { engines } from '../tests/support/databases.ts'
import { adaBooking, openTestApp, visitor, writtenMails } from '../tests/support/desk.ts'

describe.each(engines)('mails that an earlier version has queued on $name', (engine) => {
  test('tell the owner the lead as it is when they are sent, and receipts keep their words', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const sent = { values: adaBooking, transcript: [], isAgreed: false, abandoned: false }
    await submitConsultation(app.booking, sent, visitor)
    const { db } = app.database
    const old = { subject: 'Old', text: 'what was known then', html: '<p>old</p>', reply_to_address: 'old@example.com' }
    await db.updateTable('outbox').set(old).execute()
    // As the earlier version has left it.
    for (const index of ['leads_digest', 'outbox_kind']) await db.schema.dropIndex(index).execute()
    await db.schema.alterTable('leads').dropColumn('digest').execute()
    await sql`delete from kysely_migration where name = '0006-mails-without-words'`.execute(db)
    const again = await openDatabase(place, createSilentLog())
    await again.close()
    const rows = await db.selectFrom('outbox').selectAll().orderBy('kind').execute()
    expect(rows).toMatchObject([
      { kind: 'consultation-owner', subject: '', text: '', html: null, reply_to_address: null },
      { kind: 'consultation-receipt', ...old },
    ])
    expect((await writtenMails(app))[0]?.text).toContain('Ada Lovelace')
  })
})
