import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp } from '../../src/backups/back-up.ts'
import { tryRestore } from '../../src/backups/try-restore.ts'
import { since } from '../../src/lib/text/amounts.ts'
import { isoTime, minuteOf } from '../../src/lib/text/time-text.ts'
import { listBackups } from '../../src/server/backup/list-backups.ts'
import type { BackupMark } from '../../src/server/backup/open-backup.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { CommandFailure, example, fileFailure, untilCtrlC } from '../command.ts'
import { style, writeErr, writeJson, writeOut, writeTable } from '../terminal/terminal.ts'

export function addBackup(studio: Command): void {
  const backup = studio
    .command('backup')
    .description('copy the database into one checked file')
    .argument('[folder]', 'where it goes (default: BACKUP_DIR)')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      example(
        'backup /mnt/disk',
        'BACKUP_KEY encrypts it. All of 7 days stay, then one a week, none longer\nthan keepBackupsDays in content/offers.yaml.',
      ),
    )
    .action(async (folder: string | undefined, { json }: { json?: true }) => {
      const made = await backUp({
        environment: loadEnvironment(),
        folder: folderOf(folder ?? loadEnvironment().backupDir, backup),
        onProblem: writeErr,
        signal: untilCtrlC(),
      })
      if (json) return writeJson({ ...made, at: isoTime(made.at) })
      writeOut(`${made.file}\n`)
      const encrypted = made.isEncrypted
        ? 'encrypted with BACKUP_KEY'
        : style('yellow', 'not encrypted', process.stderr)
      writeErr(
        `${size(made.bytes)}, ${encrypted}, checked, in ${(made.tookMs / 1_000).toFixed(1)} s: ${rowsText(made.rows)}.`,
      )
      if (!made.isEncrypted)
        writeErr('It holds everything that people wrote, and the secrets of links: set BACKUP_KEY.')
      if (made.thinned.length > 0) writeErr(`Deleted, since their time has passed: ${made.thinned.join(', ')}.`)
    })
  addBackupList(backup)
  addBackupCheck(backup)
}

function folderOf(given: string | undefined, backup: Command): string {
  if (given === undefined || given === '') {
    return backup.error('error: where to? Name a folder, or set BACKUP_DIR in .env; then there is one every night too.')
  }
  return resolve(given)
}

function addBackupCheck(backup: Command): void {
  backup
    .command('check')
    .description('restore a backup for a trial')
    .argument('<file>', 'the backup')
    .option('--json', 'as JSON')
    .addHelpText('after', example('backup check /mnt/disk/kitewright-20261120T031500Z.sqlite.age'))
    .action(async (file: string, _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      const { backup: found } = await tryRestore(file, loadEnvironment(), { signal: untilCtrlC() })
      if (json) return writeJson({ ...found, at: isoTime(found.at) })
      const encrypted = found.isEncrypted ? 'encrypted' : 'not encrypted'
      writeOut(`whole and tried out, ${encrypted}, of ${minuteOf(found.at)}: ${rowsText(found.rows)}\n`)
    })
}

function addBackupList(backup: Command): void {
  backup
    .command('list')
    .description('list the backups in a folder, the newest first')
    .argument('[folder]', 'where they are (default: BACKUP_DIR)')
    .option('--json', 'as JSON')
    .addHelpText('after', example('backup list'))
    .action(async (given: string | undefined, _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      const { backupDir } = loadEnvironment()
      const folder = given ?? backupDir
      if (folder === undefined) return command.error('error: which folder? Name it, or set BACKUP_DIR.')
      // The first backup makes the folder of the settings.
      const isToCome = given === undefined && !existsSync(folder)
      const backups = isToCome ? [] : await backupsIn(resolve(folder))
      if (json) return writeJson(backups.map(({ name: _, ...found }) => ({ ...found, at: isoTime(found.at) })))
      if (backups.length === 0) return writeErr(`There are no backups in ${resolve(folder)}.`)
      // On a terminal the name needs the room: it is to be copied, and holds the time as well.
      const isSeen = process.stdout.isTTY
      writeTable(
        [{ title: 'File', fixed: true }, ...(isSeen ? [] : ['Made']), { title: 'Age', fixed: true }, 'Size', ''],
        backups.map(({ file, at, bytes, isEncrypted }) => [
          isSeen ? basename(file) : file,
          ...(isSeen ? [] : [minuteOf(at)]),
          since(at, Date.now()),
          size(bytes),
          isEncrypted ? 'encrypted' : 'not encrypted',
        ]),
      )
      if (isSeen) writeErr(`They are in ${resolve(folder)}.`)
    })
}

async function backupsIn(folder: string) {
  return await listBackups(folder).catch((error: Error) => {
    throw new CommandFailure(`${folder} cannot be read: ${fileFailure(error)}.`)
  })
}

function size(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function rowsText(rows: BackupMark['rows']): string {
  const filled = Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')
  return filled === '' ? 'no rows yet' : filled
}
