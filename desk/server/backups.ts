import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Environment } from '../../platform/environment.ts'
import { backupTime, listBackups } from '../../server/backup/backup-files.ts'
import { sumRows } from '../../server/backup/check-copy.ts'
import { backUp } from '../../server/backup/make-backup.ts'
import { tryRestore } from '../../server/backup/restore-backup.ts'
import { action, Refusal } from './action.ts'

export const readBackups = action(z.object({}), async ({ environment: { backupDir, backupKey } }) => {
  // The first backup makes the folder.
  const found = backupDir !== undefined && existsSync(backupDir) ? await listBackups(backupDir) : []
  const backups = found.map(({ file: _, ...backup }) => backup)
  return { folder: backupDir ?? null, isEncrypting: backupKey !== undefined, backups }
})

function folderOf({ backupDir }: Environment): string {
  if (backupDir === undefined) throw new Refusal('Set BACKUP_DIR first: then there is a backup every night, too.')
  return backupDir
}

export const makeBackup = action(z.object({}), async ({ environment, now }, _, watch) => {
  const { rows, bytes, thinned } = await backUp({ environment, folder: folderOf(environment), now, ...watch })
  return { rows: sumRows(rows), bytes, thinned: thinned.length }
})

/** Restores it beside the database, and tries the product on it. */
export const tryBackup = action(z.object({ name: z.string().max(100) }), async ({ environment }, { name }, watch) => {
  if (backupTime(name) === undefined) throw new Refusal('That is no backup.')
  const { backup, rows } = await tryRestore(join(folderOf(environment), name), { environment, ...watch })
  return { at: backup.at, rows: sumRows(rows) }
})
