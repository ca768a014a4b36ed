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

const whileLoading = {
  'presses End': (page: Page) => page.keyboard.press('End'),
  'jumps down': (page: Page) => page.evaluate(() => scrollTo(0, 0.3 * document.documentElement.scrollHeight)),
}

for (const [deed, jump] of Object.entries(whileLoading)) {
  test(`what somebody reads who ${deed} while the page loads does not move when it has loaded`, async ({ page }) => {
    const ended = Promise.withResolvers<void>()
    await page.route('**/late.svg', (route) =>
      ended.promise.then(() => route.fulfill({ path: 'dist/current/client/favicon.svg' })),
    )
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => document.body.append(Object.assign(new Image(), { src: '/late.svg' })))
    })
    await page.goto('/blog/saas-mvp-cost-guide', { waitUntil: 'domcontentloaded' })
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('html')).toHaveClass('fresh')
    const scrolled = page.evaluate(() => new Promise((ended) => addEventListener('scrollend', () => ended(true))))
    await jump(page)
    await scrolled
    const middle = await page.evaluateHandle(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2))
    const top = () => middle.evaluate((element) => element?.getBoundingClientRect().top)
    const before = await top()
    ended.resolve()
    await page.waitForLoadState()
    await expect(page.locator('html')).not.toHaveClass(/fresh/)
    expect(await top()).toBe(before)
  })
}
