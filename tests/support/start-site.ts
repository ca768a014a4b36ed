import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { serverProcess } from '../../scripts/steps.mjs'
import { contentOf } from './run-studio.ts'

export type RunningSite = {
  url: string
  dataDir: string
  process: ChildProcess
  /** The lines on standard error before the address. */
  said: string[]
  /** Stops it with SIGTERM, as an operator would, and waits. @returns the exit code */
  end: () => Promise<number | null>
  /** Stops it and removes its data. @returns the exit code */
  stop: () => Promise<number | null>
}

/**
 * Starts the production server in its own process, with a free port and a temporary data folder.
 * @param variables override the environment
 * @param project the folder of a built project
 * @param log must be read if piped, because a full pipe stops the server
 */
export async function startSite(
  variables: Record<string, string> = {},
  { project = '.', log = 'ignore' }: { project?: string; log?: 'ignore' | 'pipe' | undefined } = {},
): Promise<RunningSite> {
  const dataDir = variables['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'kitewright-')))
  const content = contentOf(project)
  const { args, env } = serverProcess(content.CONTENT_DIR ?? 'current')
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env, ...content, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', log, 'pipe'],
  })
  const { url, said } = await addressOf(child.stderr)
  const end = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }
    return child.exitCode
  }
  const stop = async () => {
    const code = await end()
    await rm(dataDir, { recursive: true, force: true })
    return code
  }
  return { url, dataDir, process: child, said, end, stop }
}

/** Waits for the line with the address. @throws Error with the output if it exits first */
async function addressOf(stderr: Readable | null) {
  const said: string[] = []
  if (stderr === null) throw new Error('standard error is always piped')
  for await (const line of createInterface({ input: stderr })) {
    const url = /^.+ is at (http\S+)$/.exec(line)?.[1]
    if (url !== undefined) {
      stderr.resume()
      return { url, said }
    }
    said.push(line)
  }
  throw new Error(`the server did not start:\n${said.join('\n')}`)
}
