import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import { defaultLimits } from '../src/limits.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { createSilentLog } from '../src/server/log.ts'
import { browserArguments, pathOfBrowser } from '../tests/support/browser.ts'
import { type RunningSite, startSite } from '../tests/support/start-site.ts'
import { countYears } from './counted-years.ts'
import { median, quantile, type Table } from './figures.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const said = JSON.stringify(['', 5_000, 900, false, [], []])
/** A page a second is a million visits in two weeks. */
const pagesASecond = [20, 200]
const loadMs = 8_000
const floodMs = 10_000
const floodASecond = 5_000
const others = 50

/** What counting costs a page, the server and the disk, and whether one address can spoil it. */
export async function measureCounting(): Promise<Table> {
  const [once, slow] = [await scriptMs(1), await scriptMs(4)]
  const site = await startSite({ TRUSTED_PROXIES: '1' })
  const answers: string[][] = []
  for (const rate of pagesASecond) answers.push(await answersAt(rate, site))
  await site.stop()
  const flooded = await flood()
  const dataDir = mkdtempSync(join(tmpdir(), 'kitewright-counting-'))
  const { bytes, yearMs } = await countYears(dataDir)
  rmSync(dataDir, { recursive: true })
  return {
    title: `Counting visits (pages asked for in three turns of ${loadMs / 1_000} s)`,
    head: ['', 'measured', 'wanted'],
    rows: [
      ['main thread of a page, while it is there', ms(once.begins), '≤ 0.3 ms in all'],
      ['the same as it is left', ms(once.tells), ''],
      ['of that, what any page’s sendBeacon takes of nothing', ms(once.bare), ''],
      ['both, the processor slowed four times', ms(slow.begins + slow.tells), ''],
      ...answers,
      ['a million visits over two years, the file', `${(bytes / 1e6).toFixed(1)} MB`, '≤ 60 MB'],
      ['the report of a year, median and first', `${ms(median(yearMs))}, ${ms(yearMs[0] ?? 0)}`, '≤ 300 ms'],
      [`beacons a second from one address, for ${floodMs / 1_000} s`, flooded.aSecond.toFixed(0), `${floodASecond}`],
      ['rows of all of them in the database', `${flooded.rows}`, 'bounded'],
      [`of ${others} other visitors meanwhile, counted`, `${flooded.counted}`, `${others}`],
    ],
  }
}

/** In a page of the site, each time for the first time: what is done again is cheaper. The clock tells 0.1 ms. */
async function scriptMs(slowdown: number): Promise<Record<'begins' | 'tells' | 'bare', number>> {
  const bundle = await rolldown({
    input: 'src/layouts/count-view.ts',
    external: /^\/@id\//,
    transform: { define: { 'import.meta.env.DEV': 'false' } },
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'counting', minify: true })
  await bundle.close()
  const site = await startSite()
  const browser = await chromium.launch({ executablePath: pathOfBrowser('browser'), args: browserArguments })
  const page = await browser.newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const each: [begins: number, tells: number, bare: number][] = []
  for (let round = 0; round < 15; round += 1) {
    await page.goto(`${site.url}/healthz`)
    const bare: number = await page.evaluate(`(() => {
      const begunAt = performance.now()
      navigator.sendBeacon('/api/seen', '')
      return performance.now() - begunAt
    })()`)
    await page.goto(site.url)
    await page.waitForLoadState('networkidle')
    const [begins, tells]: [number, number] = await page.evaluate(`(() => {
        const toldAt = performance.now()
        document.dispatchEvent(new Event('visibilitychange'))
        const tells = performance.now() - toldAt
        ${output[0].code}
        const begunAt = performance.now()
        counting.countView()
        return [performance.now() - begunAt, tells]
      })()`)
    each.push([begins, tells, bare])
  }
  await browser.close()
  await site.stop()
  return {
    begins: median(each.map(([begins]) => begins)),
    tells: median(each.map(([, tells]) => tells)),
    bare: median(each.map(([, , bare]) => bare)),
  }
}

const ms = (value: number) => `${value.toFixed(2)} ms`

async function answersAt(rate: number, site: RunningSite): Promise<string[]> {
  const turns = { without: [] as number[], with: [] as number[] }
  for (let turn = 0; turn < 3; turn += 1) {
    turns.without.push(...(await askPages(site, rate, undefined)))
    turns.with.push(...(await askPages(site, rate, `10.${turn}`)))
  }
  const told = (each: number[]) => `${ms(median(each))} and ${ms(quantile(each, 0.99))}`
  return [
    `${rate} pages a second, each by somebody else: the answer’s median and p99, not counted, then counted`,
    `${told(turns.without)}, ${told(turns.with)}`,
    'no change of the p99',
  ]
}

/** @param network of the visitors who are counted; undefined: nobody is */
async function askPages(site: RunningSite, rate: number, network: string | undefined): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const answers: Promise<number>[] = []
  const endsAt = performance.now() + loadMs
  for (let i = 0; performance.now() < endsAt; i += 1) {
    answers.push(ask(site.url, { agent }))
    if (network) void tell(site, { agent, address: `${network}.${(i >> 8) & 255}.${i & 255}` })
    await delay(1_000 / rate)
  }
  const took = await Promise.all(answers)
  agent.destroy()
  return took
}

/** @returns how long the answer took, in ms */
async function ask(url: string, { agent }: { agent: Agent }): Promise<number> {
  const begunAt = performance.now()
  await sent(url, { agent, headers: { 'accept-encoding': 'br' } })
  return performance.now() - begunAt
}

async function tell(site: RunningSite, { agent, address, browser = chrome }: Told): Promise<number> {
  const headers = {
    'user-agent': browser,
    'x-forwarded-for': address,
    referer: `${site.url}/`,
    'content-type': 'text/plain',
  }
  return await sent(`${site.url}/api/seen`, { agent, method: 'POST', headers }, said)
}

type Told = { agent: Agent; address: string; browser?: string }

async function sent(url: string, options: object, body = ''): Promise<number> {
  return await new Promise((resolve) => {
    const asked = request(url, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0)).end(body)
  })
}

/** One address with ever other browsers, and others who visit meanwhile. */
async function flood(): Promise<{ aSecond: number; rows: number; counted: number }> {
  const site = await startSite({ TRUSTED_PROXIES: '1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const begunAt = performance.now()
  let told = 0
  const lane = async (number: number) => {
    while (performance.now() - begunAt < floodMs) {
      const isAhead = told > ((performance.now() - begunAt) / 1_000) * floodASecond
      if (isAhead) await delay(1)
      else {
        told += 1
        await tell(site, { agent, address: '203.0.113.9', browser: `${chrome} ${number}-${told}` })
      }
    }
  }
  const lanes = Array.from({ length: 64 }, (_, number) => lane(number))
  const calm = new Agent({ keepAlive: true })
  for (let other = 0; other < others; other += 1) {
    await tell(site, { agent: calm, address: `198.51.100.${other}`, browser: `${chrome} other` })
    await delay((floodMs / others) * 0.9)
  }
  await Promise.all(lanes)
  const aSecond = told / ((performance.now() - begunAt) / 1_000)
  await delay(2_500)
  agent.destroy()
  calm.destroy()
  const database = await openDatabase({ dataDir: site.dataDir, databaseUrl: undefined }, createSilentLog())
  const marks = await database.db.selectFrom('visit_marks').select('visitor').execute()
  await database.close()
  await site.stop()
  const visitors = new Set(marks.map(({ visitor }) => visitor)).size
  return { aSecond, rows: marks.length, counted: visitors - defaultLimits.visitorsOfSender.max }
}
