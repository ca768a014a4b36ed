import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Place } from './databases.ts'

export type Run = { code: number | null; stdout: string; stderr: string }

/** Where package.json keeps what Node.js has made of the sources: a command is back in half the time. */
export const compileCache = 'node_modules/.cache/kitewright/compiled'

/** Runs one of the owner's commands the way that package.json does, at a test's place. @param folder the project's own unless told: whose content/ is read */
export async function runStudio(
  place: Place,
  args: string[],
  variables: Record<string, string> = {},
  input = '',
  folder = '.',
): Promise<Run> {
  const child = spawn(process.execPath, [resolve('cli/main.ts'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: resolve(compileCache),
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}
