import type { Page } from '@playwright/test'
import { onePageOfEachKind, routes } from '../support/routes.ts'
import { elementsPastTheEdge, expect, test } from '../support/site.ts'

const widths = [320, 375, 768, 1000, 1240, 1920]

for (const { path, title, heading } of routes) {
  test(`${path} has its title, description, canonical link and content, and nothing past the edge from ${widths[0]} to ${widths.at(-1)} px`, async ({
    page,
  }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expectContent(page, path, title, heading)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await elementsPastTheEdge(page), `${width} px`).toEqual([])
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, title, heading } of routes.filter((route) => onePageOfEachKind.includes(route.path))) {
    test(`${path} is the same`, async ({ page }) => {
      await page.goto(path)
      await expectContent(page, path, title, heading)
    })
  }
})

async function expectContent(page: Page, path: string, title: RegExp, heading: string | RegExp): Promise<void> {
  await expect(page).toHaveTitle(title)
  await expect(page.locator('h1')).toHaveText(heading)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{50,}/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `http://localhost:4321${path}`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached()
  await expect(page.getByRole('contentinfo')).toContainText('Stay Updated')
}

test('no two pages share a title or a description', async ({ request }) => {
  const heads = await Promise.all(
    routes.map(async ({ path }) => {
      const html = await (await request.get(path)).text()
      return {
        title: /<title>(.*?)<\/title>/.exec(html)?.[1],
        text: /name="description" content="(.*?)"/.exec(html)?.[1],
      }
    }),
  )
  expect(new Set(heads.map(({ title }) => title)).size).toBe(routes.length)
  expect(new Set(heads.map(({ text }) => text)).size).toBe(routes.length)
})
