import { browserArguments, pathOfBrowser } from '../support/browser.ts'
import { countedIn } from '../support/owner.ts'
import { expect, test } from '../support/site.ts'

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

// The beacon of a page that is left has the browser's own name, whatever the context's is, and no headless browser is counted.
test.use({
  launchOptions: { executablePath: pathOfBrowser('browser'), args: [...browserArguments, `--user-agent=${agent}`] },
})

test('a page view counts once with its source, with or without scripts, and not for the owner', async ({
  browser,
  page,
  site,
}) => {
  // The link in the footer is far enough down to count as reading on.
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/robots.txt')
  await page.goto('/contact?utm_source=fair', { referer: 'https://news.example/post' })
  await page.getByLabel('Name').first().fill('Ada')
  await page.reload()
  await page.getByRole('link', { name: 'Sitemap' }).first().click()
  await expect(page).toHaveURL(/sitemap$/)
  await page.goBack()
  await page.goto('about:blank')
  const byScript = ['page:/contact fair', 'page:/sitemap direct', 'read', 'used:contact']
  await expect.poll(() => countedIn(site.dataDir)).toEqual(byScript)
  const { cookies, origins } = await page.context().storageState()
  expect([cookies, origins.flatMap(({ localStorage }) => localStorage)]).toEqual([[], []])

  await page.goto('/uncounted')
  await page.getByRole('button', { name: 'Leave out my visits' }).click()
  await expect(page.getByRole('button', { name: 'Count my visits again' })).toBeVisible()
  await page.goto('/terms')
  const plain = await browser.newPage({ javaScriptEnabled: false })
  for (const path of ['/privacy', '/blog', '/privacy']) await plain.goto(site.url + path)
  const all = ['page:/blog direct', ...byScript.slice(0, 1), 'page:/privacy direct', ...byScript.slice(1)]
  await expect.poll(() => countedIn(site.dataDir)).toEqual(all)
  await plain.close()
})
