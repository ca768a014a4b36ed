import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../../migrations/tables.ts'
import type { Database } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { thinFolder } from './backup-file.ts'
import { sumRows } from './copy-rows.ts'
import { type Backup, type BackupNeeds, makeBackup } from './make-backup.ts'

/** @param keepDays undefined: no old backup is deleted */
export async function runBackup(
  needs: BackupNeeds,
  keepDays: number | undefined,
): Promise<Backup & { tookMs: number; thinned: string[] }> {
  const begunAt = performance.now()
  const backup = await makeBackup(needs)
  await noteBackup(needs.database, { at: backup.at, file: backup.file, rows: sumRows(backup.rows) })
  const thinned = keepDays === undefined ? [] : await thinFolder(needs.folder, keepDays, needs.now())
  return { ...backup, tookMs: Math.round(performance.now() - begunAt), thinned }
}

export type LastBackup = z.infer<typeof lastBackupSchema>

const key = 'last-backup'
const lastBackupSchema = z.object({ at: z.number(), file: z.string(), rows: z.number() })

export async function readLastBackup(db: Kysely<Tables>): Promise<LastBackup | undefined> {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : lastBackupSchema.parse(JSON.parse(value))
}

async function noteBackup(database: Database, last: LastBackup): Promise<void> {
  await database.write((tx) => writeSetting(tx, key, JSON.stringify(last)))
}
