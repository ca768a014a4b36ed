import AxeBuilder from '@axe-core/playwright'
import { test as base, chromium, expect, type Page } from '@playwright/test'
import { browserArguments, pathOfBrowser } from './browser.ts'
import { startSite } from './start-site.ts'

/** `npm run test:long` */
export const isLong = process.env['TEST_LONG'] === '1'

/** What each change is tested with, and what a release is tested with. */
export function byRun<T>(runs: { landing: T; long: T }): T {
  return isLong ? runs.long : runs.landing
}

/**
 * One production server for each worker; `page` and `request` know its address, and complaints of the browser fail a test.
 * A spec that extends it with worker fixtures gets workers, servers and browsers of its own: fixtures of a test don't.
 */
export const test = base.extend<{ complaints: string[]; wholePage: Page }, { site: { url: string; dataDir: string } }>({
  site: [
    async ({}, use) => {
      const site = await startSite({ TRUSTED_PROXIES: '1' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // Every test is another visitor to the limits, which count per sender.
  extraHTTPHeaders: async ({}, use, { testId }) => use({ 'x-forwarded-for': addressFor(testId) }),
  /** In a whole Chromium, which loads the icon as well, as people's do. */
  wholePage: async ({ viewport }, use) => {
    const browser = await chromium.launch({ executablePath: pathOfBrowser('whole-browser'), args: browserArguments })
    await use(await browser.newPage({ viewport }))
    await browser.close()
  },
  // Tests without a page open none.
  complaints: async ({}, use) => use([]),
  page: async ({ page, complaints }, use) => {
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.addInitScript(waitLonger)
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** A page's texts are only whole once it has settled (site/layouts/page-script.ts). */
export async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('html')).not.toHaveClass('fresh')
}

/** Every form has a place for what there may be to say; this is the one that speaks. */
export function alertOn(page: Page) {
  return page.getByRole('alert').filter({ hasText: /\S/ })
}

/** @returns every element that reaches past the right edge of the window */
export async function elementsPastTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.documentElement.scrollWidth <= window.innerWidth
      ? []
      : [...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
          .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`),
  )
}

function addressFor(testId: string): string {
  const number = [...testId].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 16_777_216, 7)
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

/**
 * For a page: what it waits for some seconds, it waits for ten times as long, as a machine with other work may take its time.
 * What the page does after that many seconds is tested by a clock that the test moves.
 */
export function waitLonger(): void {
  const { setTimeout: own } = globalThis
  const longer = (work: () => void, ms = 0, ...given: []) => own(work, ms < 1000 ? ms : 10 * ms, ...given)
  Object.assign(globalThis, { setTimeout: longer })
}

/** The newsletter's form at the foot of a page. */
export function footerOf(page: Page) {
  const form = page.locator('footer form')
  return { form, email: form.getByLabel('Your e-mail'), send: form.getByRole('button', { name: 'Subscribe' }) }
}

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 375 },
] as const

/** Has axe look at the page as it is, or at a part of it: light and wide, and dark and narrow. */
export async function expectNothingFound(page: Page, part = 'html'): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // Legacy mode is for pages without frames: the other opens a second page for each report.
    const axe = new AxeBuilder({ page })
      .include(part)
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
    const { violations } = await axe.analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      `${page.url()}, ${colorScheme}, ${width} px`,
    ).toEqual([])
  }
}

export { expect }
