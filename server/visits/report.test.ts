import { describe, expect, test } from 'vitest'
import { reads } from '../../desk/server/actions.ts'
import { spanOf } from '../../desk/view/report/ReportView.tsx'
import { changed, percent, rated, took } from '../../desk/view/report/words.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { openTestApp, type TestApp, writtenMails } from '../../tests/support/desk.ts'
import { addSubscribers } from '../../tests/support/readers.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { addDay, joinRareSources, type Mark, noDays, sumVisit } from './day-numbers.ts'
import { readReport } from './read-report.ts'
import { bucketOf, bucketValue, fastestToldMs, readSpeed } from './speed.ts'
import { sumDays } from './sum-days.ts'
import { createWeekMails } from './week.worker.ts'

function mark(what: string, atMinute = 0, source: string | null = null): Mark {
  return { what, at: atMinute * 60_000, device: 'phone', source, speed: null }
}

const visits = (count: number, source = 'direct') => Array.from({ length: count }, () => [mark('page:/', 0, source)])

function dayOfVisits(all: readonly Mark[][]) {
  const day = noDays()
  for (const visit of all) addDay(day, sumVisit(visit))
  joinRareSources(day)
  return day
}

/** A page of the site is seen in a browser. */
async function see(app: TestApp): Promise<void> {
  app.counter.countPages(() => true)
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
  const headers = { host: 'studio.example', referer: 'https://studio.example/blog', 'user-agent': agent }
  app.counter.takeSeen({ address: '203.0.113.7', headers }, undefined)
  await app.counter.write()
}

describe('a day', () => {
  test('counts whoever was at a step at the steps before it, except sending, and nobody who saw no page', () => {
    const calls = [[mark('page:/call'), mark('sent:call')], [mark('page:/call')]]
    // Whoever confirms in another browser, or on the next day, hasn't signed up once more.
    const letter = [mark('page:/newsletter/confirm'), mark('confirmed', 1)]
    const { done } = dayOfVisits([...calls, letter, [mark('sent:contact')], [mark('confirmed')]])
    const steps = ['visit', 'page:/call', 'used:call', 'sent:call', 'sent:contact', 'sent:newsletter', 'confirmed']
    expect(steps.map((what) => done[what]?.all)).toEqual([3, 2, 1, 1, undefined, undefined, 1])
  })

  test('keeps a hundred sources, and puts the rare ones beyond them together', () => {
    const rare = Array.from({ length: 300 }, (_, i) => visits(1, `s${i}.example`)).flat()
    const { done } = dayOfVisits([...rare, ...visits(5, 'often.example'), ...visits(2, 'constructor')])
    const { source = {} } = done['visit'] ?? {}
    expect(Object.keys(source)).toHaveLength(101)
    expect(source).toMatchObject({ 'often.example': 5, constructor: 2, others: 202 })
  })

  test('gives shares of ten visitors, and not of nine', () => {
    for (const [count, share] of Object.entries({ 9: null, 10: 10 })) {
      const sum = dayOfVisits([[mark('page:/'), mark('sent:contact', 1)], ...visits(Number(count) - 1)])
      expect(sumDays(sum).ways[0]?.steps.at(-1)).toMatchObject({ visitors: 1, share })
    }
  })
})

test('a report adds up days, including those that an older version counted', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const done = (all: number, source = {}, took: (number | null)[] = []) => ({ all, source, entry: { '/': all }, took })
  const numbers = {
    done: {
      visit: done(12, { 'news.example': 8, constructor: 4 }),
      'page:/': { ...done(12), entry: {} },
      'sent:contact': done(2, { 'news.example': 2 }, [null, null, 1, 1]),
      'led:/': done(2),
    },
    devices: { phone: 8, computer: 4 },
    speed: { '/': { phone: { lcp: [72, 12], cls: [1, 12] } } },
    gaps: [],
  }
  const totals = JSON.stringify({ visits: 12, pages: 12, requests: 2, signUps: 0 })
  const rows = ['2026-11-18', '2026-11-19'].map((day) => ({ day, totals, numbers: JSON.stringify(numbers) }))
  await app.database.write((tx) => tx.insertInto('counted_days').values(rows).execute())
  const report = await readReport(app.database.db, { from: '2026-11-18', to: '2026-11-19' })
  expect(report.totals).toEqual({ visits: 24, pages: 24, requests: 4, signUps: 0 })
  expect(report.sources).toEqual([
    { source: 'news.example', visits: 16, requests: 4 },
    { source: 'constructor', visits: 8, requests: 0 },
  ])
  expect(report.pages).toEqual([{ page: '/', visitors: 24, entries: 24, requests: 4 }])
  expect(report.ways[0]?.tookMinutes).toBe(5)
  const speed = { page: '/', device: 'phone', lcp: { views: 24 }, cls: { value: 0.01, views: 24 } }
  expect(report.speed).toMatchObject([speed])
  const { changes, before } = await readReport(app.database.db, { from: '2026-11-19', to: '2026-11-19' })
  expect([changes.visits, before.totals?.visits]).toEqual([0, 12])
})

describe('the speed of a page', () => {
  const entry = (entryType: string, startTime: number, more = {}) => ({ entryType, startTime, duration: 0, ...more })
  const seen = { isBehind: false, isUsed: false }
  const behind = { ...seen, isBehind: true }
  const shown = entry('navigation', 0, { activationStart: 0 })
  const rendered = entry('navigation', 0, { activationStart: 700 })
  const paint = (at: number) => entry('largest-contentful-paint', at)
  const shift = (at: number, value: number, more = {}) => entry('layout-shift', at, { value, ...more })
  const press = (interactionId: number, duration: number) => entry('event', 0, { interactionId, duration })
  const fifty = Array.from({ length: 50 }, (_, i) => press(i + 1, 200 + i))

  test.each([
    ['is its last largest paint', [shown, paint(300), paint(800)], seen, { lcp: 800, cls: 0 }],
    ['rendered beforehand begins when it is shown', [rendered, paint(800)], behind, { lcp: 100, cls: 0 }],
    ['opened behind another says nothing of its paint', [shown, paint(90_000)], behind, { cls: 0 }],
    ['has no shifts from a browser that tells none', [entry('navigation', 0), paint(1)], seen, { lcp: 1 }],
    ['is the slowest of the interactions', [press(0, 900), press(1, 200), press(1, 300)], seen, { inp: 300 }],
    ['of fifty interactions leaves out the worst', fifty, seen, { inp: 248 }],
    ['with presses that no entry tells is the least', [], { ...seen, isUsed: true }, { inp: fastestToldMs }],
  ])('%s', (_, entries, opened, speed) => {
    expect(readSpeed(entries, opened)).toEqual(speed)
  })

  test.each([
    ['of a second from one to the next, none after a press', [0, 900, 2_000], 0.2],
    ['of five seconds', [0, 900, 1_800, 2_700, 3_600, 4_500, 5_400], 0.6],
  ])('counts shifts by windows %s', (_, moments, cls) => {
    const pressed = shift(2_100, 0.5, { hadRecentInput: true })
    expect(readSpeed([shown, ...moments.map((at) => shift(at, 0.1)), pressed], seen).cls).toBeCloseTo(cls)
  })

  test('is kept in buckets that are at most a tenth above it', () => {
    for (const value of [1, 104, 999, 2_500, 60_000]) {
      const kept = bucketValue('lcp', bucketOf('lcp', value))
      expect(kept).toBeGreaterThanOrEqual(value - 1)
      expect(kept).toBeLessThanOrEqual(value * 1.101 + 1)
    }
    expect(bucketOf('cls', 1_000)).toBe(bucketOf('cls', 2))
    expect([0.104, 0].map((value) => bucketValue('cls', bucketOf('cls', value)))).toEqual([0.11, 0])
  })
})

describe.each(engines)('on $name', (engine) => {
  test('the desk shows what the command prints, and when articles came out', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place, {}, { limits: { marksPerMinute: { sender: 1 } } })
    for (const _ of ['counted', 'beyond the limit']) await see(app)
    await addSubscribers(app.database, 5)
    const span = { from: '2025-10-01', to: '2026-11-20' }
    const { uncounted, notCounted, names, ...shown } = await reads.report(app, span)
    const { stdout } = await runStudio(place, ['report', '--from', span.from, '--to', span.to, '--json'])
    expect(shown).toEqual(JSON.parse(stdout))
    expect(shown.totals.visits).toBe(1)
    expect(notCounted).toMatch(/^1 views and actions over the limits .* \(1 on 2026-11-20\)$/)
    expect(shown.events.some(({ kind }) => kind === 'article')).toBe(true)
    expect(names.steps.visit).toBe('Saw a page')
    expect(uncounted).toMatch(/\/uncounted$/)
    expect((await reads.growth(app, {})).at(-1)?.readers).toBe(5)
  })

  test('an email tells the week before in some lines, once, on Monday morning, where somebody came', async () => {
    const app = await openTestApp(await engine.createPlace(), {}, { limits: { marksPerMinute: { sender: 1 } } })
    const mail = { from: app.contact.mail.from, to: app.contact.mail.leadsTo, brand: app.newsletter.mail.texts.brand }
    const zone = 'America/New_York'
    const [weeks, others] = [1, 2].map(() => createWeekMails({ ...app, mail, notifyOutbox: () => {}, zone }))
    const weekMails = async () => {
      await Promise.all([weeks?.run(), others?.run()])
      return (await writtenMails(app)).filter(({ kind }) => kind === 'week')
    }
    for (const _ of ['counted', 'beyond the limit']) await see(app)
    expect(await weekMails()).toEqual([])
    app.clock.now = Date.UTC(2026, 10, 23, 11, 55)
    expect(await weekMails()).toEqual([])
    app.clock.now = Date.UTC(2026, 10, 23, 12, 5)
    expect(await weekMails()).toHaveLength(1)
    const [email] = await weekMails()
    const subject = 'The week from 2026-11-16: 1 visit, 0 requests'
    expect(email).toMatchObject({ to_address: app.studio.email, subject })
    for (const line of [
      'Visits: 1',
      'From: direct 1',
      'Seen most: /blog 1',
      'Requests: 0',
      'Newsletter: 0',
      'Not counted: 1 ',
    ])
      expect(email?.text).toContain(line)
    // Nobody came in the second week after it.
    app.clock.now += 14 * 86_400_000
    expect(await weekMails()).toHaveLength(1)
  })
})

test('a span is what the address says, else four weeks; it has a day to three years, up to the last day there is', async () => {
  const now = Date.UTC(2026, 10, 24, 23, 59)
  const said = { from: '2026-01-01', to: '2026-01-31' }
  expect(spanOf(new URLSearchParams(said), now)).toEqual(said)
  expect(spanOf(new URLSearchParams({}), now)).toEqual({ from: '2026-10-28', to: '2026-11-24' })
  const app = await openTestApp(await sqlite.createPlace())
  for (const from of ['2026-11-20', '2000-01-01', 'yesterday', '2026-02-31', ''])
    await expect(reads.report(app, { from, to: '2026-11-19' }), from).rejects.toThrow()
  const { days } = await reads.report(app, { from: '9999-12-30', to: '9999-12-31' })
  expect(days.map(({ day }) => day)).toEqual(['9999-12-30', '9999-12-31'])
})

test('the desk hides numbers that can’t be right, and says what should be faster', () => {
  expect([percent(null), percent(10)]).toEqual(['', '10 %'])
  expect(changed(null, undefined)).toBe('of the days before too little is known')
  expect(changed(null, 9)).toBe('9 before')
  expect(changed(50, 10)).toBe('+50 %, 10 before')
  expect(changed(-100, 1_000)).toBe('-100 %, 1,000 before')
  expect([took(null), took(180)]).toEqual(['', 'half of them within 3 h'])
  expect(rated('lcp', { value: 2_500 })).toEqual({ text: '2.5 s', isGood: true })
  expect(rated('inp', { value: 201 })).toEqual({ text: '201 ms', isGood: false })
  expect(rated('cls', { value: 0.11 })).toEqual({ text: '0.11', isGood: false })
  expect(rated('cls', null)).toEqual({ text: '–', isGood: true })
})
