import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { loadEnvironment } from '../../platform/environment.ts'
import { since } from '../../platform/text/amounts.ts'
import { isoTime, minuteOf } from '../../platform/text/time-text.ts'
import { listBackups } from '../../server/backup/backup-files.ts'
import type { RowCounts } from '../../server/backup/check-copy.ts'
import { backUp } from '../../server/backup/make-backup.ts'
import { restoreToDatabase, restoreToFolder, tryRestore } from '../../server/backup/restore-backup.ts'
import { CommandFailure, example, fileFailure, studioCommand, untilCtrlC } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { style, writeErr, writeJson, writeOut, writeTable } from '../terminal/terminal.ts'

type Options = { json?: true; database?: true }

const someBackup = '/mnt/disk/kitewright-20261120T031500Z.sqlite'

export function addBackup(studio: StudioCommand): void {
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
    .action(async (given: string | undefined, { json }: Options) => {
      const environment = loadEnvironment()
      const folder = given || environment.backupDir
      if (!folder)
        return backup.error(
          'error: where to? Name a folder, or set BACKUP_DIR in .env; then there is one every night too.',
        )
      const made = await backUp({ environment, folder: resolve(folder), onProblem: writeErr, signal: untilCtrlC() })
      if (json) return writeJson({ ...made, at: isoTime(made.at) })
      writeOut(`${made.file}\n`)
      const plain = style('yellow', 'not encrypted', process.stderr)
      const seconds = (made.tookMs / 1_000).toFixed(1)
      const how = `${made.isEncrypted ? 'encrypted with BACKUP_KEY' : plain}, checked, in ${seconds} s`
      writeErr(`${size(made.bytes)}, ${how}: ${rowsText(made.rows)}.`)
      if (!made.isEncrypted)
        writeErr('It holds everything that people wrote, and the secrets of links: set BACKUP_KEY.')
      if (made.thinned.length > 0) writeErr(`Deleted, since their time has passed: ${made.thinned.join(', ')}.`)
    })
  addBackupList(backup)
  addBackupCheck(backup)
}

function addBackupCheck(backup: StudioCommand): void {
  backup
    .command('check')
    .description('restore a backup for a trial')
    .argument('<file>', 'the backup')
    .option('--json', 'as JSON')
    .addHelpText('after', example(`backup check ${someBackup}.age`))
    .action(async (file: string, _: unknown, command: StudioCommand) => {
      const { backup: found } = await tryRestore(file, { environment: loadEnvironment(), signal: untilCtrlC() })
      if (command.optsWithGlobals<Options>().json) return writeJson({ ...found, at: isoTime(found.at) })
      const encrypted = found.isEncrypted ? 'encrypted' : 'not encrypted'
      writeOut(`whole and tried out, ${encrypted}, of ${minuteOf(found.at)}: ${rowsText(found.rows)}\n`)
    })
}

function addBackupList(backup: StudioCommand): void {
  backup
    .command('list')
    .description('list the backups in a folder, the newest first')
    .argument('[folder]', 'where they are (default: BACKUP_DIR)')
    .option('--json', 'as JSON')
    .addHelpText('after', example('backup list'))
    .action(async (given: string | undefined, _: unknown, command: StudioCommand) => {
      const { json } = command.optsWithGlobals<Options>()
      const named = given ?? loadEnvironment().backupDir
      if (named === undefined) return command.error('error: which folder? Name it, or set BACKUP_DIR.')
      // The first backup makes the folder of the settings.
      const folder = resolve(named)
      const isToCome = given === undefined && !existsSync(folder)
      const backups = await (isToCome ? Promise.resolve([]) : listBackups(folder)).catch((error: Error) => {
        throw new CommandFailure(`${folder} cannot be read: ${fileFailure(error)}.`)
      })
      if (json) return writeJson(backups.map(({ name: _, ...found }) => ({ ...found, at: isoTime(found.at) })))
      if (backups.length === 0) return writeErr(`There are no backups in ${folder}.`)
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
      if (isSeen) writeErr(`They are in ${folder}.`)
    })
}

export function addRestore(studio: StudioCommand): void {
  const restore = studio
    .command('restore')
    .summary('make a data folder of a backup, tried out and muted')
    .description('make a data folder of a backup, tried out and muted; never over a live one')
    .argument('<file>', 'the backup; with --database also the data folder that moves')
    .argument('[folder]', 'a new or empty folder')
    .option('--database', 'into the empty PostgreSQL of DATABASE_URL instead')
    .option('--json', 'as JSON')
    .addHelpText('after', example(`restore ${someBackup} ~/restored`))
    .action(async (file: string, given: string | undefined, { database, json }: Options) => {
      if ((given === undefined) === (database === undefined)) {
        return restore.error('error: where to? Name a new folder, or say --database.')
      }
      const environment = loadEnvironment()
      const needs = { environment, signal: untilCtrlC() }
      if (database && environment.databaseUrl === undefined) throw new CommandFailure('DATABASE_URL is not set.')
      const folder = resolve(given ?? environment.dataDir)
      const restored = await (database ? restoreToDatabase(file, needs) : restoreToFolder(file, folder, needs))
      const { backup, rows } = restored
      if (json) return writeJson({ ...restored, backup: { ...backup, at: isoTime(backup.at) }, folder })
      if (!database) writeOut(`${folder}\n`)
      const prefix = database ? '' : `DATA_DIR=${folder} `
      writeErr(`Restored as of ${minuteOf(backup.at)}, checked and tried out: ${rowsText(rows)}.

${style('bold', 'It is muted', process.stderr)}: it takes requests, and sends no mail until you say so.
  start it      ${prefix}npm start
  let it send   ${prefix}${studioCommand('mail unmute')}   (it tells first what would go out)

People who were erased since then are in it again: erase them once more (forget) before it goes online.
So are readers who left since then, as readers. If you still have the old database, its suppressions tell who.`)
      if (!database && environment.databaseUrl !== undefined) {
        writeErr(style('yellow', 'DATABASE_URL is set: as long as it is, that database is used, and not this folder.'))
      }
    })
}

function size(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function rowsText(rows: RowCounts): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0)
  return filled.map(([table, count]) => `${table} ${count}`).join(', ') || 'no rows yet'
}
