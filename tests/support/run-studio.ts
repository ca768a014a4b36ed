import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Place } from './databases.ts'

export type Run = { code: number | null; stdout: string; stderr: string }

/** Where package.json keeps what Node.js has made of the sources: a command is back in half the time. */
export const compileCache = 'node_modules/.cache/kitewright/compiled'

/**
 * Runs one of the owner's commands as a process of its own, the way that package.json does, at a test's place.
 * @param input for its standard input
 * @param folder that holds another content/
 */
export async function spawnStudio(
  place: Place,
  args: string[],
  variables: Record<string, string> = {},
  input = '',
  folder = '.',
): Promise<Run> {
  const child = spawn(process.execPath, [resolve('cli/main.ts'), ...args], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: resolve(compileCache), ...environmentOf(place, variables) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs one of the owner's commands within the test's own process, which saves its start; those that a test wants at once
 * run one after the other. @param input for its standard input
 */
export async function runStudio(
  place: Place,
  args: string[],
  variables: Record<string, string> = {},
  input = '',
): Promise<Run> {
  const run = last.then(() => runHere(place, args, variables, input))
  last = run.catch(() => undefined)
  return await run
}

async function runHere(place: Place, args: string[], variables: Record<string, string>, input: string): Promise<Run> {
  const { runStudio: runCommand } = await import('../../cli/studio.ts')
  const { env, stdout, stderr } = process
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  const writers = { stdout: stdout.write, stderr: stderr.write }
  const said = { stdout: '', stderr: '' }
  process.env = { ...environmentOf(place, variables) }
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) })
  stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => heard('stdout', chunk, rest)
  stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => heard('stderr', chunk, rest)
  process.exitCode = undefined
  try {
    const failed = await runCommand(args)
    return { code: failed ?? Number(process.exitCode ?? 0), ...said }
  } finally {
    process.env = env
    Object.defineProperty(process, 'stdin', stdin)
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
