import { readOffers } from './content/facts/offers.ts'
import { unlessWrong } from './content/read-content.ts'
import { pauseInCopy } from './features/newsletter/issue/issue.repository.ts'
import { runBackup } from './server/backup/make-backup.ts'
import { openDatabase, reasonOf } from './server/db/database.ts'
import { loadEnvironment } from './server/environment.ts'
import { createSilentLog } from './server/log.ts'

/** One backup, in a process of its own: what the serving process starts every night. Errors go to standard error in words. */
const breakOff = new AbortController()
process.once('SIGTERM', () => breakOff.abort())

try {
  const environment = loadEnvironment()
  const { dataDir, backupDir: folder, backupKey: key } = environment
  if (folder === undefined) throw new Error('BACKUP_DIR is not set')
  const database = await openDatabase(environment, createSilentLog())
  try {
    const keepDays = unlessWrong(readOffers, tell)?.promises.keepBackupsDays
    await runBackup(
      { database, dataDir, folder, key, now: Date.now, holdBack: pauseInCopy, signal: breakOff.signal },
      keepDays,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  tell(reasonOf(error))
  process.exitCode = 1
}

function tell(problem: string): void {
  process.stderr.write(`${problem}\n`)
}
