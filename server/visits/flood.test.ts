import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dayMs } from '../../platform/text/time-text.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { openTestApp, type TestOptions } from '../../tests/support/desk.ts'
import { chrome, openVisits, reportOf, see } from '../../tests/support/seen.ts'

describe.each(engines)('a flood of visits on $name', (engine) => {
  const open = (limits: TestOptions['limits'] = {}) => openVisits(engine, limits)

  test.each<[bound: string, flood: string[], limits: NonNullable<TestOptions['limits']>]>([
    ['an address', ['2001:db8:1:1::1', '2001:db8:1:1::2'], { visitors: { address: 1 }, eventsOfVisitor: 2 }],
    ['a network', ['2001:db8:1:1::1', '2001:db8:1:2::1'], { visitEvents: { network: 2 } }],
    ['a network of the older kind', ['198.51.100.1', '198.51.100.2'], { visitEvents: { network: 2 } }],
    ['an address that doesn’t wait', ['198.51.100.1'], { waitingEvents: { address: 2 } }],
    ['a network that doesn’t wait', ['2001:db8:1:1::1', '2001:db8:1:2::1'], { waitingEvents: { network: 2 } }],
  ])('drops what exceeds the limit of %s, reports how much, and counts other visitors', async (_, flood, limits) => {
    const app = await open(limits)
    for (const path of ['/', '/blog', '/contact', '/call'])
      for (const address of flood) expect(see(app, { path, address, agent: `${chrome} ${address}` })).toBe(204)
    for (const path of ['/', '/blog']) see(app, { path })
    const { totals, days } = await reportOf(app)
    expect(totals.pages).toBe(2 + 2)
    expect(days[0]?.dropped).toBe(flood.length * 4 - 2)
  })

  test('counts up to the limits of what waits and of a day, and again afterwards', async () => {
    const app = await open({ visitEvents: { everyone: 3 }, waitingEvents: { everyone: 2 } })
    const flood = (network: number) => {
      for (let i = 0; i < 4; i++) see(app, { address: `198.51.${network}.${i}` })
    }
    flood(1)
    expect((await reportOf(app)).days[0]).toMatchObject({ visits: 2, dropped: 2 })
    app.clock.now += 60_000
    flood(2)
    expect((await reportOf(app)).days[0]).toMatchObject({ visits: 3, dropped: 5 })
    app.clock.now += dayMs
    flood(3)
    expect((await reportOf(app, '2026-11-20', '2026-11-21')).days.map(({ visits }) => visits)).toEqual([3, 2])
  })

  test.each([
    ['what waits', { waitingEvents: { everyone: 300, network: 10, address: 5 } }],
    ['a day', { visitEvents: { everyone: 300, network: 10 } }],
  ])('leaves other networks their share of %s', async (_, limits) => {
    const app = await open(limits)
    for (let round = 0; round < 12; round++)
      for (let n = 0; n < 80; n++)
        for (const path of ['/', '/blog', '/contact', '/'])
          see(app, { address: `10.0.${n}.${round % 2}`, agent: `${chrome} ${round}`, path })
    const flood = (await reportOf(app)).totals.visits
    for (let n = 0; n < 30; n++) see(app, { address: `203.0.${n}.7` })
    expect((await reportOf(app)).totals.visits - flood).toBe(30)
  })

  test('keeps the sources of others, however many a network makes up', async () => {
    const app = await open({ visitSources: { network: 2 } })
    const from = (address: string, source: string) => see(app, { address, query: `?utm_source=${source}` })
    for (let n = 0; n < 5; n++) {
      from(`198.51.100.${n}`, `made-up-${n}`)
      await app.counter.write()
    }
    from('198.51.100.9', 'made-up-0')
    see(app, { address: '198.51.100.10', referrer: 'https://www.google.com/' })
    from('203.0.113.7', 'fair')
    expect((await reportOf(app)).sources.map(({ source, visits }) => [source, visits])).toEqual([
      ['others', 3],
      ['made-up-0', 2],
      ['fair', 1],
      ['google', 1],
      ['made-up-1', 1],
    ])
  })

  test.each(['__proto__', 'constructor', 'toString'])('counts a source called %s like any other', async (source) => {
    const app = await open()
    for (const query of [`?utm_source=${source}`, '']) {
      see(app, { address: '10.0.0.1', query, referrer: `https://${source}/` })
      see(app, { address: '10.0.1.1', path: '/call', query, referrer: `https://${source}/`, used: ['call'] })
      await app.counter.write()
    }
    const expected = [{ source: source.toLowerCase(), visits: 2, leads: 0 }]
    expect((await reportOf(app)).sources).toEqual(expected)
    app.clock.now += dayMs
    const { sources, funnels } = await reportOf(app, '2026-11-20')
    expect(sources).toEqual(expected)
    expect(funnels[2]?.bySource).toEqual([{ name: source.toLowerCase(), visits: 2, visitors: [1, 1, 1, 0] }])
  })

  test('keeps a thousand sources during the day, and a hundred afterwards', async () => {
    const app = await open()
    const { db } = app.database
    for (let n = 0; n < 1_100; n++)
      see(app, { address: `10.${n % 9}.${n % 125}.${n % 88}`, referrer: `https://s${n}.example/` })
    await app.counter.write()
    const { value } = await db
      .selectFrom('visit_sums')
      .select('value')
      .where('name', '=', 'visit')
      .executeTakeFirstOrThrow()
    expect(Object.keys(JSON.parse(value).source)).toHaveLength(1_001)
    app.clock.now += dayMs
    const { sources, totals } = await reportOf(app, '2026-11-20')
    expect([sources.length, sources[0], totals.visits]).toEqual([
      101,
      { source: 'others', visits: 1_000, leads: 0 },
      1_100,
    ])
  })

  test('counts once if two processes write at the same time', async () => {
    const place = await engine.createPlace()
    const both = [await openTestApp(place), await openTestApp(place)] as const
    for (const app of both) {
      app.counter.setPages(() => true)
      for (let n = 0; n < 120; n++) see(app, { address: `10.0.${n % 60}.1`, path: n < 60 ? '/' : '/blog' })
    }
    await Promise.all(both.map(({ counter }) => counter.write()))
    expect((await reportOf(both[0])).totals).toMatchObject({ visits: 60, pages: 120 })
    for (const app of both) app.clock.now += dayMs
    await Promise.all(both.map(({ counter }) => counter.write()))
    expect((await reportOf(both[1])).totals).toMatchObject({ visits: 60, pages: 120 })
  })
})

test('a failed write counts nothing, and later visits count once', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const { db } = app.database
  app.counter.setPages(() => true)
  see(app)
  await app.counter.write()
  await sql`create trigger full before insert on visit_sums begin select raise(abort, 'full'); end`.execute(db)
  for (const path of ['/blog', '/terms']) {
    see(app, { path })
    expect((await reportOf(app)).totals).toMatchObject({ visits: 1, pages: 1 })
  }
  await sql`drop trigger full`.execute(db)
  see(app, { path: '/blog' })
  expect((await reportOf(app)).totals).toMatchObject({ visits: 1, pages: 2 })
})
