import { backUp } from './backups/back-up.ts'
import { reasonOf } from './server/db/database.ts'
import { loadEnvironment } from './server/environment.ts'

/** One backup, in a process of its own: what the serving process starts every night. Errors go to standard error in words. */
const breakOff = new AbortController()
process.once('SIGTERM', () => breakOff.abort())

try {
  const environment = loadEnvironment()
  const { backupDir: folder } = environment
  if (folder === undefined) throw new Error('BACKUP_DIR is not set')
  await backUp({ environment, folder, onProblem: tell, signal: breakOff.signal })
} catch (error) {
  tell(reasonOf(error))
  process.exitCode = 1
}

function tell(problem: string): void {
  process.stderr.write(`${problem}\n`)
}
