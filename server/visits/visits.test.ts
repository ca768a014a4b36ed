import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engines, temporaryFolder } from '../../tests/support/databases.ts'
import { openTestApp, type TestApp, type TestOptions } from '../../tests/support/desk.ts'
import { askJson } from '../../tests/support/http.ts'
import { chrome, host, openVisits, reportOf, type Seen, see } from '../../tests/support/seen.ts'
import { backUp } from '../backup/make-backup.ts'
import { restoreToFolder } from '../backup/restore-backup.ts'

const dayMs = 24 * 3_600_000
const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'
const tablet = 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const fair = { query: '?utm_source=fair&utm_campaign=spring', referrer: 'https://x.example/' }
const news = { referrer: 'https://www.news.example/a?b=c' }

type Visit = { agent: string; seen: string[]; from?: Seen; did?: string[]; later?: string }

const visits: Visit[] = [
  { agent: chrome, seen: ['/', '/blog'] },
  { agent: chrome, seen: ['/blog/x', '/'], from: news },
  { agent: firefox, seen: ['/contact'], from: { ...news, used: ['contact'] } },
  { agent: phone, seen: ['/'], from: fair, did: ['sent:contact'], later: '/terms' },
  // Without scripts, the previous page is unknown.
  { agent: phone, seen: ['/terms'], from: { ...news, isPlain: true } },
  { agent: tablet, seen: ['/'], from: { ...fair, isPlain: true }, did: ['sent:newsletter'] },
  { agent: chrome, seen: ['/', '/contact', '/call'], did: ['asked', 'answer:cost'] },
  { agent: firefox, seen: ['/'], from: { scrolled: 900 }, did: ['asked', 'answer:unknown'] },
  { agent: tablet, seen: ['/call'], did: ['sent:call'] },
  { agent: tablet, seen: ['/blog/y'], did: ['confirmed'] },
]
/** A search engine, a link preview, scripts, a visitor who opted out, a prefetched page, and a missing page. */
const uncounted: Seen[] = [
  { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { agent: 'WhatsApp/2.23.20.0' },
  { agent: 'curl/8.5.0' },
  { agent: chrome.replace('Chrome', 'HeadlessChrome') },
  { agent: '' },
  { headers: { 'sec-gpc': '1' } },
  { headers: { 'sec-purpose': 'prefetch;prerender' }, isPlain: true },
  { path: '/nowhere' },
]

async function visitsOf(app: TestApp, day?: string) {
  return (await reportOf(app, day)).totals.visits
}

describe.each(engines)('counting on $name', (engine) => {
  const open = (limits: TestOptions['limits'] = {}) => openVisits(engine, limits)

  test('counts a visitor once a day, and keeps only numbers after midnight', async () => {
    const app = await open()
    const { db } = app.database
    const openDay = async () =>
      (await db.selectFrom('settings').select('value').where('key', '=', 'open-day').executeTakeFirst())?.value ?? ''
    for (const path of ['/', '/contact', '/', '/']) for (const isPlain of [true, false]) see(app, { path, isPlain })
    expect((await reportOf(app)).totals).toEqual({ visits: 1, pages: 2, leads: 0, signUps: 0 })
    const { key } = JSON.parse(await openDay())
    app.clock.now += dayMs
    await app.counter.write()
    for (const table of ['visits', 'visit_sums'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await openDay()).not.toContain(key)
    const kept = JSON.stringify(await db.selectFrom('daily_visits').selectAll().execute())
    for (const word of ['203.0.113', 'Chrome']) expect(kept).not.toContain(word)
    see(app)
    for (const day of ['2026-11-20', '2026-11-21']) expect(await visitsOf(app, day)).toBe(1)
  })

  test('refuses what the site’s pages don’t send', async () => {
    const app = await open()
    expect(see(app, { headers: { referer: 'https://evil.example/' } })).toBe(400)
    const from = { address: '203.0.113.7', headers: { host, referer: `https://${host}/`, 'user-agent': chrome } }
    for (const body of ['', '{}', '[]', '[1,2,3]', '["",-1,0,false,[],[]]', '["",1,0,false,["x"],[[{}]]]'])
      expect(app.counter.receiveBeacon(from, Buffer.from(body))).toBe(400)
    expect(app.counter.receiveBeacon(from, Buffer.alloc(65_537))).toBe(413)
    const many = await askJson(app, '/api/seen', ['', 1, 1, false, [], Array(99).fill(Array(100).fill({}))], from)
    expect([many.status, await many.text()]).toEqual([400, 'The body has too many parts.\n'])
    expect(await visitsOf(app)).toBe(0)
  })

  test('keeps the speed of one view if another measured less', async () => {
    const app = await open()
    const paint = { entryType: 'largest-contentful-paint', startTime: 400, duration: 0 }
    const entries = [paint, { entryType: 'event', startTime: 400, duration: 200, interactionId: 1 }]
    for (const isBehind of [false, true]) {
      see(app, { isBehind, entries })
      await app.counter.write()
    }
    const { events } = await app.database.db.selectFrom('visits').select('events').executeTakeFirstOrThrow()
    expect(JSON.parse(events)).toMatchObject([{ speed: { lcp: 400, inp: 200, read: 5_000 } }])
  })

  test('counts who picked a time for a call, and how long a page is read', async () => {
    const app = await open()
    for (let n = 0; n < 10; n++) see(app, { address: `10.0.${n}.1`, path: '/call', query: n < 4 ? '?start=1' : '' })
    const { funnels, pages } = await reportOf(app)
    expect(funnels[2]?.steps.map(({ visitors }) => visitors)).toEqual([10, 4, 0, 0])
    expect(pages).toMatchObject([{ page: '/call', readMs: 5_313 }])
  })

  test('records when the site was down, and has no numbers for those days', async () => {
    const app = await open()
    see(app)
    await app.counter.write()
    app.clock.now += 3 * dayMs
    see(app)
    const { days } = await reportOf(app, '2026-11-20', '2026-11-23')
    expect(days.map(({ visits }) => visits)).toEqual([1, null, null, 1])
    expect(days[0]?.gaps).toEqual([[Date.UTC(2026, 10, 20, 9, 30), Date.UTC(2026, 10, 20, 18, 30)]])
    expect(days[3]?.gaps).toEqual([[Date.UTC(2026, 10, 22, 18, 30), Date.UTC(2026, 10, 23, 9, 30)]])
  })

  test('doesn’t reopen a day for a clock slightly behind midnight', async () => {
    const app = await open()
    app.clock.now = Date.UTC(2026, 10, 20, 18, 29, 59)
    for (const laterMs of [2_000, -2_000, 10_000]) {
      see(app)
      await app.counter.write()
      app.clock.now += laterMs
    }
    for (const day of ['2026-11-20', '2026-11-21']) expect(await visitsOf(app, day)).toBe(1)
  })

  test('connects visitors’ leads and questions with their sources', async () => {
    const app = await open()
    see(app, { query: '?utm_source=fair&utm_campaign=spring' })
    app.clock.now += 4 * 60_000
    const post = (path: string, body: object) => askJson(app, path, body, { headers: { 'user-agent': chrome } })
    const lead = { name: 'Ada', email: 'ada@example.com', project: 'An engine.', elapsedMs: 30_000 }
    expect((await post('/api/contact', lead)).status).toBe(200)
    const messages = [{ role: 'user', content: 'My name is Ada. What does an MVP cost?' }]
    await (await post('/api/chat', { messages, visitor: 'v'.repeat(16) })).text()
    const report = await reportOf(app)
    expect(report.sources).toEqual([{ source: 'fair / spring', visits: 1, leads: 1 }])
    const [form, chat] = report.funnels
    expect(form?.steps.map(({ visitors }) => visitors)).toEqual([1, 1, 1, 1])
    expect(form?.medianMinutes).toBe(5)
    expect(chat?.steps.map(({ visitors }) => visitors)).toEqual([1, 1, 1, 0])
    expect(report.chatAnswers.length).toBeGreaterThan(0)
  })

  test('connects a lead with its page, even if it was sent before the page was reported', async () => {
    const app = await open()
    app.counter.record({ address: '203.0.113.7', headers: { 'user-agent': chrome } }, ['sent:contact'])
    expect(await reportOf(app)).toMatchObject({ totals: { visits: 0 }, sources: [] })
    see(app)
    expect(await reportOf(app)).toMatchObject({ totals: { visits: 1 }, sources: [{ leads: 1 }] })
  })

  test('a backup has the numbers of past days, but not today’s', async () => {
    const app = await open()
    for (let days = 0; days < 2; days++) {
      see(app)
      await app.counter.write()
      app.clock.now += (1 - days) * dayMs
    }
    const { file } = await backUp({ ...app, folder: temporaryFolder() })
    const dataDir = join(temporaryFolder(), 'restored')
    await restoreToFolder(file, dataDir, app)
    const { db } = (await openTestApp({ dataDir, databaseUrl: undefined })).database
    expect(await db.selectFrom('daily_visits').select('day').execute()).toEqual([{ day: '2026-11-20' }])
    for (const table of ['visits', 'visit_sums'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('settings').select('key').where('key', '=', 'open-day').execute()).toEqual([])
  })

  test.each([
    ['one by one', true],
    ['at once', false],
  ])('reports sources, devices, pages, and actions without robots, written %s', async (_, isEach) => {
    const app = await open()
    const writeEach = async () => isEach && (await app.counter.write())
    for (const [n, { agent, seen, from = {}, did = [], later }] of visits.entries()) {
      const address = `10.0.0.${n}`
      for (const [place, path] of seen.entries()) {
        for (const _ of ['seen', 'reloaded']) see(app, { address, agent, path, ...(place === 0 && from) })
        await writeEach()
        app.clock.now += 60_000
      }
      app.counter.record({ address, headers: { 'user-agent': agent } }, did)
      await writeEach()
      app.clock.now += 60_000
      if (later) see(app, { address, agent, path: later })
      see(app, { address: `192.0.2.${n}`, ...uncounted[n % uncounted.length] })
      // Forms sent without a page view don't count as visits.
      app.counter.record({ address: '192.0.2.99', headers: { 'user-agent': `${chrome} forged` } }, ['sent:contact'])
      await writeEach()
    }
    const { totals, sources, pages, devices, chatAnswers, funnels, botViews } = await reportOf(app)
    expect([totals, botViews]).toEqual([{ visits: 10, pages: 15, leads: 0, signUps: 0 }, 7])
    const counted = [
      ...sources.map(({ source, visits, leads }) => `${source}: ${visits}, ${leads}`),
      ...pages.map(({ page, visitors, entries, leads }) => `${page}: ${visitors}, ${entries}, ${leads}`),
      ...devices.map(({ device, visits }) => `${device}: ${visits}`),
      ...chatAnswers.map(({ answer, visitors }) => `${answer}: ${visitors}`),
      ...funnels.flatMap((funnel) => funnel.steps.map(({ step, visitors }) => `${step}: ${visitors}`)),
    ]
    const expected = [
      ...['direct: 6, 1', 'fair / spring: 2, 1', 'news.example: 2, 0'],
      ...[
        '/: 6, 5, 1',
        '/contact: 2, 1, 0',
        '/blog/x: 1, 1, 0',
        '/call: 2, 1, 1',
        '/blog: 1, 0, 0',
        '/blog/y: 1, 1, 0',
        '/terms: 2, 1, 0',
      ],
      ...['phone: 2', 'tablet: 3', 'computer: 5', 'cost: 1', 'unknown: 1'],
      ...['visit: 10', 'read: 6', 'used:contact: 2', 'sent:contact: 1'],
      ...['used:chat: 2', 'asked: 2', 'named: 0', 'sent:booking: 0'],
      ...['page:/call: 2', 'picked:call: 1', 'used:call: 1', 'sent:call: 1'],
      ...['visit: 10', 'used:newsletter: 1', 'sent:newsletter: 1', 'confirmed: 1'],
    ]
    expect(counted.toSorted()).toEqual(expected.toSorted())
  })
})
