import AxeBuilder from '@axe-core/playwright'
import { test as base, chromium, expect, type Page } from '@playwright/test'
import { browserArguments, pathOfBrowser } from './browser.ts'
import { startSite } from './start-site.ts'

/** `npm run test:long` */
const isLong = process.env['TEST_LONG'] === '1'

/** Selects between the normal run and the long one before a release. */
export function byRun<T>(runs: { landing: T; long: T }): T {
  return isLong ? runs.long : runs.landing
}

/**
 * One production server per worker. `page` and `request` use its address, and console errors fail a test.
 * A spec that adds worker fixtures gets its own workers, servers, and browsers; test fixtures don't cause that.
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
  // Limits count per sender, so every test is another sender.
  extraHTTPHeaders: async ({}, use, { testId }) => use({ 'x-forwarded-for': addressFor(testId) }),
  /** In a full Chromium, which also loads the icon, as visitors' browsers do. */
  wholePage: async ({ viewport }, use) => {
    const browser = await chromium.launch({ executablePath: pathOfBrowser('whole-browser'), args: browserArguments })
    await use(await browser.newPage({ viewport }))
    await browser.close()
  },
  // Separate from `page`, so that tests without a page don't open one.
  complaints: async ({}, use) => use([]),
  page: async ({ page, complaints }, use) => {
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.addInitScript(waitLonger)
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** Opens a page and waits until all of it is rendered (site/layouts/page-script.ts). */
export async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('html')).not.toHaveClass('fresh')
}

/** The alert that has a text: every form has an empty one. */
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
 * Runs in a page. Makes timeouts of a second or more ten times as long, because the machine may be busy.
 * Tests of what happens after a timeout move the clock instead.
 */
export function waitLonger(): void {
  const { setTimeout: own } = globalThis
  const longer = (work: () => void, ms = 0, ...given: []) => own(work, ms < 1000 ? ms : 10 * ms, ...given)
  Object.assign(globalThis, { setTimeout: longer })
}

/** The newsletter form in the footer. */
export function footerOf(page: Page) {
  const form = page.locator('footer form')
  return { form, email: form.getByLabel('Email'), send: form.getByRole('button', { name: 'Subscribe' }) }
}

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 375 },
] as const

/** Expects axe to find nothing on the page, or a part of it, in light and wide, and in dark and narrow. */
export async function expectNothingFound(page: Page, part = 'html'): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // Legacy mode works without frames, and doesn't open a second page for each report.
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
