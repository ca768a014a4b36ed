import { expect, onTestFinished, test, vi } from 'vitest'
import type { TestJobs } from '../../../tests/support/jobs.worker.ts'
import { createTimedCalls, Unanswered } from './timed-calls.ts'

function openCalls(options: Partial<Parameters<typeof createTimedCalls>[0]> = {}) {
  const script = new URL('../../../tests/support/jobs.worker.ts', import.meta.url)
  const calls = createTimedCalls<TestJobs>({ script, workMs: 50, ...options })
  onTestFinished(() => calls.close())
  return calls
}

test('calls are answered by another thread, one after the other, in their order', async () => {
  const calls = openCalls()
  expect(await Promise.all([calls.call('count'), calls.call('count'), calls.call('count')])).toEqual([1, 2, 3])
})

test('a pattern that never ends is ended with its thread, and those who wait are answered by a new one', async () => {
  const calls = openCalls()
  expect(await calls.call('count')).toBe(1)
  const endless = calls.call('match', '^(?:a|a)*$', `${'a'.repeat(60)}!`)
  const others = [calls.call('count'), calls.call('count')]
  await expect(endless).rejects.toThrow(Unanswered)
  // A new thread counts from the beginning.
  expect(await Promise.all(others)).toEqual([1, 2])
})

test('the caller goes on with its own work while a call never ends', async () => {
  const calls = openCalls()
  await calls.call('count')
  let turns = 0
  const endless = calls.call('match', '^(?:a|a)*$', `${'a'.repeat(60)}!`).catch((error: unknown) => error)
  const timer = setInterval(() => turns++, 1)
  expect(await endless).toBeInstanceOf(Unanswered)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})

test('what a function throws is thrown to its caller, and the thread goes on', async () => {
  const calls = openCalls()
  await expect(calls.call('match', '(', '')).rejects.toThrow(SyntaxError)
  expect(await calls.call('count')).toBe(1)
})

test('a thread that breaks takes its own call alone with it', async () => {
  const calls = openCalls({ workMs: 60_000 })
  const broken = calls.call('exit')
  const next = calls.call('count')
  await expect(broken).rejects.toThrow(Unanswered)
  expect(await next).toBe(1)
})

test('a thread that cannot start leaves nobody waiting, and is tried again by the next call', async () => {
  const calls = openCalls({ workerData: 'breaks' })
  for (let i = 0; i < 2; i++) {
    const answers = await Promise.allSettled([calls.call('count'), calls.call('count')])
    for (const answer of answers) expect(answer).toMatchObject({ reason: { message: 'the thread could not start' } })
  }
})

test('the queue is bounded in length and in time', async () => {
  const calls = openCalls({ workMs: 60_000, mostWaiting: 2, waitMs: 5_000 })
  await calls.call('count')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  void calls.call('match', '^(?:a|a)*$', `${'a'.repeat(60)}!`).catch(() => undefined)
  const answered = Promise.allSettled([calls.call('count'), calls.call('count'), calls.call('count')])
  vi.advanceTimersByTime(5_000)
  expect(await answered).toMatchObject([
    { reason: { message: 'waited for too long' } },
    { reason: { message: 'waited for too long' } },
    { reason: { message: 'too many calls wait' } },
  ])
})

test('closing ends the thread, and what was asked of it', async () => {
  const calls = openCalls({ workMs: 60_000 })
  await calls.call('count')
  const all = [calls.call('match', '^(?:a|a)*$', `${'a'.repeat(60)}!`), calls.call('count')]
  const answers = Promise.allSettled(all)
  await calls.close()
  for (const answer of await answers) expect(answer).toMatchObject({ reason: expect.any(Unanswered) })
})
