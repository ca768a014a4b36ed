import { expect, test } from '../support/site.ts'

test('the sitemap lists every page, all seven articles and the six case studies', async ({ page, site }) => {
  await page.goto('/sitemap')
  const group = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('link')
  const addresses = async (name: string) =>
    group(name).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(await addresses('Main Pages')).toEqual([
    '/',
    '/#services',
    '/#process',
    '/#pricing',
    '/#about',
    '/#why-choose',
    '/#contact',
  ])
  expect((await addresses('Blog')).length).toBe(8)
  expect(await addresses('Legal and Company')).toEqual(['/privacy', '/terms', '/sitemap'])
  expect(await addresses('Case Studies')).toEqual(Array(6).fill('/#partners'))
  const machines = group('For machines')
  for (const link of await machines.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('href', /^http/)
  }
  expect(await addresses('For machines')).toEqual(
    expect.arrayContaining(['http://localhost:4321/sitemap.xml', 'http://localhost:4321/blog-sitemap.xml']),
  )
  expect(await page.locator(`main a[target]:not([href^="http"])`).count()).toBe(0)
  await page.goto(`${site.url}/#partners`)
  await expect(page.locator('#partners')).toBeInViewport()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a search finds articles and pages, with the words marked', async ({ page }) => {
      await page.goto('/blog')
      await page.getByLabel('Search the site').fill('fixed price')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(/\/search\?q=fixed\+price$/)
      await expect(page.getByRole('searchbox')).toHaveValue('fixed price')
      await expect(page.getByRole('status')).toHaveText(/^\d+ pages$/)
      const found = page.locator('.search-results')
      await expect(found.locator('mark').first()).toHaveText(/fix|pric/i)
      await expect(found.getByRole('link', { name: /Terms of Service/ })).toBeVisible()
      await found.getByRole('link').first().click()
      await expect(page.locator('h1')).toBeVisible()
    })
  })
}

const wordless = ['', '   ', '%00', '%F0%9F%AA%81', '!?', 'zzzqqq', 'x'.repeat(5000)]
const odd = ['"; DROP TABLE x; --', '<script>alert(1)</script>', '* AND ^', '%E0%A4%A', 'NEAR(a b)', 'title:price']

for (const query of [...wordless, ...odd]) {
  test(`the query “${query.slice(0, 30)}” gets a calm page`, async ({ page }) => {
    const response = await page.goto(`/search?q=${query}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('status')).toHaveText(/\w/)
    if (wordless.includes(query)) await expect(page.getByRole('link', { name: 'browse the blog' })).toBeVisible()
  })
}

test('what is found does not run together: cells, rows and the title of a part stand apart', async ({ page }) => {
  await page.goto('/search?q=fixed+price')
  const found = page.getByRole('listitem').filter({ hasText: 'What a SaaS MVP costs' })
  await expect(found).toContainText('By the hour · Fixed price; The estimate was too low · You · The maker')
  const [title, excerpt] = await found.locator('p').all()
  await expect(title ?? found).toHaveText('Fixed price or hours: who carries which risk')
  const [above, below] = [await title?.boundingBox(), await excerpt?.boundingBox()]
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
})

test('a misspelt word finds what was most likely meant, and the page says so', async ({ page }) => {
  await page.goto('/search?q=pricng')
  await expect(page.getByRole('status')).toHaveText(/These are the closest/)
  expect(await page.locator('.search-results li').count()).toBeGreaterThan(0)
})

test('a page that is rendered on demand comes compressed, with its letters named', async ({ request }) => {
  for (const path of ['/search?q=mvp', '/contact', '/nowhere', '/newsletter']) {
    const response = await request.get(path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(response.headers()).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept, Accept-Encoding',
    })
    expect(await response.text()).toContain('</html>')
  }
})

test('an answer to one visitor is not for search engines', async ({ page }) => {
  for (const path of ['/search?q=mvp', '/contact/received?reference=KW-TESTTEST']) {
    await page.goto(path)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  }
})

const misspelt: [path: string, address: string][] = [
  ['/pricing', '/#pricing'],
  ['/blog/saas-trends', '/blog/saas-trends-2025'],
  ['/termz', '/terms'],
]

for (const [path, address] of misspelt) {
  test(`the not-found page suggests ${address} for ${path}`, async ({ page, complaints }) => {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.locator('main').getByText('Perhaps').getByRole('link')).toHaveAttribute('href', address)
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    complaints.length = 0
  })
}

test('a former address leads on with 301', async ({ request }) => {
  const response = await request.get('/prices?from=mail', { maxRedirects: 0 })
  expect([response.status(), response.headers()['location']]).toEqual([301, '/?from=mail#pricing'])
})

test('who asks for Markdown gets the page as Markdown, under the same address', async ({ request }) => {
  for (const path of ['/', '/blog/saas-trends-2025', '/contact']) {
    const markdown = await request.get(path, { headers: { accept: 'text/markdown, text/html;q=0.5' } })
    expect(markdown.headers()['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.headers()['vary']).toMatch(/^Accept\b/)
    const html = await request.get(path)
    expect(html.headers()['content-type']).toContain('text/html')
    expect(html.headers()['vary']).toMatch(/^Accept\b/)
    expect(html.headers()['etag'] ?? 'none').not.toBe(markdown.headers()['etag'])
  }
})

test('every page that answers somebody has its drawing, and its line; the newsletter asks once', async ({ page }) => {
  for (const path of [
    '/contact',
    '/contact/received?reference=KW-TESTTEST',
    '/contact/consultation',
    '/newsletter',
    '/newsletter/subscribed?reference=NL-TESTTEST',
    '/search',
    '/sitemap',
  ]) {
    await page.goto(path)
    await expect(page.locator('main .drawn-place svg'), path).toBeVisible()
    await expect(page.locator('main .thread'), path).toHaveCount(2)
    await expect(page.locator('h1')).toHaveCount(1)
  }
  await page.goto('/newsletter')
  await expect(page.getByRole('heading', { name: 'Stay Updated' })).toHaveCount(1)
})
