import type { Page } from '@playwright/test'
import { articlePaths } from '../support/built-site.ts'
import { byRun, elementsPastTheEdge, expect, openSettled, test } from '../support/site.ts'

test('every anchor of the home page leads to its heading, below the fixed bar', async ({ page }) => {
  await page.goto('/')
  const hashes = await page
    .locator('a[href*="#"]:not([href="#content"])')
    .evaluateAll((all) => all.map((a) => new URL(a.getAttribute('href') ?? '', document.baseURI).hash))
  for (const hash of new Set(hashes)) {
    await page.goto(`/${hash}`)
    const heading = page.locator(`${hash} :is(h1, h2)`).first()
    await expect(heading).toBeInViewport()
    const bar = await page.locator('.bar').boundingBox()
    expect((await heading.boundingBox())?.y ?? 0, hash).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1)
  }
})

for (const path of byRun({ landing: ['/terms'], long: ['/terms', '/blog/kitewright-72-hour-mvp-development'] })) {
  test(`the contents of ${path} link to each part and mark the current one`, async ({ page }) => {
    // So high that the last parts can't rise to the top of the window.
    await page.setViewportSize({ width: 1440, height: 1400 })
    await page.goto(path)
    const entries = page.locator('.contents a')
    const marked = page.locator('.contents [aria-current]')
    const bar = await page.locator('.bar').boundingBox()
    await expect(marked).toHaveCount(0)
    for (const entry of await entries.all()) {
      await entry.click()
      await expect(entry).toHaveAttribute('aria-current', 'true')
      await expect(marked).toHaveCount(1)
      const heading = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
      await expect(heading).toBeInViewport()
      expect((await heading.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(bar?.height ?? 0)
    }
    // At once, as with these keys, past headings that are never seen.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(marked).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(entries.last()).toHaveAttribute('aria-current', 'true')
    await expect(marked).toHaveCount(1)
  })
}

test('contents longer than the window keep the current part visible', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto('/terms')
  await page.evaluate(() => location.assign('#%zz'))
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

test('a card of the blog opens its article wherever it’s clicked', async ({ page }) => {
  await page.goto('/blog')
  await page.locator('.card >> nth=0').click({ position: { x: 20, y: 40 } })
  await expect(page).toHaveURL(/\/blog\/rise-of-solo-development-studios$/)
})

test('the kite’s line ends where the thread in the margin begins', async ({ page }) => {
  const all = ['/blog/rise-of-solo-development-studios', '/terms', '/search?q=price']
  for (const path of byRun({ landing: all.slice(0, 2), long: all })) {
    await page.goto(path)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const parts = ['.drawn-band', '.drawn-body'].map((each) => page.locator(each).boundingBox())
      const [line, body] = await Promise.all(parts)
      const inset = await page.locator('.drawn-body').evaluate((each) => getComputedStyle(each, '::before').left)
      expect((line?.y ?? 0) + (line?.height ?? 0), path).toBeCloseTo(body?.y ?? -1, 0)
      expect(Math.abs((line?.x ?? 0) - Number.parseFloat(inset) - 1), path).toBeLessThan(1)
    }
  }
})

test('an endless word breaks', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/terms', '/blog', '/blog/mvp-development-guide', '/sitemap']) {
    await page.goto(path)
    const width = await page.evaluate(() => {
      const places = 'h1, .prose > p, .contents a, .neighbors a, .end-links a, .card h2, .card p, .link-groups a'
      for (const place of document.querySelectorAll(places)) place.textContent = 'a_name_in_code_'.repeat(6)
      return document.documentElement.scrollWidth
    })
    expect(width, path).toBe(320)
  }
})

test('a printed article is just its text in dark ink below the name, even from a dark screen', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/blog/mvp-development-guide')
  await expect(page.locator('.prose')).toBeVisible()
  await expect(page.locator('.prose .chart-bar').first()).toBeVisible()
  for (const part of ['.contents', '.long-foot', '.bar nav', '.footer', '.drawn-place', '.drawn-band']) {
    await expect(page.locator(part).first()).toBeHidden()
  }
  await expect(page.locator('.long-address')).toHaveText(/^Kitewright · http.*\/blog\/mvp-development-guide$/)
  await expect(page.locator('.drawn-remark')).toBeVisible()
  await expect(page.locator('.drawn')).toHaveCSS('break-inside', 'auto')
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(22, 26, 35)')
  for (const part of ['.bar-logo', '.prose']) expect((await page.locator(part).boundingBox())?.x).toBe(0)
})

/** Cells of which something lies outside their table, or too near to a figure before it in their line. */
function wrongCells(page: Page): Promise<string[]> {
  return page.locator('.table :is(td, th):not(:empty)').evaluateAll((cells) => {
    const boxOf = (cell: Element) => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      return words.getBoundingClientRect()
    }
    const isWrong = (cell: Element) => {
      const [words, table] = [boxOf(cell), cell.closest('.table')?.getBoundingClientRect() ?? new DOMRect()]
      const before = cell.matches('td.number + td:not(.number)') && cell.previousElementSibling
      const figure = before ? boxOf(before) : new DOMRect()
      const isNear = figure.width > 0 && figure.top === words.top && words.left - figure.right < 28
      return isNear || words.right > table.right + 0.5 || words.left < table.left
    }
    return cells.filter((cell) => cell.checkVisibility() && isWrong(cell)).map((cell) => cell.textContent)
  })
}

const withTables = byRun({
  landing: ['/blog/saas-mvp-cost-guide', '/blog/kitewright-72-hour-mvp-development', '/privacy'],
  long: [...articlePaths, '/privacy'],
})

test('every cell of every table is visible, and numbers are separated from the text beside them', async ({ page }) => {
  for (const path of withTables) {
    await page.goto(path)
    for (const width of byRun({ landing: [1280, 320], long: [1280, 430, 390, 320] })) {
      await page.setViewportSize({ width, height: 800 })
      expect(await elementsPastTheEdge(page), path).toEqual([])
      expect(await wrongCells(page), `${path} at ${width}`).toEqual([])
    }
  }
  // The last one, narrow: where rows stand below each other, every cell says what it is.
  const cell = page.locator('.table tbody tr').first().locator('td').last()
  await expect(cell).toContainText('Mail server')
  expect(await cell.evaluate((each) => getComputedStyle(each, '::before').content)).toContain('Who gets it')
})

test('columns of numbers stay together, and a table without room scrolls, by keyboard too', async ({ page }) => {
  await openSettled(page, '/blog/saas-mvp-cost-guide')
  const heads = page.locator('.table').first().locator('th.number')
  expect(await heads.allInnerTexts()).toEqual(['As written, hours', 'First version, hours'])
  const rights = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().right))
  expect((rights[1] ?? 0) - (rights[0] ?? 0)).toBeLessThan(130)
  await page.setViewportSize({ width: 390, height: 800 })
  const wide = page.locator('.table').nth(1)
  await wide.locator('th >> nth=0').evaluate((each) => each.append('a_name_in_code_'.repeat(4)))
  await expect(wide).toHaveCSS('background-attachment', 'local, scroll')
  await wide.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => wide.evaluate((table) => table.scrollLeft)).toBeGreaterThan(0)
})

test('a page is prerendered when its link is pointed at, unless it’s a query, a file or for one visitor', async ({
  page,
}) => {
  const fetched: string[] = []
  const devtools = await page.context().newCDPSession(page)
  // Under test the browser stops short of rendering them.
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname)
  })
  await devtools.send('Preload.enable')
  await page.goto('/blog/saas-trends-2025')
  await page.locator('.long-foot .row a[href^="/search"]').first().hover()
  await page.locator('.contents a').first().hover()
  await page.goto('/sitemap')
  await page.getByRole('link', { name: 'RSS feed' }).hover()
  const link = page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })
  await link.hover()
  await expect.poll(() => fetched).toEqual(['/privacy'])
  await link.click()
  await expect(page.locator('h1')).toHaveText('Privacy Policy')
})

test('Back returns to the previous scroll position', async ({ page }) => {
  await page.goto('/blog/mvp-development-guide')
  await page.evaluate(() => window.scrollTo({ top: 3000 }))
  // Not by the mouse: to reach the fixed bar, the test's mouse would scroll.
  await page.locator('.bar-logo').evaluate((logo: HTMLElement) => logo.click())
  await expect(page.locator('h1')).toHaveText(/Scale Your SaaS/)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(3000)
})

test.describe('a fresh page', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        Object.assign(globalThis, { classAtFirst: document.documentElement.className }),
      )
    }),
  )

  const classAtFirst = (page: Page) => page.evaluate<string>('classAtFirst')
  test('lays out the part below its first screens once it has been painted', async ({ page }) => {
    for (const path of ['/', '/blog/saas-mvp-cost-guide']) {
      await page.goto(path)
      expect(await classAtFirst(page)).toBe('fresh')
      await expect(page.locator('html')).not.toHaveClass(/fresh/)
      await expect(page.locator('.footer')).toHaveCSS('content-visibility', 'visible')
    }
  })

  test('is complete at once for visitors who return to a position, and anchors work at any time', async ({ page }) => {
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Start Your Project' }).last().click()
    await expect(page.locator('#contact h2')).toBeInViewport()
    await page.goto('/#pricing')
    await page.reload()
    expect(await classAtFirst(page)).toBe('')
    await expect(page.locator('#pricing h2')).toBeInViewport()
  })

  for (const [deed, jump] of Object.entries({
    'presses End': (page: Page) => page.keyboard.press('End'),
    'jumps down': (page: Page) => page.evaluate(() => scrollTo(0, 0.3 * document.documentElement.scrollHeight)),
  })) {
    test(`doesn’t move the text of a visitor who ${deed} while it loads`, async ({ page }) => {
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
