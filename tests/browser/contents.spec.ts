import type { Page } from '@playwright/test'
import { expect, test } from '../support/site.ts'

/** Goes there at once, as with the End key or the bar beside the page, past headings that are never seen. */
async function scrollTo(page: Page, place: 'start' | 'end'): Promise<void> {
  await page.evaluate((to) => window.scrollTo(0, to === 'end' ? document.documentElement.scrollHeight : 0), place)
}

for (const path of ['/blog/kitewright-72-hour-mvp-development', '/terms']) {
  test(`${path} marks the part that is being read, wherever somebody has come from`, async ({ page }) => {
    // So high that the last parts can't rise to the top of the window.
    await page.setViewportSize({ width: 1440, height: 1400 })
    await page.goto(path)
    const entries = page.locator('.contents a')
    const marked = page.locator('.contents [aria-current]')
    await expect(marked).toHaveCount(0)
    for (const entry of await entries.all()) {
      await entry.click()
      await expect(entry).toHaveAttribute('aria-current', 'true')
      await expect(marked).toHaveCount(1)
    }
    await scrollTo(page, 'start')
    await expect(marked).toHaveCount(0)
    await scrollTo(page, 'end')
    await expect(entries.last()).toHaveAttribute('aria-current', 'true')
    await expect(marked).toHaveCount(1)
  })
}

test('contents longer than the window keep the part that is being read in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto('/terms')
  const contents = page.locator('.contents')
  for (const name of ['9. Confidentiality and personal data', '1. The parties and these terms']) {
    await page.getByRole('heading', { name, exact: true }).evaluate((heading) => heading.scrollIntoView())
    const marked = contents.locator('[aria-current]')
    await expect(marked).toHaveText(name)
    const [list, entry] = [await contents.boundingBox(), await marked.boundingBox()]
    expect(entry?.y).toBeGreaterThanOrEqual(list?.y ?? 0)
    expect((entry?.y ?? 0) + (entry?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0))
  }
})

test('an anchor that nobody can decode is no error', async ({ page }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto('/terms')
  await page.evaluate(() => location.assign('#%zz'))
  await page.evaluate(() => location.assign('#13-contact'))
  await expect(page.locator('.contents [aria-current]')).toHaveText('13. Contact')
  expect(errors).toEqual([])
})
