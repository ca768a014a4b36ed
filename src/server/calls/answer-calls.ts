import { parentPort } from 'node:worker_threads'
import type { Functions } from './timed-calls.ts'

/** A call, as it goes to the thread. */
export type Asked = { name: string; args: unknown[] }
/** What comes back: of each call, and once when the thread can be asked. `workedMs` is what it has worked so far. */
export type Answered = { value?: unknown; error?: unknown; workedMs: number }

/** Answers the calls that are made of this thread (timed-calls.ts), in their order. */
export function answerCalls(functions: Functions): void {
  const answer = (outcome: { value?: unknown; error?: unknown }) => {
    const { user, system } = process.threadCpuUsage()
    parentPort?.postMessage({ ...outcome, workedMs: (user + system) / 1_000 } satisfies Answered)
  }
  parentPort?.on('message', ({ name, args }: { name: string; args: never[] }) => {
    try {
      answer({ value: functions[name]?.(...args) })
    } catch (error) {
      answer({ error })
    }
  })
  answer({})
}
