import { describe, expect, test } from 'vitest'
import { pick } from '../../../../tests/hostile/hostile-texts.ts'
import { engines } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/desk.ts'
import { seededRandom } from '../../../lib/seeded-random.ts'
import { readReport } from '../reading/read-report.ts'

/** How many visits a day; in all 5,000 in a week, and robots beside them. */
const visitsADay = { SQLite: 715, PostgreSQL: 120 }

const host = 'studio.example'
const monday = Date.UTC(2026, 10, 23)
const dayMs = 86_400_000
const pages = ['/', '/blog', '/blog/x', '/blog/y', '/contact', '/call', '/terms']
const sources = [
  { source: 'direct', query: '', referrer: '' },
  { source: 'news.example', query: '', referrer: 'https://www.news.example/a?b=c' },
  { source: 'search.example', query: '', referrer: 'https://search.example/' },
  { source: 'fair / spring', query: '?utm_source=fair&utm_campaign=spring', referrer: 'https://x.example/' },
] as const
const browsers = [
  ['computer', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'],
  ['phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1'],
  ['computer', 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'],
] as const
const robots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/150.0.0.0 Safari/537.36',
  'facebookexternalhit/1.1',
  'curl/8.5.0',
  '',
] as const

type Tally = Map<string, number>

function addTo(tally: Tally, name: string, count: number): void {
  tally.set(name, (tally.get(name) ?? 0) + count)
}

type Truth = Record<'visits' | 'pages' | 'entries' | 'sources' | 'devices' | 'steps' | 'answers', Tally>

function emptyTruth(): Truth {
  const of = (): Tally => new Map()
  return { visits: of(), pages: of(), entries: of(), sources: of(), devices: of(), steps: of(), answers: of() }
}

/** A week of people, robots, prefetchers, reloads and private windows, of which everything is known. */
async function liveWeek(app: TestApp, aDay: number): Promise<Truth> {
  const random = seededRandom('a week')
  const truth = emptyTruth()
  const says = (path: string, sender: Sender, more: Partial<Said> = {}) => say(app, path, sender, more)
  for (let day = 0; day < 7; day++) {
    for (let i = 0; i < aDay; i++) {
      app.clock.now = monday + day * dayMs + 60_000 + Math.floor((i / aDay) * (dayMs - 7_200_000))
      // Of ten, three share an office.
      const address = i % 10 < 3 ? `198.51.100.${Math.floor(i / 10) % 250}` : `10.${day}.${i >> 8}.${i & 255}`
      const [device, base] = pick(random, browsers)
      const sender = { address, agent: `${base} ${i % 10 < 3 ? `Office/${day}.${i}` : ''}`.trim() }
      const { source, query, referrer } = pick(random, sources)
      const seen = [...new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, pages)))]
      const [entry = '/'] = seen
      const isPlain = random() < 0.03
      const hasRead = !isPlain && random() < 0.3
      const uses = !isPlain && entry === '/contact' && random() < 0.5
      for (const [place, path] of seen.entries()) {
        app.clock.now += 20_000
        const first = place === 0 ? { query, referrer: isPlain ? '' : referrer } : {}
        const more = { ...first, isPlain, scrolled: hasRead ? 900 : 0, used: uses && place === 0 ? ['contact'] : [] }
        says(path, sender, more)
        // Reloads, going back, and a private window.
        if (random() < 0.3) says(path, sender, { isPlain })
      }
      addTo(truth.visits, `${day}`, 1)
      for (const path of seen) addTo(truth.pages, path, 1)
      addTo(truth.entries, entry, 1)
      addTo(truth.sources, isPlain && query === '' ? 'direct' : source, 1)
      addTo(truth.devices, device, 1)
      const did = (step: string, also: readonly string[] = []) => {
        app.clock.now += 60_000
        note(app, sender, [step, ...also])
        addTo(truth.steps, step, 1)
      }
      const sends = random() < 0.04
      addTo(truth.steps, 'visit', 1)
      if (uses || sends) addTo(truth.steps, 'used:contact', 1)
      if (hasRead || seen.length > 1 || uses || sends) addTo(truth.steps, 'read', 1)
      if (sends) did('sent:contact')
      if (random() < 0.1) {
        const answer = pick(random, ['cost', 'time', 'unknown'])
        addTo(truth.answers, answer, 1)
        did('asked', [`answer:${answer}`])
      }
      if (random() < 0.03) did('sent:newsletter')
      disturb(app, random)
      if (i % 40 === 0) await app.counter.write()
    }
    await app.counter.write()
  }
  return truth
}

/** What must change no number. */
function disturb(app: TestApp, random: () => number): void {
  const [, agent] = browsers[0]
  const address = `192.0.2.${Math.floor(random() * 250)}`
  const kind = Math.floor(random() * 5)
  if (kind === 0) say(app, pick(random, pages), { address, agent: pick(random, robots) }, {})
  else if (kind === 1) say(app, '/nowhere', { address, agent }, {})
  else if (kind === 2) say(app, pick(random, pages), { address, agent }, { headers: { 'sec-gpc': '1' } })
  else if (kind === 3) say(app, '/', { address, agent }, { isPlain: true, headers: { 'sec-purpose': 'prefetch' } })
  else note(app, { address: `192.0.2.${Math.floor(random() * 250)}`, agent: `${agent} forged` }, ['sent:contact'])
}

type Sender = { address: string; agent: string }
type Said = {
  query: string
  referrer: string
  isPlain: boolean
  scrolled: number
  used: string[]
  headers: Record<string, string>
}

function say(app: TestApp, path: string, { address, agent }: Sender, said: Partial<Said>): void {
  const { query = '', referrer = '', isPlain = false, scrolled = 0, used = [], headers = {} } = said
  const sent = { host, referer: `https://${host}${path}${query}`, 'user-agent': agent, ...headers }
  const forms = used.map((name) => `https://${host}/api/${name}`)
  const entries = [[{ entryType: 'navigation', startTime: 0, duration: 100, activationStart: 0 }]]
  const body = isPlain ? undefined : Buffer.from(JSON.stringify([referrer, 5_000, scrolled, false, forms, entries]))
  app.counter.takeSeen({ address, headers: sent }, body)
}

function note(app: TestApp, { address, agent }: Sender, whats: readonly string[]): void {
  app.counter.note({ address, headers: { 'user-agent': agent } }, whats)
}

function expectClose(counted: Tally, truth: Tally): void {
  for (const name of new Set([...counted.keys(), ...truth.keys()])) {
    const [is, was] = [counted.get(name) ?? 0, truth.get(name) ?? 0]
    expect(Math.abs(is - was) / Math.max(1, was), `${name}: ${is} counted of ${was}`).toBeLessThanOrEqual(0.01)
  }
}

describe.each(engines)('a known week, on $name', (engine) => {
  test('is told by the report, every number within one percent', async () => {
    const app = await openTestApp(await engine.createPlace())
    app.counter.countPages((path) => pages.includes(path))
    app.clock.now = monday
    await app.counter.write()
    const truth = await liveWeek(app, engine.name === 'SQLite' ? visitsADay.SQLite : visitsADay.PostgreSQL)
    const report = await readReport(app.database.db, { from: '2026-11-23', to: '2026-11-29' })
    const tally = <Row>(rows: readonly Row[], each: (row: Row) => [string, number]): Tally => new Map(rows.map(each))
    expectClose(new Map(report.days.map(({ visits }, i) => [`${i}`, visits ?? 0])), truth.visits)
    expectClose(
      tally(report.pages, ({ page, visitors }) => [page, visitors]),
      truth.pages,
    )
    expectClose(
      tally(report.pages, ({ page, entries }) => [page, entries]),
      truth.entries,
    )
    expectClose(
      tally(report.sources, ({ source, visits }) => [source, visits]),
      truth.sources,
    )
    expectClose(
      tally(report.devices, ({ device, visits }) => [device, visits]),
      truth.devices,
    )
    expectClose(
      tally(report.asked, ({ answer, visitors }) => [answer, visitors]),
      truth.answers,
    )
    const counted = report.ways.flatMap(({ steps }) => steps.map(({ step, visitors }) => [step, visitors] as const))
    expectClose(new Map(counted.filter(([step]) => truth.steps.has(step))), truth.steps)
  })
})
