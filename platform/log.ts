import { inspect } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import { oneLine } from './text/clean-text.ts'

export type Log = Logger

/** Never log personal data. Only some properties of errors are logged, since database drivers attach rows to errors. */
export function createLog(destination?: DestinationStream, level = 'info'): Log {
  const options = { base: null, level, serializers: { err: describeError } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Buffers lines, and writes them synchronously: lines that wait for an asynchronous write would fill the old heap. */
export function createServerLog(): Log {
  if (process.stdout.isTTY) return createLog({ write: (line) => void process.stdout.write(plainLine(line)) }, 'warn')
  const destination = pino.destination({ dest: 1, sync: true, minLength: 4096, maxLength: 2 ** 20, periodicFlush: 500 })
  // A full disk loses lines, but must not end the process. There, `flushSync` would wait forever.
  destination.on('error', () => {})
  process.once('exit', () => destination.flush())
  return createLog(destination)
}

export function createSilentLog(): Log {
  return pino({ level: 'silent' })
}

/** Formats a line for a terminal. Escapes values, since visitors may have written them. */
function plainLine(json: string): string {
  const { level: _, time, msg, err, ...rest } = JSON.parse(json)
  const more = { ...rest, ...(err && { error: err.message }) }
  const details = Object.keys(more).length > 0 ? `  ${inspect(more, { breakLength: Number.POSITIVE_INFINITY })}` : ''
  return `${new Date(time).toTimeString().slice(0, 8)}  ${oneLine(msg + details)}\n`
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, cause: cause === undefined ? undefined : describeError(cause) }
}
