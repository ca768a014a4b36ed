import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compileCache } from './run-studio.ts'

/** A program of this repository as a process of its own. */
export type Child = {
  tell: (line: string) => void
  /** What it says next. @throws Error when it has ended; what it complained of is on standard error by then */
  hear: () => Promise<string>
  /** SIGKILL, and waits for its end. */
  kill: () => Promise<void>
}

export function startChild(args: string[], variables: Record<string, string> = {}): Child {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {}) // it has ended, which `hear` tells
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    tell: (line) => child.stdin.write(`${line}\n`),
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
