import { resolve } from 'node:path'
import type { Command } from 'commander'
import { tryProduct } from '../../src/backups/try-restore.ts'
import { isoTime, minuteOf } from '../../src/lib/text/time-text.ts'
import { type Restored, restoreToDatabase, restoreToFolder } from '../../src/server/backup/restore-backup.ts'
import { openDatabase } from '../../src/server/db/database.ts'
import { type Environment, loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { CommandFailure, example, studioCommand, untilCtrlC } from '../command.ts'
import { style, writeErr, writeJson, writeOut } from '../terminal/terminal.ts'
import { rowsText } from './backup.ts'

export function addRestore(studio: Command): void {
  const restore = studio
    .command('restore')
    .summary('make a data folder of a backup, tried out and muted')
    .description('make a data folder of a backup, tried out and muted; never over a live one')
    .argument('<file>', 'the backup')
    .argument('[folder]', 'a new or empty folder')
    .option('--database', 'into the empty PostgreSQL of DATABASE_URL instead')
    .option('--json', 'as JSON')
    .addHelpText('after', example('restore /mnt/disk/kitewright-20261120T031500Z.sqlite ~/restored'))
    .action(async (file: string, given: string | undefined, { database, json }: { database?: true; json?: true }) => {
      if ((given === undefined) === (database === undefined)) {
        return restore.error('error: where to? Name a new folder, or say --database.')
      }
      const environment = loadEnvironment()
      const folder = resolve(given ?? environment.dataDir)
      const tryOut = (dataDir: string) => tryProduct({ ...environment, dataDir, databaseUrl: undefined })
      const restored = database
        ? await intoDatabase(file, environment)
        : await restoreToFolder(file, folder, { key: environment.backupKey, tryOut, signal: untilCtrlC() })
      const { backup } = restored
      if (json) return writeJson({ ...restored, backup: { ...backup, at: isoTime(backup.at) }, folder })
      if (!database) writeOut(`${folder}\n`)
      tell(restored, database ? '' : `DATA_DIR=${folder} `)
      if (!database && environment.databaseUrl !== undefined) {
        writeErr(style('yellow', 'DATABASE_URL is set: as long as it is, that database is used, and not this folder.'))
      }
    })
}

async function intoDatabase(file: string, environment: Environment): Promise<Restored> {
  if (environment.databaseUrl === undefined) throw new CommandFailure('DATABASE_URL is not set.')
  const database = await openDatabase(environment, createSilentLog())
  try {
    const { dataDir, backupKey: key } = environment
    const restored = await restoreToDatabase(file, database, { key, dataDir, signal: untilCtrlC() })
    await tryProduct(environment)
    return restored
  } finally {
    await database.close()
  }
}

function tell({ backup, rows }: Restored, prefix: string): void {
  writeErr(`Restored as of ${minuteOf(backup.at)}, checked and tried out: ${rowsText(rows)}.`)
  writeErr('')
  writeErr(`${style('bold', 'It is muted', process.stderr)}: it takes requests, and sends no mail until you say so.`)
  writeErr(`  start it      ${prefix}npm start`)
  writeErr(`  let it send   ${prefix}${studioCommand('mail unmute')}   (it tells first what would go out)`)
  writeErr('')
  writeErr('People who were erased since then are in it again: erase them once more (forget) before it goes online.')
  writeErr(
    'So are readers who left since then, as readers. If you still have the old database, its suppressions tell who.',
  )
}
