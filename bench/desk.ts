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
const pixelsPerFrame = 120
/** One and a half frames at 60 Hz. */
const droppedMs = 25

type Visit = { firstViewMs: number; listMs: number; frameMs: number[] }

/** Measures the desk with many subscribers and leads: its first view, its longest list, and scrolling through it. */
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
  const frameTimes = visits.flatMap(({ frameMs }) => frameMs)
  const row = (name: string, values: number[], target: string) => [
    name,
    `${median(values).toFixed(0)} ms`,
    `${quantile(values, 1).toFixed(0)} ms`,
    target,
  ]
  return {
    title: `The owner's desk, with ${subscribers.toLocaleString('en')} subscribers and ${leads.toLocaleString('en')} leads (${rounds} visits)`,
    head: ['', 'median', 'worst', 'target'],
    rows: [
      ['from the command to the printed link', `${startMs.toFixed(0)} ms`, '', ''],
      row(
        'from the link to the first view',
        visits.map(({ firstViewMs }) => firstViewMs),
        '≤ 1,000 ms',
      ),
      row(
        'from a key press to the list of leads',
        visits.map(({ listMs }) => listMs),
        '',
      ),
      row(`frame time while scrolling through ${leads.toLocaleString('en')} leads`, frameTimes, 'none dropped'),
      [
        `frames of more than ${droppedMs} ms`,
        `${frameTimes.filter((ms) => ms > droppedMs).length} of ${frameTimes.length}`,
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
  await page.getByText('Reply first').waitFor()
  const firstViewMs = performance.now() - openedAt
  const pressedAt = performance.now()
  await page.keyboard.press('2')
  await page.locator('.row').first().waitFor()
  const listMs = performance.now() - pressedAt
  await page.locator('.filters .num').getByText(leads.toLocaleString('en')).waitFor()
  const frameMs = await page.evaluate(scroll, { frames, pixelsPerFrame })
  await context.close()
  return { firstViewMs, listMs, frameMs }
}

/** Runs in the page. */
async function scroll({ frames, pixelsPerFrame }: { frames: number; pixelsPerFrame: number }): Promise<number[]> {
  const box = document.querySelector('.list')
  const frameMs: number[] = []
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  let last = await frame()
  for (let n = 0; n < frames; n++) {
    if (box) box.scrollTop += pixelsPerFrame
    const now = await frame()
    frameMs.push(now - last)
    last = now
  }
  return frameMs
}
