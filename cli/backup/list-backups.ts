import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { backupTime } from '../../src/server/backup/backup-file.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { CommandFailure, example, fileFailure } from '../command.ts'
import { since } from '../terminal/amounts.ts'
import { writeErr, writeJson, writeTable } from '../terminal/terminal.ts'
import { size } from './backup-text.ts'

export function addBackupList(backup: Command): void {
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
      const backups = isToCome ? [] : await listBackups(resolve(folder))
      if (json) return writeJson(backups.map((found) => ({ ...found, at: new Date(found.at).toISOString() })))
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

async function listBackups(folder: string) {
  const names = await readdir(folder).catch((error: Error) => {
    throw new CommandFailure(`${folder} cannot be read: ${fileFailure(error)}.`)
  })
  const backups = names.flatMap((name) => {
    const at = backupTime(name)
    return at === undefined ? [] : [{ file: join(folder, name), at, isEncrypted: name.endsWith('.age') }]
  })
  return await Promise.all(
    backups
      .toSorted((a, b) => b.at - a.at)
      .map(async (found) => ({ ...found, bytes: await stat(found.file).then((s) => s.size) })),
  )
}
