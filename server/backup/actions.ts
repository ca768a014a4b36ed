import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { change, noSuch, optionalText, Refusal, read, text } from '../../platform/actions.ts'
import type { Environment } from '../../platform/environment.ts'
import { isoTime, minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { listBackups } from './backup-files.ts'
import type { RowCounts } from './check-copy.ts'
import { backUp } from './make-backup.ts'
import { tryRestore } from './restore-backup.ts'

const folder = text(1_000, { argument: true, path: true, description: 'default: BACKUP_DIR' }).optional()

export const backupActions = {
  'backup.make': change({
    summary: 'Back up the database and test the copy',
    confirm: null,
    isLong: true,
    input: z.object({ folder }),
    run: async ({ environment, now }: Context, { folder }, watch) => {
      const problems: string[] = []
      const onProblem = (problem: string) => problems.push(problem)
      const backup = await backUp({ environment, folder: folderOf(environment, folder), now, onProblem, ...watch })
      return { ...backup, problems }
    },
    print: ({ file }) => [file],
    json: ({ problems: _, at, ...backup }) => ({ ...backup, at: isoTime(at) }),
    message: ({ bytes, isEncrypted, rows, tookMs, pruned, problems }) => [
      problems,
      `${sizeText(bytes)}, ${isEncrypted ? 'encrypted with BACKUP_KEY' : 'not encrypted'}, checked, in ${(tookMs / 1_000).toFixed(1)} s: ${rowsText(rows)}.`,
      !isEncrypted && 'It contains everything people wrote, and the keys of links. Set BACKUP_KEY to encrypt it.',
      withoutContent,
      pruned.length > 0 && `Deleted old backups: ${pruned.join(', ')}.`,
    ],
  }),

  'backup.list': read({
    summary: 'List backups, newest first',
    input: z.object({ folder }),
    run: async ({ environment }: Context, { folder }) => {
      const { backupDir, backupKey } = environment
      // The first backup creates the folder.
      const isEmpty = folder === undefined && (backupDir === undefined || !existsSync(backupDir))
      const backups = isEmpty ? [] : await listBackups(folderOf(environment, folder))
      return { folder: folder ?? backupDir ?? null, isEncrypting: backupKey !== undefined, backups }
    },
    print: ({ backups }) => [{ rows: backups, columns: ['file', 'at', 'bytes', 'isEncrypted'] }],
    json: ({ backups }) => backups.map(({ name: _, at, ...backup }) => ({ ...backup, at: isoTime(at) })),
    message: ({ backups, folder }) =>
      backups.length === 0 && `No backups in ${folder ?? 'BACKUP_DIR, which isn’t set'}.`,
  }),

  'backup.check': change({
    summary: 'Test a backup by restoring it temporarily',
    confirm: null,
    isLong: true,
    input: z.object({
      file: optionalText(1_000, { argument: true, path: true, description: 'the backup' }),
      name: text(100, { hidden: true }).optional(),
    }),
    run: async ({ environment }: Context, { name, file }, watch) => {
      if ((name ?? file) === '') throw new Refusal('Name a backup. `backup list` shows them.')
      const names = name === undefined ? [] : (await listBackups(folderOf(environment))).map((backup) => backup.name)
      if (name !== undefined && !names.includes(name)) throw noSuch('backup', [name], names)
      const inFolder = join(environment.backupDir ?? '', name ?? basename(file))
      const isPath = name === undefined && (existsSync(file) || !existsSync(inFolder))
      return (await tryRestore(isPath ? file : inFolder, { environment, ...watch })).backup
    },
    message: ({ at, isEncrypted, rows }) =>
      `The backup of ${minuteOf(at)} restores, and the program runs on it (${isEncrypted ? 'encrypted' : 'not encrypted'}): ${rowsText(rows)}.`,
  }),
}

export const withoutContent = 'Backups don’t include content/. Keep it in your own git repository.'

function folderOf({ backupDir }: Environment, folder?: string): string {
  if (folder !== undefined) return folder
  if (backupDir === undefined) throw new Refusal('Name a folder, or set BACKUP_DIR in .env for nightly backups.')
  return backupDir
}

function sizeText(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function rowsText(rows: RowCounts): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0)
  return filled.map(([table, count]) => `${table} ${count}`).join(', ') || 'no rows yet'
}
