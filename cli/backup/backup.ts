import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readOffers } from '../../src/content/offers.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { pauseInCopy } from '../../src/features/newsletter/issue/issue.repository.ts'
import { runBackup } from '../../src/server/backup/run-backup.ts'
import { example } from '../command.ts'
import { style, writeErr, writeJson, writeOut } from '../terminal/terminal.ts'
import { rowsText, size } from './backup-text.ts'
import { addBackupCheck } from './check-backup.ts'
import { addBackupList } from './list-backups.ts'
import { withDatabase } from './open-database.ts'

export function addBackup(studio: Command): void {
  const backup = studio
    .command('backup')
    .description('copy the database into one checked file, while the site runs')
    .argument('[folder]', 'where it goes (default: BACKUP_DIR)')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      example(
        'backup /mnt/disk',
        'BACKUP_KEY encrypts it. restore makes a site of it.\nOld backups in the folder are thinned: all of 7 days stay, then one a week, none for longer than keepBackupsDays in content/offers.yaml.',
      ),
    )
    .action(async (folder: string | undefined, { json }: { json?: true }) => {
      await withDatabase(async (database, environment, signal) => {
        const made = await runBackup(
          {
            database,
            dataDir: environment.dataDir,
            folder: folderOf(folder ?? environment.backupDir, backup),
            key: environment.backupKey,
            now: Date.now,
            holdBack: pauseInCopy,
            signal,
          },
          unlessWrong(readOffers, writeErr)?.promises.keepBackupsDays,
        )
        if (json) return writeJson({ ...made, at: new Date(made.at).toISOString() })
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
