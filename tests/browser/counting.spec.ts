import type { BrowserContextOptions, Page } from '@playwright/test'
import { browserArguments, pathOfBrowser } from '../support/browser.ts'
import { expectVisitors, reportOf } from '../support/counted.ts'
import { test as base, expect } from '../support/site.ts'
import { startSite } from '../support/start-site.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** A site that nobody else visits, and people whose browsers do not say that nobody sits before them. */
const test = base.extend<{
  counted: { url: string; dataDir: string }
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>
}>({
  counted: async ({}, use) => {
    const site = await startSite()
    await use(site)
    await site.stop()
  },
  visit: async ({ browser, counted }, use) => {
    await use(async (path, options = {}) => {
      const page = await (await browser.newContext(options)).newPage()
      await page.goto(counted.url + path)
      return page
    })
  },
})

// What a page says as it is left names the browser itself, whatever the context has been told.
test.use({
  launchOptions: {
    executablePath: pathOfBrowser('browser'),
    args: [...browserArguments, `--user-agent=${userAgent}`],
  },
})

/** As a tab is left for another page, which the browser tells the page. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
}

test('a page is counted once, also when it is reloaded and come back to', async ({ visit, counted }) => {
  const page = await visit('/blog')
  await page.reload()
  await page.getByRole('link', { name: 'Sitemap' }).first().click()
  await expect(page).toHaveURL(/sitemap$/)
  await page.goBack()
  await expect(page).toHaveURL(/blog$/)
  await page.goForward()
  await leave(page)
  await expectVisitors(counted.dataDir, '/sitemap', 1)
  await expectVisitors(counted.dataDir, '/blog', 1)
  expect((await reportOf(counted.dataDir)).totals.visits).toBe(1)
})

test('without JavaScript it is counted once, too', async ({ visit, counted }) => {
  const page = await visit('/terms', { javaScriptEnabled: false })
  await page.reload()
  await page.goto(`${counted.url}/privacy`)
  await page.goBack()
  await expectVisitors(counted.dataDir, '/privacy', 1)
  await expectVisitors(counted.dataDir, '/terms', 1)
})

test('a page that was rendered beforehand is counted when it is shown, and not before', async ({ visit, counted }) => {
  const page = await visit('/blog')
  const isRendered = () =>
    page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().activationStart > 0)
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Sitemap' }).first().click()
  await expect(page).toHaveURL(/sitemap$/)
  test.info().annotations.push({ type: 'rendered beforehand', description: `${await isRendered()}` })
  await leave(page)
  await expectVisitors(counted.dataDir, '/sitemap', 1)
  const { pages } = await reportOf(counted.dataDir)
  expect(pages.map((each) => each.page).toSorted()).toEqual(['/blog', '/sitemap'])
})

test('who asks not to be counted is not, nor a robot, nor the owner', async ({ visit, counted }) => {
  const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1)'
  // What a context sends along goes with pictures, not with what a page says as it is left.
  await visit('/terms', { javaScriptEnabled: false, extraHTTPHeaders: { 'Sec-GPC': '1' } })
  await visit('/terms', { javaScriptEnabled: false, userAgent: robot })
  const own = await visit('/uncounted')
  await own.getByRole('button', { name: 'Leave out my visits' }).click()
  await expect(own.getByRole('button', { name: 'Count my visits again' })).toBeVisible()
  await own.goto(`${counted.url}/terms`)
  await leave(own)
  await leave(await visit('/privacy'))
  await expectVisitors(counted.dataDir, '/privacy', 1)
  expect((await reportOf(counted.dataDir)).totals).toMatchObject({ visits: 1, pages: 1 })
})

test('the way from a link elsewhere to a request is counted, with how fast the page was', async ({
  visit,
  counted,
}) => {
  const page = await visit('/robots.txt')
  await page.goto(`${counted.url}/contact?utm_source=fair`, { referer: 'https://news.example/post' })
  await page.getByLabel('Your name').first().fill('Ada')
  await leave(page)
  await expectVisitors(counted.dataDir, '/contact', 1)
  const { sources, ways } = await reportOf(counted.dataDir)
  expect(sources).toEqual([{ source: 'fair', visits: 1, requests: 0 }])
  expect(ways[0]?.steps.map(({ visitors }) => visitors)).toEqual([1, 1, 1, 0])
})

test('nothing is kept in the browser', async ({ visit, counted }) => {
  const page = await visit('/')
  await page.goto(`${counted.url}/blog`)
  const { cookies, origins } = await page.context().storageState()
  expect([...cookies, ...origins]).toEqual([])
})
