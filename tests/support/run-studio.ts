import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { safeExit } from '../../scripts/steps.mjs'
import type { Place } from './databases.ts'

export type Run = { code: number | null; stdout: string; stderr: string }

/** Node.js's compile cache, as in package.json. It halves the time of a command. */
export const compileCache = 'node_modules/.cache/kitewright/compiled'

/**
 * Runs a command in its own process, as package.json does, with a test's database.
 * @param input for its standard input
 * @param folder with another content/
 */
export async function spawnStudio(
  place: Place,
  args: string[],
  variables: Record<string, string> = {},
  input = '',
  folder = '.',
): Promise<Run> {
  const child = spawn(process.execPath, [...safeExit, resolve('cli/studio.ts'), ...args], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: resolve(compileCache), ...environmentOf(place, variables), ...contentOf(folder) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

let last: Promise<unknown> = Promise.resolve()

/** Resolves when no command runs: until then `process.env` is that of a command. */
export const studioIsDone = () => last

/**
 * Runs a command in the test's own process, which is faster. Concurrent commands run one after the other.
 * @param input for its standard input
 * @param terminal which of its streams are a terminal
 */
export async function runStudio(
  place: Place,
  args: string[],
  variables: Record<string, string> = {},
  input = '',
  terminal: readonly Stream[] = [],
): Promise<Run> {
  const run = last.then(() => runHere(place, args, variables, { input, terminal }))
  last = run.catch(() => undefined)
  return await run
}

type Stream = 'stdin' | 'stdout' | 'stderr'
type Streams = { input: string; terminal: readonly Stream[] }

async function runHere(
  place: Place,
  args: string[],
  variables: Record<string, string>,
  { input, terminal }: Streams,
): Promise<Run> {
  const { runStudio: runCommand } = await import('../../cli/studio.ts')
  const { env, stdout, stderr } = process
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  const writers = { stdout: stdout.write, stderr: stderr.write }
  const said = { stdout: '', stderr: '' }
  process.env = { ...environmentOf(place, variables), ...(env['CONTENT_DIR'] && { CONTENT_DIR: env['CONTENT_DIR'] }) }
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) })
  for (const name of terminal) Object.defineProperty(process[name], 'isTTY', { configurable: true, value: true })
  stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => heard('stdout', chunk, rest)
  stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => heard('stderr', chunk, rest)
  process.exitCode = undefined
  try {
    const failed = await runCommand(args)
    return { code: failed ?? Number(process.exitCode ?? 0), ...said }
  } finally {
    process.env = env
    Object.defineProperty(process, 'stdin', stdin)
    for (const name of terminal) if (name !== 'stdin') Reflect.deleteProperty(process[name], 'isTTY')
    Object.assign(stdout, { write: writers.stdout })
    Object.assign(stderr, { write: writers.stderr })
    process.exitCode = undefined
  }

  function heard(stream: keyof typeof said, chunk: string | Uint8Array, rest: unknown[]): boolean {
    said[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    const done = rest.at(-1)
    if (typeof done === 'function') done()
    return true
  }
}

function environmentOf({ dataDir, databaseUrl }: Place, variables: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...variables,
  }
}

/** The sample for the project's own folder; other folders have their own content/. */
export function contentOf(folder: string): { CONTENT_DIR?: string } {
  return folder === '.' ? { CONTENT_DIR: 'sample' } : {}
}

/** A program of this repository in its own process. */
export type Child = {
  type: (line: string) => void
  /** The next line of its output. @throws Error if it has exited */
  hear: () => Promise<string>
  /** Sends SIGKILL, and waits until it has exited. */
  kill: () => Promise<void>
}

export function startChild(args: string[], variables: Record<string, string> = {}): Child {
  const child = spawn(process.execPath, [...safeExit, '--import', resolve('cli/jsx.ts'), ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, CONTENT_DIR: 'sample', ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {}) // it has exited, which `hear` reports
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    type: (line) => child.stdin.write(`${line}\n`),
    hear: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${args[0]} has ended without a word`)
      return value
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
