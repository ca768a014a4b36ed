import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, tableNames } from '../../migrations/tables.ts'
import { reasonOf, StorageError } from '../../platform/db/database.ts'
import { withDatabase } from '../../platform/db/open-database.ts'
import { deleteSetting, writeSetting } from '../../platform/db/settings.ts'
import { writePause } from '../../platform/email/outbox/pause.ts'
import { formatMinute } from '../../platform/text/time-text.ts'
import { pauseInCopy } from '../newsletter/issues/store.ts'
import { openDayKey } from '../visits/store.ts'

/** The setting that marks a database as a backup. */
export const markKey = 'backup'

/** `at`: when the backup was made, in ms since 1970. `engine`: of the original database. */
export const markSchema = z.object({
  at: z.number(),
  engine: z.enum(['sqlite', 'postgres']),
})
export type BackupMark = z.infer<typeof markSchema>

/** Migrates a copy, which can be from an earlier version, and makes it a backup that sends no emails. */
export async function prepareCopy(folder: string, mark: BackupMark): Promise<void> {
  await withDatabase({ dataDir: folder }, async ({ db, write }) => {
    await write(async (tx) => {
      await pauseEmails(tx, mark)
      await deleteVisits(tx)
      await writeMark(tx, mark)
    })
    await mergeWal(db)
  })
}

/** Pauses the copy's outbox and issues because the original might have sent its emails by now. */
async function pauseEmails(tx: Db, { at }: BackupMark): Promise<void> {
  const because = `restored from the backup of ${formatMinute(at)}`
  await writePause(tx, { because, since: at })
  await pauseInCopy(tx, because)
}

async function deleteVisits(tx: Db): Promise<void> {
  for (const table of tableNames.filter(isVisitTable)) await sql`delete from ${sql.table(table)}`.execute(tx)
  await deleteSetting(tx, openDayKey)
}

/** Whether a table has today's visits, which aren't backed up: they're deleted at the end of the day. */
export function isVisitTable(table: string): boolean {
  return table.startsWith('visit')
}

/** @param mark can be all of a backup's contents */
export async function writeMark(tx: Db, { at, engine }: BackupMark): Promise<void> {
  await writeSetting(tx, markKey, JSON.stringify({ at, engine }))
}

/** Turns the database into a single file that also opens on a read-only disk. */
async function mergeWal(db: Db): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(db)
}

/** Adds a prefix to an error, unless it's already a message for the owner. */
export function backupError(prefix: string, error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(`${prefix}: ${reasonOf(error)}`, error)
}
