import { expect, test } from 'vitest'
import type { VisitMarkRow } from '../../../../migrations/tables.ts'
import { addDay, noDays } from '../reading/merge-days.ts'
import { sumDays } from '../reading/sum-days.ts'
import { type DayNumbers, sumDay } from './day-numbers.ts'
import { toRow } from './totals.ts'

const minute = 60_000
const mark = (visitor: string, what: string, atMinute = 0, more: Partial<VisitMarkRow> = {}): VisitMarkRow => ({
  visitor,
  what,
  at: atMinute * minute,
  device: 'phone',
  source: null,
  speed: null,
  ...more,
})

function sumOf(...days: DayNumbers[]) {
  const sum = noDays()
  for (const day of days) addDay(sum, day)
  return sumDays(sum)
}

test('a visitor comes from where the first page was found, whatever was done later', () => {
  const { done, devices } = sumDay(
    [
      mark('a', 'sent:contact', 7),
      mark('a', 'page:/blog/x', 0, { source: 'news.example' }),
      mark('a', 'page:/contact', 5, { source: 'direct' }),
    ],
    [],
  )
  expect(done['sent:contact']).toMatchObject({ all: 1, source: { 'news.example': 1 }, entry: { '/blog/x': 1 } })
  expect(done['sent:contact']?.took[3]).toBe(1)
  expect(devices).toEqual({ phone: 1 })
  expect(Object.keys(done).toSorted()).toEqual([
    'led:/blog/x',
    'led:/contact',
    'page:/blog/x',
    'page:/contact',
    'read',
    'sent:contact',
    'used:contact',
    'visit',
  ])
})

test('who was at a step has taken those before it', () => {
  const { done } = sumDay([mark('a', 'page:/call'), mark('a', 'sent:call'), mark('b', 'page:/call')], [])
  expect(['page:/call', 'used:call', 'sent:call'].map((what) => done[what]?.all)).toEqual([2, 1, 1])
})

test('who confirms in another browser, or on the next day, has not signed up once more', () => {
  const { done } = sumDay([mark('a', 'page:/newsletter/confirm'), mark('a', 'confirmed', 1)], [])
  expect(done['confirmed']?.all).toBe(1)
  expect(done['sent:newsletter']).toBeUndefined()
})

test('who has seen no page is no visitor', () => {
  expect(sumDay([mark('a', 'sent:contact'), mark('b', 'confirmed')], []).done).toEqual({})
})

test('a page that was seen after the request has not led to it', () => {
  const { done } = sumDay([mark('a', 'page:/', 0), mark('a', 'sent:contact', 1), mark('a', 'page:/terms', 2)], [])
  expect(done['led:/']?.all).toBe(1)
  expect(done['led:/terms']).toBeUndefined()
})

test('beyond a hundred sources of a day the rare ones are one', () => {
  const marks = Array.from({ length: 300 }, (_, i) => mark(`v${i}`, 'page:/', 0, { source: `s${i}.example` }))
  const common = Array.from({ length: 5 }, (_, i) => mark(`c${i}`, 'page:/', 0, { source: 'often.example' }))
  const { source = {} } = sumDay([...marks, ...common], []).done['visit'] ?? {}
  expect(Object.keys(source)).toHaveLength(101)
  expect(source).toMatchObject({ 'often.example': 5, others: 201 })
})

test('a source that is called like what every object has is one as any other', () => {
  const day = sumDay([mark('a', 'page:/', 0, { source: 'constructor' })], [])
  const { sources } = sumOf(JSON.parse(toRow('2026-11-20', day).numbers), day)
  expect(sources).toEqual([{ source: 'constructor', visits: 2, requests: 0 }])
})

test('no share is told of fewer than ten', () => {
  const of = (count: number) => {
    const marks = Array.from({ length: count }, (_, i) => mark(`v${i}`, 'page:/'))
    return sumOf(sumDay([...marks, mark('v0', 'sent:contact', 1)], [])).ways[0]?.steps.at(-1)
  }
  expect(of(9)).toMatchObject({ visitors: 1, share: null })
  expect(of(10)).toMatchObject({ visitors: 1, share: 10 })
})

test('two days are told together as one', () => {
  const speed = JSON.stringify({ lcp: 900, cls: 0.01 })
  const day = (name: string) =>
    sumDay(
      Array.from({ length: 6 }, (_, i) => mark(`${name}${i}`, 'page:/', 0, { speed })),
      [],
    )
  const sum = sumOf(day('a'), day('b'))
  expect(sum.totals).toEqual({ visits: 12, pages: 12, requests: 0, signUps: 0 })
  expect(sum.speed).toMatchObject([{ page: '/', device: 'phone', lcp: { views: 12 }, cls: { value: 0.01, views: 12 } }])
})
