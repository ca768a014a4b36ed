import { expect, test } from 'vitest'
import { allowance, isStale } from './send-batch.ts'
import { pauseMs } from './settle-result.ts'

const now = Date.UTC(2026, 10, 20)

/** How many mails go in a minute to a sender that comes by every so often, and at most how many at once. */
function minuteOf(mailsPerMinute: number, everyMs: number, mostAtOnce: number): { sent: number; burst: number } {
  let [nextAt, sent, burst] = [now, 0, 0]
  for (let at = now; at < now + 60_000; at += everyMs) {
    const { most, after } = allowance(nextAt, at, mailsPerMinute)
    const count = Math.min(most, mostAtOnce)
    if (count > 0) nextAt = after(count)
    sent += count
    burst = Math.max(burst, count)
  }
  return { sent, burst }
}

test.each([
  [1, 7],
  [120, 7],
  [120, 130],
  [997, 13],
  [6_000, 20],
  [12_000, 5],
])('%i a minute are that many, for a sender that comes every %i ms', (mailsPerMinute, everyMs) => {
  const { sent } = minuteOf(mailsPerMinute, everyMs, 1_000)
  expect(sent).toBeLessThanOrEqual(mailsPerMinute * 1.02 + 1)
  expect(sent).toBeGreaterThanOrEqual(mailsPerMinute * 0.97 - 1)
})

test('what was missed is not made up for in a burst', () => {
  expect(minuteOf(120, 20_000, 1_000).burst).toBe(1)
  expect(minuteOf(6_000, 20_000, 1_000).burst).toBe(26)
})

test('nothing may go before its time', () => {
  expect(allowance(now + 1, now, 120).most).toBe(0)
  expect(allowance(now, now, 120).most).toBe(1)
})

test('pauses grow to an hour, and only what is past by more than that is stale', () => {
  expect([1, 2, 3, 7, 20].map((count) => pauseMs(count) / 60_000)).toEqual([1, 2, 5, 60, 60])
  expect([isStale(now - 3_600_000, now), isStale(now - 3_600_001, now)]).toEqual([false, true])
})
