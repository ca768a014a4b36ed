import { elementsPastTheEdge, expect, openSettled, test } from '../support/site.ts'
import { inkAcross, joints, threadPieces } from '../support/visits.ts'

// As most visitors have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const sectionsInOrder = [
  'services',
  'why-choose',
  'technology',
  'process',
  'partners',
  'pricing',
  'testimonials',
  'about',
  'contact',
]

test('the sections stand in the order of the specification, each with its heading', async ({ page }) => {
  await page.goto('/')
  const sections = page.locator('main section')
  await expect(page.locator('h1')).toHaveText('Scale Your SaaS Vision with Expert Development')
  const ids = await sections.evaluateAll((all) => all.map((section) => section.id).filter(Boolean))
  expect(ids.filter((id) => sectionsInOrder.includes(id))).toEqual(sectionsInOrder.filter((id) => ids.includes(id)))
  for (const section of await sections.all()) await expect(section.locator('h1, h2')).toHaveText(/\w/)
})

test('headings never skip a level, and there is one h1', async ({ page }) => {
  await page.goto('/')
  const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  for (const [i, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1)
})

const texts = [
  '10% discount on all projects, valid till August 2025',
  'SAVE NOW',
  'One of the Fastest Growing SaaS Development Companies',
  'SaaS Made Simple',
  'Full-Stack Excellence',
  'Your Tech Partner',
  'Rapid Development: Launch your MVP in weeks, not months',
  'Web Development',
  'SaaS MVP Development',
  'Full-Stack Applications',
  'Ongoing Support',
  'Speed & Performance',
  'Precision & Focus',
  'Scalable Growth',
  'Premium Quality',
  'Fixed Pricing',
  'Long-Term Partnership',
  'Ready to Scale Your SaaS?',
  'Discovery Call',
  'Project Planning',
  'Rapid Development',
  'Launch & Support',
  'Trusted by 50+ companies worldwide',
  '200+ institutions',
  '87% reduction in errors',
  '99.9%',
  '90%',
  'Custom Solutions',
  '10,000',
  '116 USD',
  'Free initial consultation',
  'Milestone-based payments',
  'Full-Stack Developer',
  'Product Strategist',
  'Startup Mentor',
  'SaaS Expert',
  '72-hour MVP development available',
  'Ready to Grow Your SaaS Business?',
  'Why Work With Us',
  'Scalable Architecture',
  'Stay Updated',
  'Fast Development',
  'Scalable Solutions',
]

test('every text and claim of the specification can be read', async ({ page }) => {
  await openSettled(page, '/')
  const all = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').toLowerCase()
  expect(texts.filter((text) => !all.includes(text.toLowerCase()))).toEqual([])
})

const links: [name: string, address: string][] = [
  ['Start Your Project', '#contact'],
  ['View Our Work', '#services'],
  ['Get Started Now', '#contact'],
  ['Contact Us for Pricing', '#contact'],
  ['Privacy Policy', '/privacy'],
  ['Terms of Service', '/terms'],
  ['Sitemap', '/sitemap'],
  ['Blog', '/blog'],
  ['Our Process', '#process'],
  ['Why Choose Us', '#why-choose'],
  ['About Us', '#about'],
  ['hello@kitewright.example', 'mailto:hello@kitewright.example'],
]

for (const [name, address] of links) {
  test(`“${name}” leads to ${address}`, async ({ page }) => {
    await page.goto('/')
    const addresses = await page
      .getByRole('link', { name, exact: true })
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(addresses.length).toBeGreaterThan(0)
    for (const each of addresses) expect(each?.replace(/^\/#/, '#')).toBe(address)
  })
}

test('every anchor of the page leads to something, clear of the fixed bar', async ({ page }) => {
  await page.goto('/')
  const hashes = await page
    .locator('a[href*="#"]')
    .evaluateAll((all) => [...new Set(all.map((a) => new URL(a.getAttribute('href') ?? '', document.baseURI).hash))])
  for (const hash of hashes.filter((each) => each !== '#content')) {
    await page.goto(`/${hash}`)
    const heading = page.locator(`${hash} :is(h1, h2)`).first()
    await expect(heading).toBeInViewport()
    const bar = await page.getByRole('navigation').first().boundingBox()
    const box = await heading.boundingBox()
    expect(box?.y ?? 0, hash).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1)
  }
})

for (const width of [320, 375, 600, 768, 900, 1024, 1280, 1920, 2560]) {
  test(`nothing reaches past the edge at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    expect(await elementsPastTheEdge(page)).toEqual([])
  })
}

test('every stroke of every drawing is drawn', async ({ page }) => {
  await page.goto('/')
  const hidden = await page.evaluate(() =>
    [...document.querySelectorAll('main svg :is(path, rect, line, circle):not(pattern *)')]
      .filter((stroke) => stroke.closest('svg')?.checkVisibility() && !stroke.checkVisibility())
      .map((stroke) => stroke.outerHTML),
  )
  expect(hidden).toEqual([])
})

test('an unknown address gets the not-found page with its status', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.locator('h1')).toHaveText('Oops! Page not found')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.locator('h1')).toContainText('Scale Your SaaS Vision')
  complaints.length = 0
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('the menu opens, shows the same items, and closes', async ({ page }) => {
        await page.goto('/')
        const item = page.getByRole('navigation').first().getByRole('link', { name: 'Pricing', exact: true })
        await expect(item).toBeHidden()
        const toggle = page.getByLabel(/menu/i).first()
        await toggle.click()
        await expect(item).toBeVisible()
        await toggle.click()
        await expect(item).toBeHidden()
      })
    })
  }
})

test.describe('the thread', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  for (const width of [320, 375, 390, 768, 1000, 1280, 1440, 1920, 2560]) {
    test(`at ${width} px the pieces of the thread meet in one line`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await openSettled(page, '/')
      for (const [name, difference] of await page.evaluate(joints)) expect(Math.abs(difference), name).toBeLessThan(0.3)
    })
  }

  for (const piece of threadPieces) {
    test(`the ink runs through ${piece} as the page is scrolled`, async ({ page }) => {
      await page.goto('/')
      await expect.poll(async () => Math.abs((await page.evaluate(inkAcross, piece)) - 50)).toBeLessThan(3)
    })
  }
})
