import { describe, expect, test } from 'vitest'
import { engines, type Place } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/desk.ts'
import { defaultLimits } from '../../../limits.ts'
import { readReport } from '../reading/read-report.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const host = 'studio.example'
const dayMs = 24 * 3_600_000

type Seen = { path?: string; address?: string; agent?: string; headers?: Record<string, string> }

function seen(app: TestApp, { path = '/', address = '203.0.113.7', agent = chrome, headers = {} }: Seen = {}) {
  const sent = { host, referer: `https://${host}${path}`, 'user-agent': agent, ...headers }
  return app.counter.takeSeen({ address, headers: sent }, undefined)
}

async function openCounting(place: Place): Promise<TestApp> {
  const app = await openTestApp(place)
  app.counter.countPages((path) => ['/', '/contact', '/blog/x'].includes(path))
  return app
}

async function reportOf(app: TestApp, day = '2026-11-20') {
  await app.counter.write()
  return await readReport(app.database.db, { from: day, to: day })
}

async function visitsOf(app: TestApp, day?: string) {
  return (await reportOf(app, day)).totals.visits
}

describe.each(engines)('counting on $name', (engine) => {
  test('a visitor is one however often they come that day, and another on the next', async () => {
    const app = await openCounting(await engine.createPlace())
    for (const path of ['/', '/contact', '/', '/']) expect(seen(app, { path })).toBe(204)
    expect((await reportOf(app)).totals).toEqual({ visits: 1, pages: 2, requests: 0, signUps: 0 })
    app.clock.now += dayMs
    seen(app)
    expect(await visitsOf(app, '2026-11-21')).toBe(1)
    expect(await visitsOf(app, '2026-11-20')).toBe(1)
  })

  test('at midnight the marks of the day and the key of its hashes are gone, and the numbers stay', async () => {
    const app = await openCounting(await engine.createPlace())
    seen(app)
    const before = await reportOf(app)
    const { db } = app.database
    const keyOf = () => db.selectFrom('settings').select('value').where('key', '=', 'open-day').executeTakeFirst()
    const key = await keyOf()
    app.clock.now += dayMs
    await app.counter.write()
    expect(await db.selectFrom('visit_marks').selectAll().execute()).toEqual([])
    expect((await keyOf())?.value).not.toContain(JSON.parse(key?.value ?? '').key)
    expect((await reportOf(app)).totals).toEqual(before.totals)
    const kept = JSON.stringify(await db.selectFrom('counted_days').selectAll().execute())
    expect(kept).not.toContain('203.0.113')
    expect(kept).not.toContain('Chrome')
  })

  test('neither robots nor what is fetched ahead nor who asks not to be counted is counted', async () => {
    const app = await openCounting(await engine.createPlace())
    seen(app, { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
    seen(app, { agent: 'WhatsApp/2.23.20.0' })
    seen(app, { agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36' })
    seen(app, { agent: '' })
    seen(app, { headers: { 'sec-gpc': '1' } })
    seen(app, { headers: { 'sec-purpose': 'prefetch;prerender' } })
    expect(await visitsOf(app)).toBe(0)
  })

  test('only pages of the site are counted, and only what they say', async () => {
    const app = await openCounting(await engine.createPlace())
    seen(app, { path: '/made-up' })
    expect(seen(app, { headers: { referer: 'https://evil.example/' } })).toBe(400)
    const from = { address: '203.0.113.7', headers: { host, referer: `https://${host}/`, 'user-agent': chrome } }
    for (const body of ['', '{}', '[]', '[1,2,3]', '["",-1,0,false,[],[]]', '["",1,0,false,["x"],[[{}]]]'])
      expect(app.counter.takeSeen(from, Buffer.from(body))).toBe(400)
    expect(app.counter.takeSeen(from, Buffer.alloc(65_537))).toBe(413)
    expect(await visitsOf(app)).toBe(0)
  })

  test('one address can make up no crowd, and takes no place from the others', async () => {
    const app = await openCounting(await engine.createPlace())
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 2_000; i++) seen(app, { agent: `${chrome} ${round}-${i}`, path: i % 2 ? '/' : '/contact' })
      seen(app, { address: `198.51.100.${round + 1}` })
      await app.counter.write()
    }
    expect(await visitsOf(app)).toBe(defaultLimits.visitorsOfSender.max + 5)
    const rows = await app.database.db.selectFrom('visit_marks').select('what').execute()
    expect(rows.length).toBeLessThanOrEqual(2 * defaultLimits.visitorsOfSender.max + 5)
  })

  test('an office that comes two days in a row is counted on both', async () => {
    const app = await openCounting(await engine.createPlace())
    const { max } = defaultLimits.visitorsOfSender
    for (const day of ['2026-11-20', '2026-11-21']) {
      for (let i = 0; i < max; i++) seen(app, { agent: `${chrome} ${i}` })
      expect(await visitsOf(app, day)).toBe(max)
      app.clock.now += 20 * 3_600_000
    }
  })

  test('a view that tells less of its speed takes nothing from what another one told', async () => {
    const app = await openCounting(await engine.createPlace())
    const headers = { host, referer: `https://${host}/`, 'user-agent': chrome }
    const say = async (isBehind: boolean) => {
      const entry = { startTime: 400, duration: 0 }
      const entries = [
        [{ ...entry, entryType: 'largest-contentful-paint' }],
        [{ ...entry, entryType: 'event', duration: 200, interactionId: 1 }],
      ]
      const body = Buffer.from(JSON.stringify(['', 5_000, 0, isBehind, [], entries]))
      expect(app.counter.takeSeen({ address: '203.0.113.7', headers }, body)).toBe(204)
      await app.counter.write()
    }
    await say(false)
    await say(true)
    const { speed } = await app.database.db.selectFrom('visit_marks').select('speed').executeTakeFirstOrThrow()
    expect(JSON.parse(speed ?? '')).toEqual({ lcp: 400, inp: 200 })
  })

  test('where the site was down, and for how long, is known; days without it have no numbers', async () => {
    const app = await openCounting(await engine.createPlace())
    seen(app)
    await app.counter.write()
    app.clock.now += 3 * dayMs
    seen(app)
    await app.counter.write()
    const { days } = await readReport(app.database.db, { from: '2026-11-20', to: '2026-11-23' })
    expect(days.map(({ visits }) => visits)).toEqual([1, null, null, 1])
    expect(days[0]?.gaps).toEqual([[Date.UTC(2026, 10, 20, 9, 30), Date.UTC(2026, 10, 21)]])
    expect(days[3]?.gaps).toEqual([[Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 23, 9, 30)]])
  })

  test('a clock that is a little behind midnight opens no day anew', async () => {
    const app = await openCounting(await engine.createPlace())
    app.clock.now = Date.UTC(2026, 10, 20, 23, 59, 59)
    seen(app)
    await app.counter.write()
    app.clock.now += 2_000
    seen(app)
    await app.counter.write()
    app.clock.now -= 2_000
    await app.counter.write()
    app.clock.now += 10_000
    expect(await visitsOf(app, '2026-11-20')).toBe(1)
    expect(await visitsOf(app, '2026-11-21')).toBe(1)
  })

  test('what visitors send, ask and confirm is joined with how they came', async () => {
    const app = await openCounting(await engine.createPlace())
    const headers = { 'user-agent': chrome, 'content-type': 'application/json' }
    seen(app, { path: '/?utm_source=fair&utm_campaign=spring' })
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', project: 'An engine.', elapsedMs: 30_000 })
    const request = new Request('https://studio.example/api/contact', { method: 'POST', headers, body })
    app.clock.now += 4 * 60_000
    expect((await app.postForm('contact', request, '203.0.113.7', 'r')).status).toBe(200)
    const chat = {
      messages: [{ role: 'user', content: 'My name is Ada. What does an MVP cost?' }],
      visitor: 'v'.repeat(16),
    }
    const asked = new Request('https://studio.example/api/chat', {
      method: 'POST',
      headers,
      body: JSON.stringify(chat),
    })
    await (await app.postChat(asked, { sender: '203.0.113.7', requestId: 'r' })).text()
    const { ways, sources, asked: answers } = await reportOf(app)
    expect(sources).toEqual([{ source: 'fair / spring', visits: 1, requests: 1 }])
    const form = ways.find(({ name }) => name === 'form')
    expect(form?.steps.map(({ visitors }) => visitors)).toEqual([1, 1, 1, 1])
    expect(form?.tookMinutes).toBe(5)
    expect(ways.find(({ name }) => name === 'chat')?.steps.map(({ visitors }) => visitors)).toEqual([1, 1, 1, 0])
    expect(answers.length).toBeGreaterThan(0)
  })

  test('a backup has the numbers of the days, and nothing of today', async () => {
    const { copyRows } = await import('../../../server/backup/copy-rows.ts')
    const app = await openCounting(await engine.createPlace())
    const copy = await openTestApp(await engine.createPlace())
    await copy.database.db.deleteFrom('settings').execute()
    seen(app)
    await app.counter.write()
    app.clock.now += dayMs
    seen(app)
    await app.counter.write()
    await copyRows(app.database.db, copy.database.db, 0)
    expect(await copy.database.db.selectFrom('counted_days').select('day').execute()).toEqual([{ day: '2026-11-20' }])
    expect(await copy.database.db.selectFrom('visit_marks').selectAll().execute()).toEqual([])
    const settings = await copy.database.db.selectFrom('settings').select('key').execute()
    expect(settings.map(({ key }) => key)).not.toContain('open-day')
  })
})
