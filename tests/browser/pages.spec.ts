import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { readWeight } from '../support/browser.ts'
import { answers, articlePaths, listed, templates } from '../support/built-site.ts'
import { byRun, elementsPastTheEdge, expect, expectNothingFound, openSettled, test } from '../support/site.ts'
import { inkAcross, joints, threadPieces } from '../support/visits.ts'

const everyPage = [...new Set([...templates, ...listed.map(({ path }) => path), ...answers])]
const widths = byRun({ landing: [320, 1280], long: [320, 375, 600, 768, 900, 1000, 1024, 1240, 1280, 1920, 2560] })

for (const path of byRun({ landing: templates, long: everyPage })) {
  test(`axe finds nothing on ${path}, and nothing overflows the page`, async ({ page, complaints }) => {
    await page.goto(path)
    await expectNothingFound(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await elementsPastTheEdge(page), `${width} px`).toEqual([])
    }
    // The browser complains of the status 404, which is right.
    if (path === '/nowhere') complaints.length = 0
  })
}

test('the page follows the screen’s dark or light mode', async ({ page }) => {
  const paper = page.locator('html')
  await page.goto('/contact')
  await expect(paper).toHaveCSS('background-color', 'rgb(251, 248, 242)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(paper).toHaveCSS('background-color', 'rgb(15, 20, 32)')
})

test('on a small screen the open menu’s button is a cross, and the menu closes when it loses the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/terms')
  const menu = page.locator('#menu')
  const drawn = () => page.locator('.bar-toggle path:visible').getAttribute('d')
  const closed = await drawn()
  await page.locator('.bar-toggle').click()
  await expect(menu).toBeVisible()
  expect(await drawn()).not.toBe(closed)
  const links = await menu.getByRole('link').count()
  for (let i = 0; i < links; i += 1) {
    await page.keyboard.press('Tab')
    await expect(menu).toBeVisible()
  }
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(page.locator('main :focus')).toHaveCount(1)
  expect(await drawn()).toBe(closed)
})

test('the first Tab reaches a link that skips to the content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(/skip/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
})

/** As it looks while the offer lasts; the sample's is over. */
const startOffer = (page: Page) =>
  page.locator('.banner').evaluate((banner) => {
    banner.classList.remove('banner-over')
    banner.insertAdjacentHTML('beforeend', '<label class="banner-pause"><input type="checkbox"></label>')
  })

test('a banner of an offer that ended is one line that stands still', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  const banner = page.locator('.banner')
  await expect(banner.getByText('Ended August 31, 2025')).toBeInViewport({ ratio: 1 })
  expect((await banner.boundingBox())?.height).toBeLessThan(40)
  expect(await banner.evaluate((found) => found.getAnimations({ subtree: true }).length)).toBe(0)
})

test('nothing moves with reduced motion, and the banner’s text is complete', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  await startOffer(page)
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running').length
  expect(await page.evaluate(running)).toBe(0)
  await expect(page.locator('.banner-badge').first()).toBeInViewport({ ratio: 1 })
  const strip = page.locator('.banner-strip')
  expect(await strip.evaluate((found) => found.scrollWidth <= found.clientWidth)).toBe(true)
})

test.describe('with the usual settings', () => {
  test.use({ hasTouch: true, contextOptions: { reducedMotion: 'no-preference' } })

  test('the banner pauses at a tap and continues at the next', async ({ page }) => {
    await page.goto('/')
    await startOffer(page)
    for (const state of ['running', 'paused', 'running']) {
      await expect(page.locator('.banner-message').first()).toHaveCSS('animation-play-state', state)
      await page.locator('.banner-pause').tap()
    }
  })

  test('every text and every stroke of the home page is visible', async ({ page }) => {
    await openSettled(page, '/')
    const hidden = await page.evaluate(() => {
      const parts = (selector: string) => [...document.querySelectorAll(`main ${selector}`)]
      const strokes = parts('svg :is(path, rect, line, circle):not(pattern *)')
      const texts = parts(':is(h1, h2, h3, p, li, dt, dd, blockquote, figcaption, label)')
      return [
        ...strokes.filter((each) => each.closest('svg')?.checkVisibility() && !each.checkVisibility()),
        ...texts.filter((each) => /\S/.test(each.textContent) && !each.checkVisibility({ opacityProperty: true })),
      ].map((each) => each.outerHTML)
    })
    expect(hidden).toEqual([])
  })

  for (const width of byRun({ landing: [375, 1280], long: [320, 375, 390, 768, 1000, 1280, 1440, 1920, 2560] })) {
    test(`at ${width} px the pieces of the thread form one line`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await openSettled(page, '/')
      for (const [name, difference] of await page.evaluate(joints)) expect(Math.abs(difference), name).toBeLessThan(0.3)
    })
  }

  test('scrolling inks the thread', async ({ page }) => {
    await page.goto('/')
    for (const piece of threadPieces) {
      const inked = async () => Math.abs((await page.evaluate(inkAcross, piece)) - 50)
      await expect.poll(inked, piece).toBeLessThan(3)
    }
  })
})

test('the home page stays within its budget before any interaction, including the icon', async ({
  wholePage,
  site,
}) => {
  const weight = await readWeight(wholePage, site.url)
  expect(weight.inlineScriptBytes).toBeLessThanOrEqual(1_100)
  expect(weight.externalScripts).toBe(0)
  expect(weight.totalBytes).toBeLessThanOrEqual(40_000)
  expect(weight.requests.filter((each) => each.endsWith('/favicon.svg'))).toHaveLength(1)
  expect(weight.requests.length).toBeLessThanOrEqual(5)
  expect(weight.elements).toBeLessThanOrEqual(700)
  expect(weight.requests.filter((each) => !each.startsWith(site.url) && !each.startsWith('data:'))).toEqual([])
})

test('an article takes five requests and at most 10 kB besides its text', async ({ wholePage, site }) => {
  for (const path of byRun({ landing: articlePaths.slice(0, 2), long: articlePaths })) {
    const weight = await readWeight(wholePage, site.url + path)
    const words = await wholePage.locator('main').innerText()
    expect(weight.documentBytes - brotliCompressSync(words).length, path).toBeLessThanOrEqual(10_000)
    expect(weight.externalScripts).toBe(0)
    expect(weight.requests.filter((each) => !each.startsWith('data:')).length, path).toBeLessThanOrEqual(5)
  }
})

test('the privacy policy is true: no cookies, no third parties, nothing stored', async ({ page, site }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  for (const path of ['/', '/blog/saas-trends-2025', '/search?q=mvp']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  }
  expect(await page.context().cookies()).toEqual([])
  expect(elsewhere).toEqual([])
})

test('a browser finds feeds and sitemaps well-formed', async ({ page, request }) => {
  for (const path of ['/rss.xml', '/sitemap.xml', '/blog-sitemap.xml']) {
    const xml = await (await request.get(path)).text()
    const error = await page.evaluate(
      (source) => new DOMParser().parseFromString(source, 'application/xml').querySelector('parsererror')?.textContent,
      xml,
    )
    expect(error, path).toBeUndefined()
  }
})
