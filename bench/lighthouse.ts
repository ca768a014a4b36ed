import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserArguments, pathOfBrowser } from '../tests/support/browser.ts'
import { answers, routes } from '../tests/support/routes.ts'
import { startSite } from '../tests/support/start-site.ts'
import type { Table } from './table.ts'

const pages = [...routes.map(({ path }) => path), ...answers, '/nowhere']
const debuggingPort = 9333

/** Lighthouse's own marks for every page, with its settings for phones. */
export async function measureLighthouse(): Promise<Table> {
  const site = await startSite()
  const args = [...browserArguments, `--remote-debugging-port=${debuggingPort}`]
  const browser = await chromium.launch({ executablePath: pathOfBrowser('whole-browser'), args })
  const rows: string[][] = []
  let categories: string[] = []
  for (const path of pages) {
    const found = await marksOf(site.url + path)
    categories = found.map(({ title }) => title)
    rows.push([path, ...found.map(({ score }) => String(Math.round((score ?? 0) * 100)))])
  }
  await browser.close()
  await site.stop()
  return {
    title: 'Lighthouse 13, mobile',
    head: ['page', ...categories],
    rows,
  }
}

/** Now and then a visit can't be measured, and has a mark without a figure: it is made again, three times at most. */
async function marksOf(url: string): Promise<{ title: string; score: number | null }[]> {
  const flags = { port: debuggingPort, output: 'json', logLevel: 'error', ignoreStatusCode: true } as const
  let found: { title: string; score: number | null }[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    found = Object.values((await lighthouse(url, flags))?.lhr.categories ?? {})
    if (found.every(({ score }) => score !== null)) break
  }
  return found
}
