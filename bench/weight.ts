import { chromium } from '@playwright/test'
import { browserArguments, pathOfBrowser, readWeight } from '../tests/support/browser.ts'
import { startSite } from '../tests/support/start-site.ts'
import type { Table } from './table.ts'

/** What a first visit to the home page takes, before any touch. The same limits are tests (tests/browser/budgets.spec.ts). */
export async function measureWeight(): Promise<Table> {
  const site = await startSite()
  const browser = await chromium.launch({ executablePath: pathOfBrowser('whole-browser'), args: browserArguments })
  const page = await browser.newPage()
  const weight = await readWeight(page, site.url)
  await browser.close()
  await site.stop()
  return {
    title: 'Home page, first visit, before any touch',
    head: ['', 'measured', 'wanted', 'best template measured'],
    rows: [
      ['document with its styles, brotli', `${weight.documentBytes} B`, '≤ 14,000 B', ''],
      ['inline script, brotli', `${weight.inlineScriptBytes} B`, '≤ 2,000 B', ''],
      ['external scripts', String(weight.externalScripts), '0', ''],
      ['everything on the wire, headers included', `${(weight.totalBytes / 1000).toFixed(1)} kB`, '≤ 40 kB', '131 kB'],
      ['requests', String(weight.requests.length), '≤ 5', '7'],
      ['elements', String(weight.elements), '≤ 700', '761'],
    ],
  }
}
