import { expect, test } from '../support/site.ts'

test('a page that somebody points at is rendered before the click, one that answers a visitor is not', async ({
  page,
}) => {
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).hover()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.locator('h1')).toHaveText('Notes from the workshop')
  const kind = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation === undefined ? 0 : Reflect.get(navigation, 'activationStart')
  })
  expect(kind).toBeGreaterThan(0)
})

test('back returns to the place that was left', async ({ page }) => {
  await page.goto('/blog/mvp-development-guide')
  await page.evaluate(() => window.scrollTo({ top: 3000 }))
  await page.locator('.bar-logo').click()
  await expect(page.locator('h1')).toHaveText(/Scale Your SaaS/)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(3000)
})
