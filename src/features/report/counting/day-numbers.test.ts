import { expect, test } from 'vitest'
import type { VisitMarkRow } from '../../../../migrations/tables.ts'
import { type Cell, sumDay } from './day-numbers.ts'
import { packDay, unpackDay } from './packed-day.ts'

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

function visitorsOf(cells: readonly Cell[], what: string): number {
  return cells.filter((cell) => cell.what === what).reduce((all, { visitors }) => all + visitors, 0)
}

test('a visitor comes from where the first page was found, whatever was done later', () => {
  const { cells } = sumDay(
    [
      mark('a', 'sent:contact', 7),
      mark('a', 'page:/blog/x', 0, { source: 'news.example' }),
      mark('a', 'page:/contact', 5, { source: 'direct' }),
    ],
    [],
  )
  for (const cell of cells) expect(cell).toMatchObject({ entry: '/blog/x', source: 'news.example', visitors: 1 })
  expect(cells.map(({ what }) => what).toSorted()).toEqual([
    'led:/blog/x',
    'led:/contact',
    'page:/blog/x',
    'page:/contact',
    'read',
    'sent:contact',
    'used:contact',
    'visit',
  ])
  expect(cells.find(({ what }) => what === 'sent:contact')?.took).toBe(3)
})

test('who was at a step has taken those before it', () => {
  const { cells } = sumDay([mark('a', 'page:/call'), mark('a', 'sent:call'), mark('b', 'page:/call')], [])
  expect(['page:/call', 'used:call', 'sent:call'].map((what) => visitorsOf(cells, what))).toEqual([2, 1, 1])
})

test('who has seen no page is no visitor', () => {
  expect(sumDay([mark('a', 'sent:contact'), mark('b', 'confirmed')], []).cells).toEqual([])
})

test('a page that was seen after the request has not led to it', () => {
  const { cells } = sumDay([mark('a', 'page:/', 0), mark('a', 'sent:contact', 1), mark('a', 'page:/terms', 2)], [])
  expect(visitorsOf(cells, 'led:/')).toBe(1)
  expect(visitorsOf(cells, 'led:/terms')).toBe(0)
})

test('beyond a hundred sources of a day the rare ones are one', () => {
  const marks = Array.from({ length: 300 }, (_, i) => mark(`v${i}`, 'page:/', 0, { source: `s${i}.example` }))
  const common = Array.from({ length: 5 }, (_, i) => mark(`c${i}`, 'page:/', 0, { source: 'often.example' }))
  const { cells } = sumDay([...marks, ...common], [])
  const visits = cells.filter(({ what }) => what === 'visit')
  expect(visits).toHaveLength(101)
  expect(visits.find(({ source }) => source === 'often.example')?.visitors).toBe(5)
  expect(visits.find(({ source }) => source === 'others')?.visitors).toBe(201)
})

test('a packed day is the same day, in a fifth of its size', () => {
  const marks = Array.from({ length: 200 }, (_, i) => [
    mark(`v${i}`, 'page:/', 0, { source: `s${i % 7}.example`, speed: JSON.stringify({ lcp: 900 + i, cls: 0.01 }) }),
    mark(`v${i}`, `page:/blog/a-long-name-of-an-article-${i % 9}`, 1),
  ]).flat()
  const day = sumDay(marks, [[1, 2]])
  expect(unpackDay(packDay(day))).toEqual(day)
  expect(packDay(day).length).toBeLessThan(JSON.stringify(day).length / 5)
})
