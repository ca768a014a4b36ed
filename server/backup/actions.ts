import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { change, noSuch, optionalText, Refusal, read, text } from '../../platform/actions.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { diskSpace } from '../../platform/disk-space.ts'
import type { Environment } from '../../platform/environment.ts'
import { counted, sizeText } from '../../platform/text/amounts.ts'
import { formatIsoTime, formatMinute } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { listBackups } from './backup-files.ts'
import { type BackupRecord, readRecords, recordBackup } from './backup-records.ts'
import type { RowCounts } from './check-copy.ts'
import { backUp } from './make-backup.ts'
import { listNights, nightAfter } from './nights.ts'
import { tryRestore } from './restore-backup.ts'

const folder = text(1_000, { argument: true, path: true, description: 'default: BACKUP_DIR' }).optional()

export const backupActions = {
  'backup.make': change({
    summary: 'Back up the database and test the copy',
    confirm: null,
    isLong: true,
    input: z.object({ folder, note: optionalText(100, { description: 'why you’re making it, for the list' }) }),
    run: async ({ environment, now }: Context, { folder, note }, watch) => {
      const problems: string[] = []
      const onProblem = (problem: string) => problems.push(problem)
      const options = { environment, folder: folderOf(environment, folder), now, note }
      const backup = await backUp({ ...options, onProblem, ...watch })
      return { ...backup, problems }
    },
    print: ({ file }) => [file],
    json: ({ problems: _, at, ...backup }) => ({ ...backup, at: formatIsoTime(at) }),
    message: ({ bytes, isEncrypted, rows, tookMs, pruned, problems }) => [
      problems,
      `${sizeText(bytes)}, ${isEncrypted ? 'encrypted with BACKUP_KEY' : 'not encrypted'}, tested, in ${(tookMs / 1_000).toFixed(1)} s: ${rowsText(rows)}.`,
      !isEncrypted && 'It contains all messages and the keys that sign links. Set BACKUP_KEY to encrypt it.',
      withoutContent,
      pruned.length > 0 && `Deleted old backups: ${pruned.join(', ')}.`,
    ],
  }),

  'backup.list': read({
    summary: 'List backups, newest first',
    input: z.object({ folder }),
    run: async ({ database, environment, now }: Context, { folder }) => {
      const { backupDir, backupKey } = environment
      // The folder doesn't exist before the first backup.
      const isEmpty = folder === undefined && (backupDir === undefined || !existsSync(backupDir))
      const files = isEmpty ? [] : await listBackups(folderOf(environment, folder))
      const records = await readRecords(database.db)
      return {
        folder: folder ?? backupDir ?? null,
        isEncrypting: backupKey !== undefined,
        keepDays: tryRead(readOffers)?.promises.keepBackupsDays ?? null,
        nextAt: backupDir === undefined ? null : nightAfter(now()),
        disk: isEmpty ? null : await diskOf(folderOf(environment, folder), environment),
        nights: listNights(files, Object.values(records), { zone: studioZone(), now: now() }),
        backups: files.map((file) => ({
          ...file,
          testedAt: records[file.name]?.testedAt ?? null,
          holds: holdsText(records[file.name]),
        })),
      }
    },
    print: ({ backups }) => [{ rows: backups, columns: ['file', 'at', 'holds', 'bytes', 'testedAt', 'isEncrypted'] }],
    json: ({ backups }) =>
      backups.map(({ name: _, at, testedAt, ...backup }) => {
        return { ...backup, at: formatIsoTime(at), testedAt: formatIsoTime(testedAt) }
      }),
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
    run: async ({ database, environment, now }: Context, { name, file }, watch) => {
      if ((name ?? file) === '') throw new Refusal('Name a backup. `backup list` shows them.')
      const names = name === undefined ? [] : (await listBackups(folderOf(environment))).map((backup) => backup.name)
      if (name !== undefined && !names.includes(name)) throw noSuch('backup', [name], names)
      const inFolder = join(environment.backupDir ?? '', name ?? basename(file))
      const isPath = name === undefined && (existsSync(file) || !existsSync(inFolder))
      const { backup } = await tryRestore(isPath ? file : inFolder, { environment, ...watch })
      const tested = { ...backup, name: basename(inFolder) }
      if (!isPath) await database.write((tx) => recordBackup(tx, tested, now()))
      return backup
    },
    message: ({ at, isEncrypted, rows }) =>
      `The backup from ${formatMinute(at)} restores cleanly, and the site starts on it (${isEncrypted ? 'encrypted' : 'not encrypted'}): ${rowsText(rows)}.`,
  }),
}

export const withoutContent = 'Backups don’t include content/. Keep it in your own git repository.'

function folderOf({ backupDir }: Environment, folder?: string): string {
  if (folder !== undefined) return folder
  if (backupDir === undefined)
    throw new Refusal('Name a folder, or set BACKUP_DIR in your settings for nightly backups.')
  return backupDir
}

/** Space on the folder's disk, rounded to hide other programs' small writes. `isDataDisk` is null with PostgreSQL. */
async function diskOf(folder: string, { dataDir, databaseUrl }: Environment) {
  const space = await diskSpace(folder)
  if (space === undefined) return null
  const [ofBackups, ofData] = await Promise.all([stat(folder), stat(dataDir)])
  const isDataDisk = databaseUrl === undefined ? ofBackups.dev === ofData.dev : null
  return { free: sizeText(space.free), total: sizeText(space.total), isDataDisk }
}

/** A backup's note, or its contents: `8 leads, 2,036 subscribers`. Returns `–` for backups from older versions. */
function holdsText(record: BackupRecord | undefined): string {
  if (record === undefined) return '–'
  return record.note || `${counted(record.leads, 'lead')}, ${counted(record.subscribers, 'subscriber')}`
}

export function rowsText(rows: RowCounts): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0)
  return filled.map(([table, count]) => `${table} ${count}`).join(', ') || 'no rows yet'
}
