import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * Spreads jobs over as many threads as the machine runs at once. A thread runs `script`, finds its jobs in `workerData`
 * and posts one message, a list of results in the same order.
 * @param perThread for how many jobs it pays to start a thread
 * @returns what came of every job, in their order
 */
export async function inThreads<Job, Result>(script: URL, jobs: readonly Job[], perThread: number): Promise<Result[]> {
  const threads = Math.min(availableParallelism(), Math.ceil(jobs.length / perThread))
  const results: Result[] = []
  const run = async (first: number) => {
    const worker = new Worker(script, { workerData: jobs.filter((_, i) => i % threads === first) })
    const [message]: Result[][] = await once(worker, 'message')
    message?.forEach((result, i) => {
      results[first + i * threads] = result
    })
  }
  await Promise.all(Array.from({ length: threads }, (_, first) => run(first)))
  return results
}
