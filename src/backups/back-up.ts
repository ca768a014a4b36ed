import { readOffers } from '../content/facts/offers.ts'
import { unlessWrong } from '../content/read-content.ts'
import { pauseInCopy } from '../features/newsletter/issue/issue.repository.ts'
import type { Watch } from '../lib/progress.ts'
import { runBackup } from '../server/backup/make-backup.ts'
import { openDatabase } from '../server/db/database.ts'
import type { Environment } from '../server/environment.ts'
import { createSilentLog } from '../server/log.ts'

export type BackUpNeeds = {
  environment: Environment
  folder: string
  now?: () => number
  /** Told where the offers can't be read: then no old backup is deleted. */
  onProblem: (problem: string) => void
} & Watch

/** Over a connection of its own, so that a long copy keeps nobody from reading. @throws StorageError */
export async function backUp({ environment, folder, now = Date.now, onProblem, ...watch }: BackUpNeeds) {
  const { dataDir, backupKey: key } = environment
  const keepDays = unlessWrong(readOffers, onProblem)?.promises.keepBackupsDays
  const database = await openDatabase(environment, createSilentLog())
  try {
    return await runBackup({ database, dataDir, folder, key, now, holdBack: pauseInCopy, ...watch }, keepDays)
  } finally {
    await database.close()
  }
}
