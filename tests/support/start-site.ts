import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'vitest'
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
  const child = spawn('sh', ['scripts/serve'], {
    cwd: project,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...contentOf(project), DATA_DIR: dataDir, ...variables },
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
  return {
    url,
    dataDir,
    process: child,
    end,
    async stop() {
      const code = await end()
      await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
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

export type SupervisedSite = {
  /** The next life of the server, when it serves: its process and its address. @throws Error when all has ended before */
  nextLife: () => Promise<{ pid: number; url: string }>
  /** What was written on standard error and read so far. */
  said: string[]
  /** Those of the lives that were ended and followed by another, so far. */
  codes: () => string[]
  /** The lines of the log so far. */
  logged: string[]
  supervisor: ChildProcess
  /** A signal to everything that was started, as a terminal's Ctrl-C is. */
  signalAll: (signal: NodeJS.Signals) => void
  exit: Promise<number | null>
}

/** The built site the way that `npm start` serves it, in a process group of its own, which ends with the test. */
export async function superviseSite(
  { onTestFinished }: TestContext,
  variables: Record<string, string> | undefined = {},
): Promise<SupervisedSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kitewright-'))
  const supervisor = spawn('sh', ['scripts/supervise'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      CONTENT_DIR: 'sample',
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${resolve('tests/faults/in-server.ts')}`,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const exit = once(supervisor, 'exit').then(([code]): number | null => code)
  const { pid } = supervisor
  if (pid === undefined) throw new Error('scripts/supervise cannot be started')
  const signalAll = (signal: NodeJS.Signals) => {
    process.kill(-pid, signal)
  }
  onTestFinished(async () => {
    try {
      signalAll('SIGKILL')
    } catch {} // nobody of the group is left
    await exit
    await rm(dataDir, { recursive: true, force: true })
  })
  const said: string[] = []
  const logged: string[] = []
  createInterface({ input: supervisor.stdout }).on('line', (line) => logged.push(line))
  const lines = createInterface({ input: supervisor.stderr })[Symbol.asyncIterator]()
  async function nextLife(): Promise<{ pid: number; url: string }> {
    let server = 0
    for (;;) {
      const { value: line, done } = await lines.next()
      if (done) throw new Error(`it has ended:\n${said.join('\n')}`)
      said.push(line)
      server = Number(/^server (\d+)$/.exec(line)?.[1] ?? server)
      const url = /^Kitewright is at (\S+)/.exec(line)?.[1]
      if (url !== undefined) return { pid: server, url }
    }
  }
  const ended = /^The site has ended with code (\d+)\. It is started again in/
  const codes = () => said.flatMap((line) => ended.exec(line)?.[1] ?? [])
  return { nextLife, said, codes, logged, supervisor, signalAll, exit }
}

const program = `import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True:
  word = s.recv(4096).decode().strip()
  if word != 'BARRIER=1': print(word, flush=True)`

const canRun = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

/** Node.js has no such sockets: Python is in for systemd. */
export const canBeSystemd = canRun('systemd-notify') && canRun('python3')

/** A socket like that of systemd for its units. */
export async function openNotifySocket({ onTestFinished }: TestContext): Promise<{
  path: string
  next: () => Promise<string>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'kitewright-notify-'))
  const path = join(folder, 'socket')
  const child = spawn('python3', ['-c', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value ?? 'the end'
  await next()
  return { path, next }
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
