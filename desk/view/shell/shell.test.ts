import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClock, zoneName } from '../times.ts'
import { allViews, moreViews, tabs, viewAt } from './navigation.ts'
import { choicesFor, partsOf } from './palette.ts'

/** Thursday in Kolkata. */
const now = Date.parse('2026-11-26T12:10:00Z')
const clock = createClock('Asia/Kolkata', now)
const at = (time: string) => Date.parse(`${time}+05:30`)

test('times are the studio’s, near ones by name, with the year if it isn’t this one', () => {
  const [yesterday, october, newYear] = ['2026-11-25T13:12', '2026-10-14T09:00', '2025-12-31T23:59'].map(at) as [
    number,
    number,
    number,
  ]
  expect(`${clock.weekday(now)} ${clock.time(now)}, ${clock.longDay(now)}`).toBe('Thu 5:40 PM, Thursday, November 26')
  expect([yesterday, october, newYear].map(clock.moment)).toEqual([
    'Wed, Nov 25, 1:12 PM',
    'Wed, Oct 14, 9:00 AM',
    'Wed, Dec 31, 2025, 11:59 PM',
  ])
  expect([now, yesterday, october].map(clock.recent)).toEqual(['Today 5:40 PM', 'Wed 1:12 PM', 'Wed, Oct 14'])
  const days = ['2026-11-26T23:59', '2026-11-27T00:00', '2026-11-25T23:59', '2026-11-30T12:00', '2026-12-11T12:00']
  expect(days.map((day) => clock.dayName(at(day)))).toEqual(['Today', 'Tomorrow', 'Yesterday', 'Mon', 'Fri, Dec 11'])
  expect([now - 30_000, now - 3 * 3_600_000].map(clock.age)).toEqual(['now', '3 h'])
  expect([at('2026-11-20T18:00'), at('2026-11-20T17:00')].map(clock.ageOrDate)).toEqual(['5 d', 'Nov 20'])
  const ranges = [
    ['19:00', '19:30'],
    ['11:30', '12:30'],
  ].map((times) => times.map((time) => at(`2026-11-26T${time}`)))
  expect(ranges.map(([from = 0, to = 0]) => clock.timeRange(from, to))).toEqual(['7:00–7:30 PM', '11:30 AM–12:30 PM'])
  expect(['Asia/Kolkata', 'America/New_York', 'UTC'].map(zoneName)).toEqual(['Kolkata time', 'New York time', 'UTC'])
})

test('the palette offers what was found, then views and actions, and marks the match', () => {
  expect(partsOf('Katherine Johnson', ' JO')).toEqual(['Katherine ', 'Jo', 'hnson'])
  expect([partsOf('İstanbul', 'bul'), partsOf('Ada', 'x'), partsOf('Ada', ' ')]).toEqual([
    ['İstanbul'],
    ['Ada'],
    ['Ada'],
  ])
  const found = {
    people: [{ email: 'joan@clarke.example', name: 'Joan Clarke' }],
    leads: [],
    calls: [{ id: 'KW-1', name: 'Joan Clarke', about: '', starts_at: at('2026-11-30T20:00') }],
    subscribers: [],
    issues: [],
  }
  const groups = choicesFor('jo', found, clock)
  expect(
    groups.map(({ title, choices }) => [title, choices.map(({ text, about, href }) => [text, about, href])]),
  ).toEqual([
    ['People', [['Joan Clarke', 'joan@clarke.example', '/people/joan@clarke.example']]],
    ['Leads and calls', [['Call with Joan Clarke', 'Joan Clarke, Mon 8:00 PM', '/calendar?week=2026-11-30&call=KW-1']]],
  ])
  expect(choicesFor('', undefined, clock).map(({ title }) => title)).toEqual(['Views', 'Actions'])
})

test('every icon is in the sprite', () => {
  const sprite = readFileSync('desk/view/icons.svg', 'utf8')
  const files = globSync('desk/view/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const used = files.flatMap((text) =>
    [...text.matchAll(/(?:<Icon name=|icon[=:] ?)["'](\w+)["']/g)].map(([, name]) => name),
  )
  expect(used.length).toBeGreaterThan(30)
  expect([...used, ...allViews.map(({ icon }) => icon)].filter((name) => !sprite.includes(`id="i-${name}"`))).toEqual(
    [],
  )
})

test('every view has a shortcut, and is a tab or behind More', () => {
  expect(new Set(allViews.map(({ shortcut }) => shortcut)).size).toBe(allViews.length)
  const onPhones = [...tabs, ...moreViews].map(({ name }) => name)
  expect([...onPhones, 'Subscribers'].toSorted()).toEqual(allViews.map(({ name }) => name).toSorted())
  expect([viewAt('/inbox/KW-1')?.name, viewAt('/inboxes')]).toEqual(['Inbox', undefined])
})
