import { isDeepStrictEqual } from 'node:util'
import { rrulestr } from 'rrule'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { longTest } from '../../../tests/support/databases.ts'
import { instantOf, type Moment, startsOf } from './recurrence.ts'

const span = [Date.UTC(2026, 9, 1), Date.UTC(2027, 3, 1)] as const

/** The same numbers for the same seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0]
  const some = (list: readonly [number, ...number[]]) =>
    [...new Set([1, 2, 3].slice(Math.floor(next() * 3)).map(() => pick(list)))].sort((one, other) => one - other)
  return { isTrue: (chance: number) => next() < chance, pick, some }
}

function makeRule({ isTrue, pick, some }: ReturnType<typeof createRandom>): string {
  const frequency = pick(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'])
  const isWithinDay = /^(?:HOURLY|MINUTELY)$/.test(frequency)
  const isMonthly = /^(?:YEARLY|MONTHLY)$/.test(frequency)
  const interval = frequency === 'MINUTELY' ? pick([30, 45, 90, 600]) : pick([1, 1, 2, 3])
  const day = () =>
    `${isMonthly && isTrue(0.4) ? pick(['1', '2', '-1', '5', '-2']) : ''}${pick(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])}`
  const filters = [
    isTrue(0.3) && `BYMONTH=${some([1, 2, 3, 10, 11, 12])}`,
    frequency === 'YEARLY' && isTrue(0.15) && `BYWEEKNO=${some([1, -1, 44, 49, 52, 53])}`,
    frequency === 'YEARLY' && isTrue(0.15) && `BYYEARDAY=${some([1, -1, 32, 300, 335, 366])}`,
    frequency !== 'WEEKLY' && isTrue(0.25) && `BYMONTHDAY=${some([1, 2, 15, 28, 30, 31, -1, -31])}`,
    isTrue(0.4) && `BYDAY=${[...new Set([1, 2, 3].map(day))]}`,
    isTrue(0.15) && `BYHOUR=${some([0, 8, 9, 13, 23])}`,
    isTrue(0.15) && `BYMINUTE=${some([0, 15, 30, 59])}`,
  ].filter((part) => part !== false && !isWithinDay)
  // A position that no set has would keep the other busy until the year 9999.
  const position = filters.length > 0 && isTrue(0.2) && `BYSETPOS=${pick([1, -1])}`
  const end = isTrue(0.3)
    ? `COUNT=${pick([1, 2, 7, 30])}`
    : `UNTIL=${pick(['20261105T000000Z', '20261228T093000Z', '20270401T000000Z'])}`
  return [
    `FREQ=${frequency}`,
    `INTERVAL=${interval}`,
    ...filters,
    position,
    isTrue(0.25) && `WKST=${pick(['SU', 'WE'])}`,
    end,
  ]
    .filter((part) => part !== false)
    .join(';')
}

/**
 * Where the two read a rule in different ways, of which RFC 5545 (3.3.10) says nothing clear, or says what we do:
 * - BYDAY of "1TH,MO": the other forgets every Monday.
 * - BYWEEKNO without BYDAY: the other takes all seven days; we take the weekday of the start.
 * - BYWEEKNO with BYMONTHDAY or "2TU", BYYEARDAY with BYMONTHDAY, BYMONTHDAY with "2TU": the other takes what all of them say, we what one says.
 * - A week that reaches over the end of a year, with an interval: the other gives its days to the years they stand in.
 */
function isReadInTwoWays(rule: string): boolean {
  const has = (name: string) => rule.includes(`${name}=`)
  const days = /BYDAY=([^;]*)/.exec(rule)?.[1]?.split(',') ?? []
  const numbered = days.filter((day) => /\d/.test(day)).length
  if (numbered > 0 && (numbered < days.length || has('BYMONTHDAY'))) return true
  if (has('BYYEARDAY') && has('BYMONTHDAY')) return true
  if (!has('BYWEEKNO')) return false
  return days.length === 0 || numbered > 0 || has('BYMONTHDAY') || !rule.includes('INTERVAL=1')
}

function startsOfOther(rule: string, start: Moment): number[] {
  const begin = `${start.wall.toString().replaceAll(/[-:]/g, '').padEnd(15, '0')}Z`
  const found = rrulestr(`DTSTART:${begin}\nRRULE:${rule}`).between(new Date(span[0]), new Date(span[1] - 1), true)
  return found.map((each) => each.getTime())
}

/** @returns the rules that two programs, which know nothing of each other, read differently */
function differences(count: number): string[] {
  const random = createRandom(1)
  return Array.from({ length: count }, () => makeRule(random)).flatMap((rule) => {
    // A rule that counts is begun near what is looked at.
    const year = rule.includes('COUNT') || /HOURLY|MINUTELY/.test(rule) ? 2026 : random.pick([2019, 2023, 2024, 2025])
    const [month, day, hour] = [random.pick([9, 10]), random.pick([1, 13, 28]), random.pick([0, 9, 23])]
    const start = { wall: new Temporal.PlainDateTime(year, month, day, hour, 30), zone: 'UTC', isDate: false }
    const { starts } = startsOf(rule, start, span)
    const ours = starts.map(instantOf).filter((ms) => ms >= span[0] && ms < span[1])
    return isReadInTwoWays(rule) || isDeepStrictEqual(ours, startsOfOther(rule, start))
      ? []
      : `${rule} from ${start.wall}`
  })
}

test('two programs read 100 rules alike', () => {
  expect(differences(100)).toEqual([])
})

longTest('two programs read 2,000 rules alike', () => {
  expect(differences(2_000)).toEqual([])
})
