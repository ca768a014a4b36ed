import { describe, expect, test } from 'vitest'
import { changeText, medianText, readingText, shareText, sourceName } from '../../platform/text/report-text.ts'
import { rateVital, vitalText } from '../../platform/text/web-vitals.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { act, ada, bookFree, leadsOf, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { see } from '../../tests/support/seen.ts'
import { addSubscribers } from '../../tests/support/subscribers.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { readReport } from './report.ts'
import { reportLines } from './report-lines.ts'
import { bucketOf, bucketValue, minReportedMs, readSpeed } from './speed.ts'

/** Views a page twice. The limit only allows one view. */
async function seeTwice(app: TestApp): Promise<void> {
  app.counter.setPages(() => true)
  for (const _ of ['counted', 'beyond the limit']) see(app, { path: '/blog' })
  await app.counter.write()
}

test('a report sums days, including those counted by older versions with fewer numbers', async () => {
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
    speed: { '/': { phone: { lcp: { 72: 12 }, cls: { 1: 12 }, read: { 113: 12 } } } },
  }
  const rows = ['2026-11-18', '2026-11-19'].map((day) => ({ day, numbers: JSON.stringify(numbers) }))
  const few = { ...numbers, done: { visit: done(9), 'sent:contact': done(2) } }
  const third = { day: '2026-11-10', numbers: JSON.stringify(few) }
  await app.database.write((tx) =>
    tx
      .insertInto('daily_visits')
      .values([...rows, third])
      .execute(),
  )
  const read = (from: string, to = from) => readReport(app.database.db, { from, to })
  const report = await read('2026-11-18', '2026-11-19')
  expect(report.totals).toEqual({ visits: 24, pages: 24, leads: 0, signUps: 0 })
  expect(report.sources).toEqual([
    { source: 'news.example', visits: 16, leads: 4 },
    { source: 'constructor', visits: 8, leads: 0 },
  ])
  expect(report.pages).toEqual([{ page: '/', visitors: 24, entries: 24, leads: 4, readMs: 47_574 }])
  expect(report.funnels[0]?.medianMinutes).toBe(5)
  const speed = { page: '/', device: 'phone', lcp: { views: 24 }, cls: { value: 0.01, views: 24 } }
  expect(report.speed).toMatchObject([speed])
  const none = { metric: 'inp', measured: null }
  expect(report.vitals).toMatchObject([{ metric: 'lcp' }, none, { measured: speed.cls }, { ...none, metric: 'ttfb' }])
  const { changes, previous } = await read('2026-11-19')
  expect(changes).toEqual({ visits: 0, pages: 0, leads: null, signUps: null })
  expect(previous.totals).toEqual({ visits: 12, pages: 12, leads: 0, signUps: 0 })
  // Nine visitors are too few for a share.
  const shares = [report, await read('2026-11-10')].map(({ funnels }) => funnels[0]?.steps.at(-1)?.share)
  expect(shares).toEqual([16.7, null])
})

describe('the speed of a page', () => {
  const entry = (entryType: string, startTime: number, more = {}) => ({ entryType, startTime, duration: 0, ...more })
  const seen = { wasHidden: false, hasInteracted: false }
  const behind = { ...seen, wasHidden: true }
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
    ['begins with the server’s first byte', [{ ...rendered, responseStart: 900 }], behind, { cls: 0, ttfb: 200 }],
    ['has no shifts from a browser that tells none', [entry('navigation', 0), paint(1)], seen, { lcp: 1 }],
    ['is the slowest of the interactions', [press(0, 900), press(1, 200), press(1, 300)], seen, { inp: 300 }],
    ['of fifty interactions leaves out the worst', fifty, seen, { inp: 248 }],
    ['with presses that no entry tells is the least', [], { ...seen, hasInteracted: true }, { inp: minReportedMs }],
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

  test('is stored in buckets of at most a tenth more', () => {
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
  test('the desk shows what was counted and what wasn’t, and when articles were published', async () => {
    const app = await openTestApp(await engine.createPlace(), {}, { limits: { waitingEvents: { address: 1 } } })
    await seeTwice(app)
    await addSubscribers(app.database, 5)
    const shown = await act(app, 'visits.report', { from: '2025-10-01', to: '2026-11-20' })
    expect(shown.totals.visits).toBe(1)
    expect(shown.uncountedText).toMatch(/^1 view or action over the limits .* \(1 on 2026-11-20\)$/)
    expect(shown.events.some(({ kind }) => kind === 'article')).toBe(true)
    expect(shown.names.steps.visit).toBe('Saw a page')
    expect(shown.excludeUrl).toMatch(/\/uncounted$/)
    expect((await act(app, 'subscribers.growth', {})).at(-1)?.subscribers).toBe(5)
    expect(shown.totals.signUps).toBe(0)
    // Imported subscribers had confirmed before they were stored.
    const confirmed = app.database.db
      .updateTable('subscribers')
      .set({ created_at: app.clock.now - 1, confirmed_at: app.clock.now })
    await confirmed.where('email', 'like', '%1@%').execute()
    expect((await act(app, 'visits.report', { days: 1 })).totals.signUps).toBe(1)
  })

  test('counts the leads that `leads` shows as new or answered, whether their visits count or not, and bots', async () => {
    const app = await openTestApp(await engine.createPlace())
    app.counter.setPages(() => true)
    const bot = { agent: 'Mozilla/5.0 HeadlessChrome/150.0.0.0' }
    for (const more of [bot, { ...bot, isPlain: true }, { agent: '' }, { headers: { 'sec-gpc': '1' } }]) see(app, more)
    for (const requestId of 'abcd') {
      await submitContact(app, { ...ada, requestId }, visitor)
      if (requestId !== 'c') app.clock.now += 86_400_000
    }
    await bookFree(app, 3, { email: 'bob@example.org' })
    const stored = await leadsOf(app)
    for (const [n, status] of [
      [1, 'spam'],
      [2, 'suspicious'],
    ] as const)
      await act(app, 'leads.mark', { reference: stored[n]?.reference ?? '', verdict: status })
    await act(app, 'leads.answered', { references: [stored[0]?.reference ?? ''] })
    await app.counter.write()
    const shown = await act(app, 'visits.report', { from: '2026-11-18', to: '2026-11-25' })
    expect(shown).toMatchObject({ totals: { visits: 0, leads: 3 }, leads: { form: 2, chat: 0, calls: 1 }, botViews: 3 })
    expect(shown.uncountedText).toBe('3 page views by bots')
    expect(shown.days.map(({ leads }) => leads)).toEqual([0, 0, 1, 0, 1, 1, 0, 0])
    const lines = Object.fromEntries(reportLines(shown))
    expect(lines).toMatchObject({
      Leads: '3 (2 contact forms, 0 chats, 1 call)',
      'Not counted': shown.uncountedText,
    })
  })
})

test('a period has one day to three years, and by default the last four weeks of the studio’s days', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  for (const from of ['2026-11-20', '2000-01-01', 'yesterday', '2026-02-31', ''])
    await expect(act(app, 'visits.report', { from, to: '2026-11-19' }), from).rejects.toThrow()
  // 20:00 UTC is the next day in Kolkata.
  app.clock.now = Date.UTC(2026, 10, 20, 20)
  for (const days of [undefined, 28, '7'])
    expect(await act(app, 'visits.report', { days })).toMatchObject({
      from: days === '7' ? '2026-11-15' : '2026-10-25',
      to: '2026-11-21',
      today: '2026-11-21',
    })
  const { days } = await act(app, 'visits.report', { from: '9999-12-30', to: '9999-12-31' })
  expect(days.map(({ day }) => day)).toEqual(['9999-12-30', '9999-12-31'])
})

test('texts hide meaningless numbers and rate page speed', () => {
  const totals = { visits: 10, pages: 1_799, leads: 9, signUps: 1_000 }
  const changes = { visits: 50.4, pages: -100, leads: null, signUps: 0 }
  const change = (name: keyof typeof totals) => changeText(changes[name], totals[name])
  expect([change('visits'), change('pages'), change('leads'), change('signUps')]).toEqual([
    '+50% from 10',
    '−100% from 1,799',
    '9 before',
    '0% from 1,000',
  ])
  expect(changeText(null, undefined)).toBe('Not enough data to compare')
  expect([null, 55.1, 8.4, 7, 10].map(shareText)).toEqual(['', '55%', '8.4%', '7.0%', '10%'])
  expect([null, 5, 180].map(medianText)).toEqual([
    '',
    'Median time from first page: 5 min',
    'Median time from first page: 3 h',
  ])
  expect([null, 48_000, 250_400, 3_599_700].map(readingText)).toEqual(['–', '0:48', '4:10', '60:00'])
  expect(['hacker news', 'linkedin', 'others', 'news.example', 'fair / spring', ''].map(sourceName)).toEqual([
    'Hacker News',
    'LinkedIn',
    'Other',
    'news.example',
    'fair / spring',
    '',
  ])
  expect([vitalText('lcp', 900), vitalText('inp', 48), vitalText('cls', 0.01), vitalText('ttfb', 930)]).toEqual([
    '0.9 s',
    '48 ms',
    '0.01',
    '0.9 s',
  ])
  expect(rateVital('lcp', 2_500)).toEqual({ rating: 'Good', target: '2.5 s' })
  expect(rateVital('inp', 201)).toEqual({ rating: 'Needs work', target: '200 ms' })
  expect(rateVital('cls', 0.26)).toEqual({ rating: 'Poor', target: '0.1' })
})
