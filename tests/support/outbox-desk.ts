import type { OutboxRow } from '../../migrations/tables.ts'
import type { Database } from '../../src/server/db/database.ts'
import { createSilentLog } from '../../src/server/log.ts'
import type { Mailer } from '../../src/server/mail/mailer.ts'
import { enqueue, type NewMail } from '../../src/server/mail/outbox.repository.ts'
import { Outbox } from '../../src/server/mail/outbox.ts'
import { openTestDatabase, sqlite } from './databases.ts'

/** A mail to `ada@example.com`. */
export const mail: NewMail = {
  kind: 'test',
  about: undefined,
  from: { name: 'Kitewright', address: 'hello@kitewright.example' },
  to: { name: 'Ada, Countess', address: 'ada@example.com' },
  subject: 'Hello ✓',
  text: 'A text',
  html: '<p>A text</p>',
}

export type Desk = { database: Database; outbox: Outbox; clock: { now: number }; rows: () => Promise<OutboxRow[]> }

/** A database with this many mails in its outbox, and a clock that the test moves. */
export async function openDesk(mailer: Mailer, mails = 1, engine = sqlite): Promise<Desk> {
  const database = await openTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 20) }
  const outbox = new Outbox({ database, mailer, composers: {}, now: () => clock.now, log: createSilentLog() })
  await database.write(async (tx) => {
    for (let i = 0; i < mails; i++) await enqueue(tx, mail, clock.now)
  })
  return { database, outbox, clock, rows: () => database.db.selectFrom('outbox').selectAll().execute() }
}

/** A mailer that does this with a mail. */
export function mailerThat(send: Mailer['send']): Mailer {
  return {
    description: 'a mailer of a test',
    send,
    retract: async () => {},
    verify: async () => {},
    close: async () => {},
  }
}
