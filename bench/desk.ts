import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { browserArguments, pathOfBrowser } from '../tests/support/browser.ts'
import { startDesk } from '../tests/support/owner.ts'
import { median, quantile, type Table } from './figures.ts'
import { fillDesk } from './filled-desk.ts'

const subscribers = 100_000
const leads = 10_000
const rounds = 7
const frames = 600
const pixelsEach = 120
/** One and a half frames at 60 a second. */
const droppedMs = 25

type Visit = { firstViewMs: number; listMs: number; frameMs: number[] }

/** The owner's desk with many subscribers and leads: its first view, its longest list, and how that scrolls. */
export async function measureDesk(): Promise<Table> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitewright-desk-'))
  await fillDesk(dataDir, { subscribers, leads })
  const startedAt = performance.now()
  const desk = await startDesk(dataDir)
  const startMs = performance.now() - startedAt
  const browser = await chromium.launch({ executablePath: pathOfBrowser('browser'), args: browserArguments })
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, await desk.nextAddress()))
  await browser.close()
  await desk.stop()
  rmSync(dataDir, { recursive: true })
  const gaps = visits.flatMap(({ frameMs }) => frameMs)
  const row = (what: string, values: number[], wanted: string) => [
    what,
    `${median(values).toFixed(0)} ms`,
    `${quantile(values, 1).toFixed(0)} ms`,
    wanted,
  ]
  return {
    title: `The owner's desk, with ${subscribers.toLocaleString('en')} subscribers and ${leads.toLocaleString('en')} leads (${rounds} visits)`,
    head: ['', 'median', 'worst', 'wanted'],
    rows: [
      ['from the command to its address', `${startMs.toFixed(0)} ms`, '', ''],
      row(
        'from the address to the first view',
        visits.map(({ firstViewMs }) => firstViewMs),
        '≤ 1,000 ms',
      ),
      row(
        'from a key to the list of leads',
        visits.map(({ listMs }) => listMs),
        '',
      ),
      row(`a frame while the list of ${leads.toLocaleString('en')} scrolls`, gaps, 'none dropped'),
      [
        `frames of more than ${droppedMs} ms`,
        `${gaps.filter((ms) => ms > droppedMs).length} of ${gaps.length}`,
        '',
        '0',
      ],
    ],
  }
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const openedAt = performance.now()
  await page.goto(address)
  await page.getByText('Unanswered leads').waitFor()
  const firstViewMs = performance.now() - openedAt
  const pressedAt = performance.now()
  await page.keyboard.press('2')
  await page.locator('.row').first().waitFor()
  const listMs = performance.now() - pressedAt
  await page.getByText(leads.toLocaleString('en')).waitFor()
  const frameMs = await page.evaluate(scroll, { frames, pixelsEach })
  await context.close()
  return { firstViewMs, listMs, frameMs }
}

/** Runs in the page. */
async function scroll({ frames, pixelsEach }: { frames: number; pixelsEach: number }): Promise<number[]> {
  const box = document.querySelector('.rows')
  const gaps: number[] = []
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  let last = await frame()
  for (let n = 0; n < frames; n++) {
    if (box) box.scrollTop += pixelsEach
    const now = await frame()
    gaps.push(now - last)
    last = now
  }
  return gaps
}
