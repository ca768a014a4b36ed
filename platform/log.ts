import { inspect } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import { oneLine } from './text/clean-text.ts'

export type Log = Logger

/** Creates a log. Never log personal data. Keeps only some properties of errors because database drivers attach rows. */
export function createLog(destination?: DestinationStream, level = 'info'): Log {
  const options = { base: null, level, serializers: { err: describeError } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Buffers lines and writes them synchronously. With asynchronous writes, waiting lines would fill up the old heap. */
export function createServerLog(): Log {
  if (process.stdout.isTTY) return createLog({ write: (line) => void process.stdout.write(plainLine(line)) }, 'warn')
  const destination = pino.destination({ dest: 1, sync: true, minLength: 4096, maxLength: 2 ** 20, periodicFlush: 500 })
  // On a full disk, lose lines instead of ending the process. `flushSync` would wait forever.
  destination.on('error', () => {})
  process.once('exit', () => destination.flush())
  return createLog(destination)
}

export function createSilentLog(): Log {
  return pino({ level: 'silent' })
}

/** Formats a line for a terminal. Escapes values: visitors could have written them. */
function plainLine(json: string): string {
  const { level: _, time, msg, err, ...details } = JSON.parse(json)
  if (err) details.error = err.message
  const isPlain = Object.keys(details).length === 0
  const detailsText = isPlain ? '' : `  ${inspect(details, { breakLength: Number.POSITIVE_INFINITY })}`
  return `${new Date(time).toTimeString().slice(0, 8)}  ${oneLine(msg + detailsText)}\n`
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, cause: cause === undefined ? undefined : describeError(cause) }
}
