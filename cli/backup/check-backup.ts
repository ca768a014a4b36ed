import { join } from 'node:path'
import type { Command } from 'commander'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { openBackup } from '../../src/server/backup/open-backup.ts'
import { withWorkspace } from '../../src/server/backup/workspace.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { example } from '../command.ts'
import { writeJson, writeOut } from '../terminal/terminal.ts'
import { rowsText } from './backup-text.ts'

export function addBackupCheck(backup: Command): void {
  backup
    .command('check')
    .description('open a backup, and look whether all of it is there')
    .argument('<file>', 'the backup')
    .option('--json', 'as JSON')
    .addHelpText('after', example('backup check /mnt/disk/kitewright-20261120T031500Z.sqlite.age'))
    .action(async (file: string, _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      const { dataDir, backupKey: key } = loadEnvironment()
      const found = await withWorkspace(dataDir, (folder) => openBackup(file, { to: join(folder, 'opened'), key }))
      if (json) return writeJson({ ...found, at: new Date(found.at).toISOString() })
      const encrypted = found.isEncrypted ? 'encrypted' : 'not encrypted'
      writeOut(`whole, ${encrypted}, of ${minuteOf(found.at)}: ${rowsText(found.rows)}\n`)
    })
}
