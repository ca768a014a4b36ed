import { test as base, expect, type Page } from '@playwright/test'
import { startSite } from './start-site.ts'
import { waitLonger } from './wait-longer.ts'

/** One production server for each worker; `page` and `request` know its address, and complaints of the browser fail a test. */
export const test = base.extend<{ complaints: string[] }, { site: { url: string; dataDir: string } }>({
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

/** A page's texts are only whole once it has settled (src/layouts/settle-page.ts). */
export async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('html')).not.toHaveClass('fresh')
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

export { expect }
