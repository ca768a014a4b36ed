import { expect, openSettled, test } from '../support/site.ts'

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
