import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { freeBytes, megabytes } from '../disk-room.ts'
import { BackupError } from './backup-error.ts'

/** What the site keeps to go on taking requests, whatever a backup needs. */
const reserveBytes = 64 * 1_048_576

const sizes = {
  sqlite: sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  postgres: sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`,
}

/**
 * A copy that fills the disk of the database would cost requests; so it is not begun.
 * @throws BackupError when DATA_DIR or the folder of the backups lacks room for it
 */
export async function requireRoom(
  { db, engine }: Database,
  { dataDir, folder }: { dataDir: string; folder: string },
): Promise<void> {
  const { rows } = await sizes[engine].execute(db)
  const bytes = rows[0]?.bytes ?? 0
  // Both may be on one disk, which then holds the copy twice for a moment.
  await requireFree(dataDir, 2 * bytes + reserveBytes)
  await requireFree(folder, bytes)
}

async function requireFree(folder: string, wanted: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free === undefined || free >= wanted) return
  throw new BackupError(
    `There is no room for a backup: ${folder} has ${megabytes(free)} MB left, ${megabytes(wanted)} MB are needed.`,
  )
}
