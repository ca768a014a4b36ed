import type { Page } from '@playwright/test'
import { expect, test } from '../support/site.ts'

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', ({ target }) => {
      const root = target instanceof Document ? target.documentElement : undefined
      Object.assign(globalThis, { classAtFirst: root?.className })
    })
  })
})

const classAtFirst = (page: Page) => page.evaluate<string>('classAtFirst')

test('a page opened afresh lays out what lies below its first screens once it has been painted', async ({ page }) => {
  for (const path of ['/', '/blog/saas-mvp-cost-guide']) {
    await page.goto(path)
    expect(await classAtFirst(page)).toBe('fresh')
    await expect(page.locator('html')).not.toHaveClass(/fresh/)
    await expect(page.locator('.footer')).toHaveCSS('content-visibility', 'visible')
  }
})

test('who comes back to a place, or asks for one, has the whole page at once', async ({ page }) => {
  await page.goto('/#pricing')
  expect(await classAtFirst(page)).toBe('')
  await page.reload()
  expect(await classAtFirst(page)).toBe('')
  await expect(page.locator('#pricing h2')).toBeInViewport()
})

test('a press leads to its place before the page has settled, too', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Start Your Project' }).last().click()
  await expect(page.locator('#contact h2')).toBeInViewport()
})

test('who scrolls or presses a key while it loads has the whole page at once, and nothing moves later', async ({
  page,
}) => {
  // A page that goes on loading.
  await page.route('**/favicon*', () => {})
  for (const begin of [() => page.mouse.wheel(0, 300), () => page.keyboard.press('End')]) {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        document.body.append(Object.assign(new Image(), { src: '/favicon.png' })),
      )
    })
    await page.goto('/blog/saas-mvp-cost-guide', { waitUntil: 'domcontentloaded' })
    await expect(page.locator('html')).toHaveClass('fresh')
    await begin()
    await expect(page.locator('html')).not.toHaveClass(/fresh/)
    expect(await page.evaluate(() => document.readyState)).not.toBe('complete')
  }
})
