import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'vitest'

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
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${resolve('tests/faults/block-on-signal.ts')}`,
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
