import { workerData } from 'node:worker_threads'
import { answerCalls } from '../../src/server/calls/answer-calls.ts'

let counted = 0

/** What a test asks of a thread. */
const jobs = {
  count: () => ++counted,
  match: (pattern: string, text: string) => new RegExp(pattern).test(text),
  exit: () => process.exit(1),
}

export type TestJobs = typeof jobs

if (workerData === 'breaks') throw new Error('this thread cannot start')
answerCalls(jobs)
