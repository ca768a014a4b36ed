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

/** Goes there at once, as with the End key or the bar beside the page, past headings that are never seen. */
async function jumpTo(page: Page, place: 'start' | 'end'): Promise<void> {
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
    await jumpTo(page, 'start')
    await expect(marked).toHaveCount(0)
    await jumpTo(page, 'end')
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

test.describe('a fresh page', () => {
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
        ended.promise.then(() => route.fulfill({ path: 'dist/sample/client/favicon.svg' })),
      )
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () =>
          document.body.append(Object.assign(new Image(), { src: '/late.svg' })),
        )
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
})
