import { reasonOf } from '../../platform/db/database.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { backUp } from './make-backup.ts'

/** Makes one backup in its own process, which the server starts every night. Errors go to standard error. */
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
const onProblem = (problem: string) => void process.stderr.write(`${problem}\n`)
const environment = loadEnvironment()
await backUp({ environment, folder: environment.backupDir ?? '', onProblem, signal: stop.signal }).catch((error) => {
  onProblem(reasonOf(error))
  process.exitCode = 1
})
