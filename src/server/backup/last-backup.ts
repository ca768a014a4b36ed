import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../../migrations/tables.ts'
import type { Database } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

/** When it was made (ms since 1970), its file, and how many rows it holds in all. */
export type LastBackup = z.infer<typeof lastBackupSchema>

const key = 'last-backup'
const lastBackupSchema = z.object({ at: z.number(), file: z.string(), rows: z.number() })

export async function readLastBackup(db: Kysely<Tables>): Promise<LastBackup | undefined> {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : lastBackupSchema.parse(JSON.parse(value))
}

/** For the owner's glance, and for the night that asks whether it has to make one. */
export async function noteBackup(database: Database, last: LastBackup): Promise<void> {
  await database.write((tx) => writeSetting(tx, key, JSON.stringify(last)))
}
