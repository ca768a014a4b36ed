import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newestDay, watchForNextDay } from './next-day.ts'

/** A build, with others made ahead. */
function buildWith(...days: string[]): string {
  const build = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(build, { recursive: true }))
  for (const day of days) mkdirSync(join(build, 'days', day), { recursive: true })
  return build
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

test('the site of the last day that has come serves, also after a start on a later one', () => {
  const build = buildWith('2026-12-01', '2026-12-24')
  expect(newestDay(build, noon('2026-11-30'))).toBeUndefined()
  expect(newestDay(build, noon('2026-12-01'))).toBe('2026-12-01')
  expect(newestDay(join(build, 'days/2026-12-01'), noon('2026-12-23'))).toBe('2026-12-01')
  expect(newestDay(join(build, 'days/2026-12-01'), noon('2027-03-01'))).toBe('2026-12-24')
  expect(newestDay(buildWith(), noon('2026-12-24'))).toBeUndefined()
})

test('a server hands over once, when its day has come', () => {
  vi.useFakeTimers({ now: noon('2026-11-30') })
  onTestFinished(() => void vi.useRealTimers())
  const build = buildWith('2026-12-01')
  const take = vi.fn()
  watchForNextDay(build, take)
  watchForNextDay(join(build, 'days/2026-12-01'), () => expect.unreachable())
  vi.advanceTimersByTime(11 * 3_600_000)
  expect(take).not.toHaveBeenCalled()
  vi.setSystemTime(noon('2026-12-01'))
  vi.advanceTimersByTime(60_000)
  expect(take).toHaveBeenCalledOnce()
})
