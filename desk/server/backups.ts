import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { backUp } from '../../src/backups/back-up.ts'
import { tryRestore } from '../../src/backups/try-restore.ts'
import { backupTime } from '../../src/server/backup/backup-file.ts'
import { listBackups } from '../../src/server/backup/list-backups.ts'
import type { Environment } from '../../src/server/environment.ts'
import { action, Refusal } from './action.ts'

export const readBackups = action(z.object({}), async ({ environment: { backupDir, backupKey } }) => {
  // The first backup makes the folder.
  const found = backupDir !== undefined && existsSync(backupDir) ? await listBackups(backupDir) : []
  const backups = found.map(({ name, at, bytes, isEncrypted }) => ({ name, at, bytes, isEncrypted }))
  return { folder: backupDir ?? null, isEncrypting: backupKey !== undefined, backups }
})

function folderOf({ backupDir }: Environment): string {
  if (backupDir === undefined) throw new Refusal('Set BACKUP_DIR first: then there is a backup every night, too.')
  return backupDir
}

export const makeBackup = action(z.object({}), async ({ environment, now }, _, watch) => {
  const folder = folderOf(environment)
  const { rows, bytes, thinned } = await backUp({ environment, folder, now, onProblem: () => {}, ...watch })
  return { rows: sum(rows), bytes, thinned: thinned.length }
})

/** Restores it beside the database, and tries the product on it. */
export const tryBackup = action(z.object({ name: z.string().max(100) }), async ({ environment }, { name }, watch) => {
  if (backupTime(name) === undefined) throw new Refusal('That is no backup.')
  const { backup, rows } = await tryRestore(join(folderOf(environment), name), environment, watch)
  return { at: backup.at, rows: sum(rows) }
})

function sum(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((all, each) => all + each, 0)
}
