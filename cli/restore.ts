import type { Command } from 'commander'
import { Refusal } from '../platform/actions.ts'
import { loadEnvironment } from '../platform/environment.ts'
import { isoTime, minuteOf } from '../platform/text/time-text.ts'
import { rowsText } from '../server/backup/actions.ts'
import { restoreToDatabase, restoreToFolder } from '../server/backup/restore-backup.ts'
import { abortOnCtrlC, example, ownerPath, studioCommand } from './command.ts'
import { style, writeErr, writeJson, writeOut } from './print.ts'

/** Not an action, because actions need the database that it creates. */
export function addRestore(studio: Command): void {
  const restore = studio
    .command('restore')
    .description('restore a backup into a new folder, tested and with its outbox paused')
    .argument('<file>', 'the backup; with --database, this may also be a data folder')
    .argument('[folder]', 'a new or empty folder')
    .option('--database', 'restore into the empty PostgreSQL database of DATABASE_URL')
    .option('--json', 'print JSON')
    .addHelpText('after', example('restore /mnt/disk/kitewright-20261120T031500Z.sqlite ~/restored'))
    .action(async (path: string, to: string | undefined, { database, json }: { json?: true; database?: true }) => {
      if ((to === undefined) === (database === undefined)) {
        return restore.error('error: name a new folder, or use --database.')
      }
      const environment = loadEnvironment()
      const options = { environment, signal: abortOnCtrlC() }
      if (database && environment.databaseUrl === undefined) throw new Refusal('DATABASE_URL isn’t set.')
      const file = ownerPath(path)
      const folder = to === undefined ? environment.dataDir : ownerPath(to)
      const restored = await (database ? restoreToDatabase(file, options) : restoreToFolder(file, folder, options))
      const { backup, rows } = restored
      if (json) return writeJson({ ...restored, backup: { ...backup, at: isoTime(backup.at) }, folder })
      if (!database) writeOut(`${folder}\n`)
      const prefix = database ? '' : `DATA_DIR=${folder} `
      writeErr(`Restored as of ${minuteOf(backup.at)}, tested: ${rowsText(rows)}.

${style('bold', 'Its outbox is paused', process.stderr)}: it stores leads, but sends no email until you resume.
  start it      ${prefix}npm start
  let it send   ${prefix}${studioCommand('outbox resume')}   (first shows what would be sent)

People who were forgotten since then are back: forget them again before it goes online.
Subscribers who left since then are back too. The old database’s suppressions list them.`)
      if (!database && environment.databaseUrl !== undefined) {
        writeErr(style('yellow', 'DATABASE_URL is set, so the site uses that database instead of this folder.'))
      }
    })
}
