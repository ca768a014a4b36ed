import { setTimeout as delay } from 'node:timers/promises'

/** @returns false when the work goes on after this time */
export async function inTime(work: Promise<unknown> | undefined, ms: number): Promise<boolean> {
  const answered = new AbortController()
  const late = delay(ms, false, { signal: answered.signal }).catch(() => false)
  const done = Promise.resolve(work).then(() => true)
  return await Promise.race([done, late]).finally(() => answered.abort())
}
