import { routes } from '../support/routes.ts'
import { expect, test } from '../support/site.ts'
import { parseXml, readListed } from '../support/xml.ts'

for (const path of ['/sitemap.xml', '/blog-sitemap.xml']) {
  test(`${path} keeps to the schema of sitemaps.org`, async ({ request, page }) => {
    const root = await parseXml(page, await (await request.get(path)).text())
    expect([root.name, root.namespace]).toEqual(['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'])
    expect(root.children.length).toBeGreaterThan(0)
    expect(root.children.length).toBeLessThanOrEqual(50_000)
    for (const { name, children } of root.children) {
      expect(name).toBe('url')
      expect(['loc', 'loc lastmod']).toContain(children.map((child) => child.name).join(' '))
      const [loc, lastmod] = children
      expect(loc?.text).toMatch(/^https?:\/\/[^\s#?]{1,2000}$/)
      if (lastmod === undefined) continue
      expect(lastmod.text).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(Date.parse(lastmod.text), 'a day of the calendar that has come').toBeLessThanOrEqual(Date.now())
    }
  })
}

test('every page stands in exactly one of the two sitemaps, and nothing else does', async ({ request, page }) => {
  const listed = (await readListed(request, page)).map(({ path }) => path)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.toSorted()).toEqual(routes.map(({ path }) => path).toSorted())
  await page.goto('/sitemap')
  const links = await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => all.map((each) => new URL((each as HTMLAnchorElement).href).pathname))
  expect(links.filter((path) => !listed.includes(path))).toEqual([])
  expect(listed.filter((path) => path !== '/contact' && !links.includes(path))).toEqual([])
})

test('whatever is listed answers under this very address, for search engines to show', async ({ request, page }) => {
  for (const { loc, path } of await readListed(request, page)) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(200)
    expect(response.headers()['x-robots-tag']).toBeUndefined()
    const html = await response.text()
    expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toBe(loc)
    expect(html).not.toMatch(/<meta name="robots"/)
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
  }
})

test('robots.txt lets everything in but what answers one visitor, and names both sitemaps', async ({
  request,
  page,
}) => {
  const lines = (await (await request.get('/robots.txt')).text()).trim().split('\n')
  const listed = await readListed(request, page)
  const { origin } = new URL(listed[0]?.loc ?? '')
  expect(lines).toEqual([
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    'Disallow: /newsletter/',
    'Disallow: /search',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    `Sitemap: ${origin}/blog-sitemap.xml`,
  ])
  const keptOut = lines.flatMap((line) => /^Disallow: (.*)/.exec(line)?.[1] ?? [])
  expect(listed.filter(({ path }) => keptOut.some((start) => path.startsWith(start)))).toEqual([])
})

test('what search engines read beside a page agrees with it', async ({ request, page }) => {
  for (const { loc, path } of await readListed(request, page)) {
    if (path === '/contact') continue
    await page.goto(path)
    const text = await page.locator('script[type="application/ld+json"]').textContent()
    const things: Record<string, unknown>[] = JSON.parse(text ?? '')['@graph']
    const typed = (type: string) => things.find((each) => each['@type'] === type)
    if (path === '/') {
      expect(things.map((each) => each['@type'])).toEqual(['Organization', 'WebSite'])
      continue
    }
    const steps = typed('BreadcrumbList')?.['itemListElement']
    expect(steps).toHaveLength(path.startsWith('/blog/') ? 3 : 2)
    expect(steps).toContainEqual(expect.objectContaining({ item: loc }))
    if (!path.startsWith('/blog/')) continue
    expect(typed('BlogPosting')).toMatchObject({
      headline: await page.locator('h1').innerText(),
      description: await page.locator('meta[name=description]').getAttribute('content'),
      datePublished: await page.locator('time').first().getAttribute('datetime'),
      mainEntityOfPage: loc,
      image: await page.locator('meta[property="og:image"]').getAttribute('content'),
    })
  }
})
