import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import PostalMime, { type Email } from 'postal-mime'
import type { LeadRow } from '../../migrations/tables.ts'
import { leadRecord } from '../../src/features/leads/lead-record.ts'
import { sqliteFileName } from '../../src/server/db/sqlite.ts'

/** The requests that a running site has on its disk, as the owner's commands export them. */
export function leadsOf(dataDir: string): ReturnType<typeof leadRecord>[] {
  const file = new Sqlite(join(dataDir, sqliteFileName), { readonly: true })
  try {
    return file.prepare<[], LeadRow>('select * from leads order by created_at').all().map(leadRecord)
  } finally {
    file.close()
  }
}

/** The mails that a site without a mail server has written. */
export async function mailsIn(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}
