import { sumRows } from './copy-rows.ts'
import { noteBackup } from './last-backup.ts'
import { type Backup, type BackupNeeds, makeBackup } from './make-backup.ts'
import { thinFolder } from './thin-backups.ts'

/**
 * Makes a backup, notes in the live database that there is one, and deletes those whose time has passed.
 * @param keepDays how long a backup is kept at the most; where nobody can say so, none is deleted
 */
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
