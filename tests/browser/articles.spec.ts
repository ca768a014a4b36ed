import type { Page } from '@playwright/test'
import { articlePaths } from '../support/built-site.ts'
import { elementsPastTheEdge, expect, openSettled, test } from '../support/site.ts'

test('the blog shows seven cards, the newest first, each leading to its article', async ({ page }) => {
  await page.goto('/blog')
  const cards = page.locator('.card')
  await expect(cards).toHaveCount(7)
  const days = await cards.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(days).toEqual(days.toSorted().reverse())
  await expect(page.getByText('December 6, 2025')).toBeVisible()
  for (const card of await cards.all()) {
    await expect(card.locator('svg')).toBeVisible()
    await expect(card.getByText(/^\d+ min read$/)).toBeVisible()
    await expect(card.getByRole('link', { name: /^Read more/ })).toHaveAttribute('href', /^\/blog\/[a-z0-9-]+$/)
  }
  await cards.first().click({ position: { x: 20, y: 40 } })
  await expect(page).toHaveURL(/\/blog\/rise-of-solo-development-studios$/)
})

for (const path of articlePaths) {
  test(`${path} has all that an article has`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog')
    await expect(page.getByText(/^\d+ min read$/)).toBeVisible()
    await expect(page.locator('article .drawn-place svg')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'In this article' })).toBeVisible()
    expect(await page.locator('.prose :is(.table, .chart)').count()).toBeGreaterThan(0)
    for (const subject of ['Project Consultation', 'Free Strategy Call', 'Get Started 72 Hour MVP']) {
      const address = `mailto:hello@kitewright.example?subject=${encodeURIComponent(subject)}`
      await expect(page.locator(`a[href="${address}"]`)).toBeVisible()
    }
    await expect(page.locator('.call').getByRole('link', { name: 'Write to me here' })).toHaveAttribute(
      'href',
      '/contact',
    )
    await expect(page.getByRole('list', { name: 'Topics' }).getByRole('link').first()).toHaveText(/^#\w+$/)
    await expect(page.getByRole('heading', { name: 'Who wrote this' })).toBeVisible()
  })
}

const older = ['/blog/saas-trends-2025', '/blog/india-saas-ecosystem', '/blog/mvp-development-guide']

test('the three older articles lead to each other', async ({ page }) => {
  for (const path of older) {
    await page.goto(path)
    const related = page.getByRole('navigation', { name: 'Related Articles' }).getByRole('link')
    const addresses = await related.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(addresses.toSorted()).toEqual(older.filter((other) => other !== path).toSorted())
  }
})

test('later and earlier lead through all seven', async ({ page }) => {
  const seen = new Set<string>()
  await page.goto('/blog/rise-of-solo-development-studios')
  for (let i = 0; i < 6; i += 1) {
    seen.add(new URL(page.url()).pathname)
    await page.locator('.neighbours [rel="prev"]').click()
    await page.waitForURL((url) => !seen.has(url.pathname))
  }
  seen.add(new URL(page.url()).pathname)
  expect([...seen].toSorted()).toEqual(articlePaths.toSorted())
  await expect(page.locator('.neighbours [rel="prev"]')).toHaveCount(0)
})

test('the 72-hour article names the three packages with the prices of content/offers.yaml', async ({ page }) => {
  await openSettled(page, '/blog/kitewright-72-hour-mvp-development')
  const text = await page.locator('.prose').innerText()
  for (const words of [
    'Startup MVP Package',
    '$4,997',
    'Scale-Ready Package',
    '$7,997',
    'Enterprise Launch',
    '$12,997',
  ]) {
    expect(text).toContain(words)
  }
  await expect(page.locator('header').getByText('June 6, 2025')).toBeVisible()
  await expect(page.locator('header').getByText('20 min read')).toBeVisible()
})

test('every entry of the contents leads to its heading, clear of the fixed bar, and is marked there', async ({
  page,
}) => {
  const path = '/blog/kitewright-72-hour-mvp-development'
  await page.goto(path)
  const entries = page.getByRole('navigation', { name: 'In this article' }).getByRole('link')
  const bar = await page.locator('.bar').boundingBox()
  for (const entry of await entries.all()) {
    await entry.click()
    const heading = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
    await expect(heading).toBeInViewport()
    expect((await heading.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(bar?.height ?? 0)
    await expect(entry).toHaveAttribute('aria-current', 'true')
  }
})

for (const width of [390, 1280]) {
  test(`the kite's line ends where the thread of the margin begins, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/blog/rise-of-solo-development-studios', '/terms', '/contact', '/search?q=price']) {
      await page.goto(path)
      const [line, body] = await Promise.all(
        ['.drawn-band', '.drawn-body'].map((each) => page.locator(each).boundingBox()),
      )
      const inset = await page.locator('.drawn-body').evaluate((each) => getComputedStyle(each, '::before').left)
      expect((line?.y ?? 0) + (line?.height ?? 0), path).toBeCloseTo(body?.y ?? -1, 0)
      expect(Math.abs((line?.x ?? 0) - Number.parseFloat(inset) - 1), path).toBeLessThan(1)
    }
  })
}

test('at the end of an article every line says what it holds, in one table', async ({ page }) => {
  await openSettled(page, '/blog/mvp-development-guide')
  const labels = page.locator('.long-foot .end-row .remark')
  expect(await labels.allInnerTexts()).toEqual([
    'Or by e-mail',
    'Who wrote this',
    'Topics',
    'Related Articles',
    'Earlier',
    'Later',
  ])
  const lefts = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().left))
  expect(new Set(lefts).size).toBe(1)
})

test('neither a day nor the word e-mail is broken', async ({ page }) => {
  for (const width of [320, 390, 768, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/terms', '/blog']) {
      await page.goto(path)
      const broken = await page
        .locator('.drawn-remark time, .card time, .prose .unbroken, .newsletter p .unbroken')
        .evaluateAll((all) => all.filter((each) => each.getClientRects().length > 1).map((each) => each.textContent))
      expect(broken, `${path} at ${width}`).toEqual([])
    }
  }
})

test('a word without an end breaks, and does not widen the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/blog/mvp-development-guide', '/blog', '/sitemap']) {
    await page.goto(path)
    const width = await page.evaluate(() => {
      const places = 'h1, .prose > p, .contents a, .neighbours a, .end-links a, .card h2, .card p, .link-groups a'
      for (const place of document.querySelectorAll(places)) place.textContent = 'a_name_in_code_'.repeat(6)
      return document.documentElement.scrollWidth
    })
    expect(width, path).toBe(320)
  }
})

test('on paper an article is its text alone', async ({ page }) => {
  await page.goto('/blog/mvp-development-guide')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.prose')).toBeVisible()
  await expect(page.locator('.prose .chart-bar').first()).toBeVisible()
  for (const part of ['.contents', '.long-foot', '.bar nav', '.footer', '.drawn-place', '.drawn-band']) {
    await expect(page.locator(part).first()).toBeHidden()
  }
  await expect(page.locator('.long-address')).toHaveText(
    'Kitewright · http://localhost:4321/blog/mvp-development-guide',
  )
  await expect(page.locator('.drawn-remark')).toBeVisible()
  await expect(page.locator('.drawn')).toHaveCSS('break-inside', 'auto')
})

test('on paper the words are ink and stand below the name, also where the screen is dark', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/terms')
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(22, 26, 35)')
  const lefts = await Promise.all(['.bar-logo', '.prose'].map((each) => page.locator(each).boundingBox()))
  expect(new Set(lefts.map((box) => box?.x))).toEqual(new Set([0]))
})

for (const width of [320, 390, 430]) {
  test(`every cell of every table is in view at ${width} px, and figures stand apart from the words beside them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [...articlePaths, '/privacy']) {
      await page.goto(path)
      expect(await elementsPastTheEdge(page), path).toEqual([])
      expect(await cellsOutOfView(page), path).toEqual([])
      expect(await figuresCloserThan(page, 28), path).toEqual([])
    }
  })
}

/** Cells that hold something, and of which something lies outside their container. */
function cellsOutOfView(page: Page): Promise<string[]> {
  return page.locator('.table :is(td, th):not(:empty)').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        const [box, outer] = [words.getBoundingClientRect(), cell.closest('.table')?.getBoundingClientRect()]
        return cell.checkVisibility() && (box.right > (outer?.right ?? 0) + 0.5 || box.left < (outer?.left ?? 0))
      })
      .map((cell) => cell.textContent),
  )
}

/** Figures whose last digit comes nearer than that to the words of the next cell in their line. */
function figuresCloserThan(page: Page, least: number): Promise<string[]> {
  return page.locator('td.number + td:not(.number, :empty)').evaluateAll(
    (cells, gap) =>
      cells
        .filter((cell) => {
          const figure = document.createRange()
          if (cell.previousSibling) figure.selectNodeContents(cell.previousElementSibling ?? cell)
          const words = document.createRange()
          words.selectNodeContents(cell)
          const [before, after] = [figure.getBoundingClientRect(), words.getBoundingClientRect()]
          return before.width > 0 && before.top === after.top && after.left - before.right < gap
        })
        .map((cell) => cell.textContent),
    least,
  )
}

test('on a wide screen a figure keeps its distance from the words beside it, and columns of figures stay together', async ({
  page,
}) => {
  for (const path of articlePaths) {
    await page.goto(path)
    expect(await figuresCloserThan(page, 28), path).toEqual([])
  }
  await openSettled(page, '/blog/saas-mvp-cost-guide')
  const heads = page.locator('.table').first().locator('th.number')
  expect(await heads.allInnerTexts()).toEqual(['As written, hours', 'First version, hours'])
  const rights = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().right))
  expect((rights[1] ?? 0) - (rights[0] ?? 0)).toBeLessThan(130)
})

test('where the rows of a table stand below each other, every cell says what it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/privacy')
  const cell = page.locator('.table tbody tr').first().locator('td').last()
  await expect(cell).toContainText('Mail server')
  expect(await cell.evaluate((each) => getComputedStyle(each, '::before').content)).toContain('Who gets it')
})

test('a table that has no room slides by itself, by keyboard too, shows where it is cut, and has a name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/blog/saas-mvp-cost-guide')
  const tables = page.locator('.table')
  for (const table of await tables.all()) await expect(table).toHaveAccessibleName(/\w/)
  const wide = tables.nth(1)
  await wide
    .locator('th')
    .first()
    .evaluate((head) => {
      head.textContent = 'a_name_in_code_'.repeat(4)
    })
  await expect(wide).toHaveCSS('background-attachment', 'local, scroll')
  await wide.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => wide.evaluate((table) => table.scrollLeft)).toBeGreaterThan(0)
})
