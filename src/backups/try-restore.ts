import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDesk } from '../desk.ts'
import { findLeads } from '../features/leads/find-leads.ts'
import type { Watch } from '../lib/progress.ts'
import { backupError } from '../server/backup/backup-file.ts'
import { requireFree, reserveBytes } from '../server/backup/backup-room.ts'
import { type Restored, restoreToFolder } from '../server/backup/restore-backup.ts'
import { withWorkspace } from '../server/backup/workspace.ts'
import type { Environment } from '../server/environment.ts'
import { createSilentLog } from '../server/log.ts'

/** Whether the product works on this database. */
export async function tryProduct(environment: Environment): Promise<void> {
  const desk = await openDesk(environment, createSilentLog())
  try {
    await findLeads(desk.database.db, { limit: 1 })
    await desk.checkReady()
  } finally {
    await desk.close()
  }
}

/** Restores a backup beside the database, tries the product on it, and removes it again. @throws StorageError */
export async function tryRestore(file: string, environment: Environment, watch: Watch = {}): Promise<Restored> {
  const { dataDir, backupKey: key } = environment
  return await withWorkspace(dataDir, async (workspace) => {
    const { size } = await stat(file).catch((error: unknown) => {
      throw backupError(`${file} cannot be read`, error)
    })
    await requireFree(dataDir, 2 * size + reserveBytes)
    const tryOut = (restored: string) => tryProduct({ ...environment, dataDir: restored, databaseUrl: undefined })
    return await restoreToFolder(file, join(workspace, 'restored'), { key, tryOut, ...watch })
  })
}
