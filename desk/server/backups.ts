import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readOffers } from '../../src/content/facts/offers.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { pauseInCopy } from '../../src/features/newsletter/issue/issue.repository.ts'
import { backupTime } from '../../src/server/backup/backup-file.ts'
import { listBackups } from '../../src/server/backup/list-backups.ts'
import { runBackup } from '../../src/server/backup/make-backup.ts'
import { openBackup } from '../../src/server/backup/open-backup.ts'
import { withWorkspace } from '../../src/server/backup/workspace.ts'
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

export const makeBackup = action(z.object({}), async ({ database, environment, now }) => {
  const needs = {
    database,
    dataDir: environment.dataDir,
    folder: folderOf(environment),
    key: environment.backupKey,
    now,
    holdBack: pauseInCopy,
  }
  const keepDays = unlessWrong(readOffers, () => {})?.promises.keepBackupsDays
  const { rows, bytes, thinned } = await runBackup(needs, keepDays)
  return { rows: sum(rows), bytes, thinned: thinned.length }
})

/** Opens and reads all of it, beside the database. */
export const tryBackup = action(z.object({ name: z.string().max(100) }), async ({ environment }, { name }) => {
  if (backupTime(name) === undefined) throw new Refusal('That is no backup.')
  const { dataDir, backupKey: key } = environment
  const file = join(folderOf(environment), name)
  const { at, rows } = await withWorkspace(dataDir, (folder) => openBackup(file, { to: join(folder, 'opened'), key }))
  return { at, rows: sum(rows) }
})

function sum(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((all, each) => all + each, 0)
}
