import { brotliCompressSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { readWeight } from '../support/browser.ts'
import { answers, articlePaths, onePageOfEachKind, routes } from '../support/routes.ts'
import { expect, expectAccessible, openSettled, test } from '../support/site.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

for (const path of [...routes.map((route) => route.path), ...answers, '/nowhere']) {
  test(`an HTML validator finds nothing on ${path}`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const { results } = await validator.validateString(html, path)
    const messages = results.flatMap((result) =>
      result.messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
    )
    expect(messages).toEqual([])
  })
}

expectAccessible(onePageOfEachKind)

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(/skip/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
})

test('nothing moves for visitors who ask for stillness', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const running = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )
  expect(running).toBe(0)
})

test('the home page keeps to its budget before any touch', async ({ page, site }) => {
  const weight = await readWeight(page, site.url)
  expect(weight.documentBytes).toBeLessThanOrEqual(14_000)
  expect(weight.inlineScriptBytes).toBeLessThanOrEqual(2_000)
  expect(weight.externalScripts).toBe(0)
  expect(weight.totalBytes).toBeLessThanOrEqual(40_000)
  expect(weight.requests.length).toBeLessThanOrEqual(5)
  expect(weight.elements).toBeLessThanOrEqual(700)
  expect(weight.requests.filter((each) => !each.startsWith(site.url) && !each.startsWith('data:'))).toEqual([])
})

test('an article costs little more than its words: two fonts and the icon, and at most 10 kB of everything else', async ({
  page,
  site,
}) => {
  for (const path of articlePaths) {
    const weight = await readWeight(page, site.url + path)
    const words = await page.locator('main').innerText()
    expect(weight.documentBytes - brotliCompressSync(words).length, path).toBeLessThanOrEqual(10_000)
    expect(weight.externalScripts).toBe(0)
    expect(weight.requests.filter((each) => !each.startsWith('data:')).length, path).toBeLessThanOrEqual(4)
  }
})

for (const path of ['/privacy', '/terms']) {
  test(`${path} says when it changed last, and every section can be linked to`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByText(/Last updated\s+June 1, 2025/)).toBeVisible()
    const entries = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    const headings = page.locator('.prose h2')
    expect(await entries.count()).toBe(await headings.count())
    await entries.last().click()
    await expect(headings.last()).toBeInViewport()
  })
}

test('the terms have thirteen numbered sections and the notice for material changes', async ({ page }) => {
  await openSettled(page, '/terms')
  const headings = await page.locator('.prose h2').allInnerTexts()
  expect(headings.map((text) => Number.parseInt(text, 10))).toEqual([...Array(13).keys()].map((i) => i + 1))
  await expect(page.locator('.prose')).toContainText('30 days')
})

test('the privacy policy is true of the browser: no cookie, nothing from elsewhere, nothing kept by reading', async ({
  page,
  site,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  for (const path of ['/', '/blog', '/blog/saas-trends-2025', '/privacy', '/search?q=mvp']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  }
  expect(await page.context().cookies()).toEqual([])
  expect(elsewhere).toEqual([])
})
