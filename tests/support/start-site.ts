import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverProcess } from '../../scripts/steps.mjs'
import { contentOf } from './run-studio.ts'

export type RunningSite = {
  url: string
  dataDir: string
  process: ChildProcess
  /** Ends it as an operator would, and waits. @returns the exit code */
  end: () => Promise<number | null>
  /** Ends it, and removes its data. @returns the exit code */
  stop: () => Promise<number | null>
}

/**
 * Starts the production server as a process of its own, on a free port and a temporary data folder.
 * @param variables overrides of the environment
 * @param project the folder of a project that is built
 */
export async function startSite(variables: Record<string, string> = {}, project = '.'): Promise<RunningSite> {
  const dataDir = variables['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'kitewright-')))
  const content = contentOf(project)
  const { args, env } = serverProcess(content.CONTENT_DIR)
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env, ...content, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = await addressOf(child)
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
  return { url, dataDir, process: child, end, stop }
}

/** Waits for the line that says where the site is; anything else before the end is the error. */
async function addressOf(child: ChildProcess): Promise<string> {
  const said: string[] = []
  if (child.stderr === null) throw new Error('the server has no standard error')
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^.+ is at (http\S+)$/.exec(line)?.[1]
    if (address !== undefined) {
      child.stderr.resume()
      return address
    }
    said.push(line)
  }
  throw new Error(`the server did not start:\n${said.join('\n')}`)
}

/** @returns a port that nobody listens on, for programs that have to be told one */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('there is no free port')
  return address.port
}
