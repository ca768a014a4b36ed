import { describe, expect, test } from 'vitest'
import { backupName, backupsToPrune, backupTime } from './backup-files.ts'

describe('pruning', () => {
  const dayMs = 86_400_000
  const now = Date.UTC(2026, 10, 20, 3, 15)
  const daysOld = (days: number): string => backupName(now - days * dayMs, false, false)

  test('keeps all backups for seven days, then one per week, and none older than thirty days', () => {
    let names: string[] = []
    for (let night = 89; night >= 0; night--) {
      const at = now - night * dayMs
      names.push(backupName(at, night % 3 === 0, night % 2 === 0))
      const gone = backupsToPrune(names, 30, at)
      names = names.filter((name) => !gone.includes(name))
    }
    const ages = names.map((name) => Math.round((now - (backupTime(name) ?? 0)) / dayMs))
    const [first = 0, ...weekly] = ages.slice(0, -8)
    expect(ages.slice(-8)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
    expect([weekly.length >= 2, first <= 30]).toEqual([true, true])
    expect(weekly).toEqual(weekly.map((_, n) => first - 7 * (n + 1)))
  })

  test.each([
    ['the newest, however old it is', [daysOld(400), daysOld(300)], [daysOld(400)]],
    ['this week, when a clock was wrong', [daysOld(3), daysOld(0), daysOld(-400), daysOld(-1)], []],
    ['other files', [`${daysOld(90)}.part`, 'notes.txt', 'x-20261020T031500Z.sqlite', daysOld(0)], []],
  ])('keeps %s', (_, names, pruned) => {
    expect(backupsToPrune(names, 30, now)).toEqual(pruned)
  })
})
