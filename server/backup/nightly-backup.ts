import { reasonOf } from '../../platform/db/database.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { backUp } from './make-backup.ts'

/** Entry point of the nightly backup, which the server runs as a separate process. Errors go to stderr. */
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
const onProblem = (problem: string) => void process.stderr.write(`${problem}\n`)
const environment = loadEnvironment()
await backUp({ environment, folder: environment.backupDir ?? '', onProblem, signal: stopping.signal }).catch(
  (error) => {
    onProblem(reasonOf(error))
    process.exitCode = 1
  },
)
