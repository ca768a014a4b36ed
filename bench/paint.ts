import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { browserArguments, pathOfBrowser, readWeight } from '../tests/support/browser.ts'
import { startSite } from '../tests/support/start-site.ts'
import { median, type Table } from './figures.ts'

type Paint = { lcpMs: number; layoutShift: number; blockingMs: number }

const rounds = 9
/**
 * Slow 4G (150 ms per round trip, 1.6 Mbit/s) as Lighthouse applies it to requests: 3.75 round trips each, for DNS,
 * connection, and request, and 90 % of the bandwidth (lighthouse/core/config/constants.js, mobileSlow4G).
 */
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (0.9 * 1638.4 * 1024) / 8,
  uploadThroughput: (0.9 * 750 * 1024) / 8,
}
const cpuSlowdown = 4

function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: pathOfBrowser('whole-browser'), args: browserArguments })
}

/** Measures a first visit to the home page on a phone, compared to a bare page with the same text. */
export async function measurePaint(): Promise<Table> {
  return measureFirstVisit('/', 'home', '≤ 1.15')
}

/** The same for the longest article, whose text fills most of the first round trip. */
export async function measureLongArticle(): Promise<Table> {
  return measureFirstVisit('/blog/kitewright-72-hour-mvp-development', 'longest article', '≤ 1.10')
}

/** The same for the times of a call, which change with the browser's time zone. */
export async function measureCallPage(): Promise<Table> {
  return measureFirstVisit('/call', 'call times', '≤ 1.40')
}

/** The bare page has no scripts, pictures, fonts, or styles. */
async function measureFirstVisit(path: string, name: string, target: string): Promise<Table> {
  const site = await startSite()
  const browser = await openBrowser()
  const url = site.url + path
  const bare = await serveBarePage(await wordsOf(browser, url))
  const paints: Paint[] = []
  const barePaints: Paint[] = []
  for (let round = 0; round < rounds; round += 1) {
    paints.push(await visit(browser, url))
    barePaints.push(await visit(browser, bare.url))
  }
  const weight = await readWeight(await browser.newPage(), url)
  const bareWeight = await readWeight(await browser.newPage(), bare.url)
  await browser.close()
  bare.close()
  await site.stop()
  const [lcpMs, bareLcpMs] = [medianLcpMs(paints), medianLcpMs(barePaints)]
  const worst = (of: (paint: Paint) => number) => Math.max(...paints.map(of))
  return {
    title: `First visit on a phone: ${name} (412 px, slow 4G and CPU ÷ ${cpuSlowdown} as Lighthouse applies them; median of ${rounds} in turns)`,
    head: ['', 'measured', 'target'],
    rows: [
      [`LCP, ${name}`, `${lcpMs.toFixed(0)} ms`, ''],
      ['LCP, bare page with the same text', `${bareLcpMs.toFixed(0)} ms`, ''],
      [`${name} ÷ bare`, (lcpMs / bareLcpMs).toFixed(2), target],
      ['cumulative layout shift (worst)', worst(({ layoutShift }) => layoutShift).toFixed(3), '0'],
      [
        'blocked by long tasks, without navigation (worst)',
        `${worst(({ blockingMs }) => blockingMs).toFixed(0)} ms`,
        '0',
      ],
      [
        'requests, and the bare page’s',
        `${networkRequests(weight)} and ${networkRequests(bareWeight)}`,
        name.endsWith('article') ? 'at most 2 more' : '',
      ],
      [
        'document, compared to the bare page (compressed)',
        `${weight.documentBytes} − ${bareWeight.documentBytes} = ${weight.documentBytes - bareWeight.documentBytes} B`,
        name.endsWith('article') ? '≤ 10,000 B more' : '',
      ],
      ['total transfer, with headers', `${(weight.totalBytes / 1000).toFixed(1)} kB`, '≤ 40 kB'],
    ],
  }
}

function medianLcpMs(paints: readonly Paint[]): number {
  return median(paints.map(({ lcpMs }) => lcpMs))
}

function networkRequests({ requests }: { requests: readonly string[] }): number {
  return requests.filter((url) => !url.startsWith('data:')).length
}

/** One cold visit in a fresh profile. */
async function visit(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle' })
  const paint = await page.evaluate<Paint>('window.paint')
  await context.close()
  return paint
}

/** Runs in the page, before anything else. */
function observe(): void {
  const paint = { lcpMs: 0, layoutShift: 0, blockingMs: 0 }
  Object.assign(window, { paint })
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => {
    paint.lcpMs = startTime
  })
  watch('layout-shift', (entry) => {
    paint.layoutShift += Number(Reflect.get(entry, 'value'))
  })
  watch('longtask', ({ duration }) => {
    paint.blockingMs += duration - 50
  })
}

async function wordsOf(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(url)
  const blocks = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd, blockquote, label, figcaption, th, td, pre')].map(
      (element) => ({
        tag: /^H\d$/.test(element.tagName) ? element.tagName.toLowerCase() : 'p',
        text: element.textContent.replaceAll('<', '&lt;'),
      }),
    ),
  )
  await page.close()
  return blocks.map(({ tag, text }) => `<${tag}>${text}</${tag}>`).join('\n')
}

async function serveBarePage(words: string): Promise<{ url: string; close: () => void }> {
  const head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>'
  const body = brotliCompressSync(head + words)
  const server = createServer((_, res) => {
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': body.length,
    })
    res.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the bare page has no address')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

/** Measures what a first visit to the home page loads. tests/browser/pages.spec.ts enforces the same limits. */
export async function measureWeight(): Promise<Table> {
  const site = await startSite()
  const browser = await openBrowser()
  const page = await browser.newPage()
  const weight = await readWeight(page, site.url)
  await browser.close()
  await site.stop()
  return {
    title: 'Home page, first visit, before any interaction',
    head: ['', 'measured', 'target', 'best template measured'],
    rows: [
      ['document with its styles, brotli', `${weight.documentBytes} B`, '≤ 14,000 B', ''],
      ['inline script, brotli', `${weight.inlineScriptBytes} B`, '≤ 2,000 B', ''],
      ['external scripts', String(weight.externalScripts), '0', ''],
      ['total transfer, with headers', `${(weight.totalBytes / 1000).toFixed(1)} kB`, '≤ 40 kB', '131 kB'],
      ['requests', String(weight.requests.length), '≤ 5', '7'],
      ['elements', String(weight.elements), '≤ 700', '761'],
    ],
  }
}
