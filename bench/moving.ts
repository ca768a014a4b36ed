import { type Browser, chromium } from '@playwright/test'
import { browserArguments, browserPath } from '../tests/support/browser.ts'
import { startSite } from '../tests/support/start-site.ts'
import { median } from './median.ts'
import { startShapedProxy } from './shaped-proxy.ts'
import type { Table } from './table.ts'

const rounds = 15
/** 4G, the connection and not single requests: Lighthouse's "throttled 4G" round trip, nine megabits. */
const shape = { roundTripMs: 150, bytesPerSecond: (9 * 1024 * 1024) / 8 }
const restMs = 200
const ways: [from: string, link: string][] = [
  ['/', 'a.bar-link[href="/blog"]'],
  ['/blog', '.card:first-child a'],
  ['/blog/saas-trends-2025', '.bar-logo'],
]

/**
 * From the click to the next page's first paint, after the pointer has rested on the link, inside the site. The test
 * driver can't follow a page that was rendered beforehand, and so keeps the browser at fetching it: visitors wait less.
 */
export async function measureMoving(): Promise<Table> {
  const site = await startSite()
  const proxy = await startShapedProxy(new URL(site.url), shape)
  const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments })
  const base = `http://127.0.0.1:${proxy.port}`
  const rows: string[][] = []
  for (const [from, link] of ways) {
    const intended: number[] = []
    const unannounced: number[] = []
    for (let i = 0; i < rounds; i += 1) {
      intended.push(await clickToPaintMs(browser, base + from, link, true))
      unannounced.push(await clickToPaintMs(browser, base + from, link, false))
    }
    const worst = Math.max(...intended).toFixed(0)
    rows.push([
      `${from} → ${link}`,
      `${median(intended).toFixed(0)} ms`,
      `${worst} ms`,
      `${median(unannounced).toFixed(0)} ms`,
    ])
  }
  await browser.close()
  proxy.close()
  await site.stop()
  return {
    title: `Click to the next page's first paint (4G: ${shape.roundTripMs} ms a round trip, 9 Mbit/s; pointer at rest for ${restMs} ms; median of ${rounds}; wanted ≤ 100 ms)`,
    head: ['way', 'median', 'worst', 'the same without the rules'],
    rows,
  }
}

async function clickToPaintMs(browser: Browser, from: string, link: string, withRules: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript((keep) => {
    if (!keep)
      document.addEventListener('DOMContentLoaded', () => document.querySelector('[type=speculationrules]')?.remove())
  }, withRules)
  await page.goto(from, { waitUntil: 'networkidle' })
  const box = await page.locator(link).first().boundingBox()
  if (box === null) throw new Error(`${link} is not on ${from}`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
  await page.waitForTimeout(restMs)
  await page.evaluate(() => addEventListener('click', () => sessionStorage.setItem('click', String(Date.now())), true))
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForURL((url) => url.href !== from)
  const ms = await page.evaluate(firstPaintAfterClick)
  await context.close()
  return ms
}

/** Runs in the page that was reached. */
async function firstPaintAfterClick(): Promise<number> {
  const painted = await new Promise<number>((resolve) => {
    const look = () => {
      const paint = performance.getEntriesByName('first-paint')[0]
      if (paint === undefined) requestAnimationFrame(look)
      else resolve(paint.startTime)
    }
    look()
  })
  return performance.timeOrigin + painted - Number(sessionStorage.getItem('click'))
}
