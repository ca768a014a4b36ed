import type { Page } from '@playwright/test'
import { expect, test } from '../support/site.ts'

/** Addresses that the browser fetches before they are asked for. Under test it stops short of rendering them. */
async function watchSpeculation(page: Page): Promise<string[]> {
  const fetched: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname)
  })
  await devtools.send('Preload.enable')
  return fetched
}

test('a page that somebody points at is there before the click', async ({ page }) => {
  const fetched = await watchSpeculation(page)
  await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' })
  await link.hover()
  await expect.poll(() => fetched).toEqual(['/blog'])
  await link.click()
  await expect(page.locator('h1')).toHaveText('Notes from the workshop')
})

test('nothing is fetched beforehand but pages: no query, no file, no answer to one visitor', async ({ page }) => {
  const fetched = await watchSpeculation(page)
  await page.goto('/blog/saas-trends-2025')
  await page.locator('.end-links a[href^="/search"]').first().hover()
  await page.locator('.contents a').first().hover()
  await page.goto('/sitemap')
  await page.getByRole('link', { name: 'RSS feed' }).hover()
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).hover()
  await expect.poll(() => fetched).toEqual(['/privacy'])
})

test('back returns to the place that was left', async ({ page }) => {
  await page.goto('/blog/mvp-development-guide')
  await page.evaluate(() => window.scrollTo({ top: 3000 }))
  // Not by the mouse: to reach the fixed bar, the test's mouse would scroll.
  await page.locator('.bar-logo').evaluate((logo: HTMLElement) => logo.click())
  await expect(page.locator('h1')).toHaveText(/Scale Your SaaS/)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(3000)
})
