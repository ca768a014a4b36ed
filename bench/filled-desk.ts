import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sqliteFileName } from '../platform/db/database.ts'
import { readEnvironment } from '../platform/environment.ts'
import { createSilentLog } from '../platform/log.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import { openServices } from '../server/services.ts'
import { subscriber } from '../tests/support/subscribers.ts'

type Stored = Record<string, string | number | null>

/** Fills an empty data folder (SQLite) with confirmed subscribers, and with leads whose emails were sent. */
export async function fillDesk(
  dataDir: string,
  { subscribers, leads }: { subscribers: number; leads: number },
): Promise<void> {
  const app = await openServices(readEnvironment({ DATA_DIR: dataDir }), createSilentLog())
  const values = { name: 'Load', email: 'load@example.com', project: 'A booking system for a small clinic.' }
  await submitContact(app, values, { sender: '203.0.113.7', honeypot: false, elapsedMs: 30_000 })
  await app.close(0)
  const database = new Sqlite(join(dataDir, sqliteFileName))
  database.transaction(() => {
    for (let n = 0; n < subscribers; n++) insert(database, 'subscribers', subscriber(n, { id: randomId() }))
    const lead = database.prepare<[], Stored>('select * from leads').get() ?? {}
    const emails = database.prepare<[], Stored>('select * from outbox').all()
    database.exec("update outbox set state = 'sent', sent_at = created_at")
    for (let n = 1; n < leads; n++) {
      const reference = `KW-${n}`
      const email = `load${n}@example.com`
      insert(database, 'leads', { ...lead, reference, request_key: reference, email, email_key: email })
      for (const message of emails) {
        const id = randomId()
        const changes = { id, about: reference, to_address: email }
        insert(database, 'outbox', { ...message, ...changes, state: 'sent', sent_at: Date.now() })
      }
    }
  })()
  database.close()
}

function insert(database: Sqlite.Database, table: string, row: Stored): void {
  const columns = Object.keys(row)
  database.prepare(`insert into ${table} (${columns}) values (${columns.map((name) => `@${name}`)})`).run(row)
}

function randomId(): string {
  return randomBytes(16).toString('base64url')
}
