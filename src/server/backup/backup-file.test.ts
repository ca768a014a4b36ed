import { expect, test } from 'vitest'
import { backupName, backupTime, toThin } from './backup-file.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20, 3, 15)
const daysOld = (days: number, isEncrypted = false): string => backupName(now - days * dayMs, isEncrypted)

/** What is left when one is made every night and the folder is thinned after each. */
function nights(count: number): string[] {
  let names: string[] = []
  for (let night = count - 1; night >= 0; night--) {
    const at = now - night * dayMs
    names.push(backupName(at, night % 2 === 0))
    const gone = new Set(toThin(names, 30, at))
    names = names.filter((name) => !gone.has(name))
  }
  return names
}

test('a name says its time, and whether it is encrypted', () => {
  expect(daysOld(0)).toBe('kitewright-20261120T031500Z.sqlite')
  expect(daysOld(0, true)).toBe('kitewright-20261120T031500Z.sqlite.age')
  expect(backupTime(daysOld(3, true))).toBe(now - 3 * dayMs)
})

test.each(['kitewright-20261120T031500Z.sqlite.part', 'kitewright.sqlite', 'notes.txt', 'x-20261120T031500Z.sqlite'])(
  '%s is no backup, and stays',
  (name) => {
    expect(backupTime(name)).toBeUndefined()
    expect(toThin([name, daysOld(0)], 30, now)).toEqual([])
  },
)

test('the last seven days stay whole, then one a week, and none that is older than thirty days', () => {
  const ages = nights(90).map((name) => Math.round((now - (backupTime(name) ?? 0)) / dayMs))
  expect(ages.slice(-8)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
  const weekly = ages.slice(0, -8)
  expect(weekly.length).toBeGreaterThanOrEqual(3)
  expect(Math.max(...weekly)).toBeLessThanOrEqual(30)
  expect(weekly.slice(1).map((age, index) => (weekly[index] ?? 0) - age)).toEqual(weekly.slice(1).map(() => 7))
})

test('several backups of one day stay for a week', () => {
  const names = [0, 1, 2, 3].map((hour) => backupName(now - hour * 3_600_000, false))
  expect(toThin(names, 30, now)).toEqual([])
})

test('the newest stays however old it is', () => {
  expect(toThin([daysOld(400), daysOld(300)], 30, now)).toEqual([daysOld(400)])
})

test('what is from the future stays, and the clock that was wrong costs nothing of this week', () => {
  expect(toThin([daysOld(3), daysOld(0), daysOld(-400), daysOld(-1)], 30, now)).toEqual([])
})
