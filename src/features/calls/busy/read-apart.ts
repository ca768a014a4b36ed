import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BusyRules, BusyTimes } from './busy-times.ts'
import { CalendarProblem } from './fetch-calendar.ts'

const longestMs = 30_000
/** What 5 MB of events take, twice. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** In a thread of its own, since a calendar may take seconds, or be made to take for ever. @throws CalendarProblem */
export async function readApart(address: string, rules: BusyRules, program: URL | string): Promise<BusyTimes> {
  const worker = new Worker(program, { workerData: { address, rules, timeoutMs: longestMs / 2 }, resourceLimits })
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(longestMs) })
    if (typeof answer.problem === 'string') throw new CalendarProblem(answer.problem)
    return answer
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw new CalendarProblem(`it takes more than ${longestMs / 1000} s to read`)
    throw error
  } finally {
    await worker.terminate()
  }
}
