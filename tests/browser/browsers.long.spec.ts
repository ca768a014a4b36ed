import { type OtherBrowser, testIn, type } from '../support/other-browser.ts'
import { countedIn, startDesk } from '../support/owner.ts'
import { expect, test as plain } from '../support/site.ts'
import { inkAcross, tabThrough, threadPieces, visits, walkThroughMenu } from '../support/visits.ts'

const pages = [
  '/',
  '/blog',
  '/blog/saas-mvp-cost-guide',
  '/contact',
  '/call',
  '/newsletter',
  '/privacy',
  '/search?q=mvp',
]
const sizes = [
  [390, 844],
  [1280, 800],
] as const

async function expectNothingPastTheEdge(other: OtherBrowser, url: string, widths: readonly number[]) {
  for (const path of pages) {
    await other.open(url + path)
    for (const width of widths) {
      await other.resize(width, 800)
      const [inner, whole] = await other.run(() => [innerWidth, document.documentElement.scrollWidth] as const)
      expect(inner).toBe(width)
      expect(whole, `${path} at ${width} px`).toBeLessThanOrEqual(width)
    }
  }
}

for (const engine of ['firefox', 'webkit'] as const) {
  plain.describe(engine, () => {
    const test = testIn(engine)

    for (const [width, height] of sizes) {
      const tab = async (other: OtherBrowser, url: string) => {
        for (const path of pages) expect(await tabThrough(other, url + path), path).toEqual([])
      }
      // On WebKit's screen no window has the focus.
      const all = { ...visits, ...(engine === 'firefox' && { 'whatever Tab leads to can be seen': tab }) }
      for (const [sentence, visit] of Object.entries(all)) {
        test(`at ${width} px, ${sentence}`, async ({ site, other }) => {
          await other.open(site.url)
          await other.resize(width, height)
          await visit(other, site.url)
        })
      }
    }

    test('nothing overflows the page, from 320 to 1920 px', async ({ site, other }) => {
      await expectNothingPastTheEdge(other, site.url, [320, 390, 768, 1000, 1280, 1920])
    })

    test('at 390 px the menu closes when the focus leaves it', async ({ site, other }) => {
      await other.open(site.url)
      await other.resize(390, 844)
      await walkThroughMenu(other, site.url)
    })

    test('at 1280 px the blog’s search is beside its heading, and scrolling inks the thread', async ({
      site,
      other,
    }) => {
      await other.open(`${site.url}/blog`)
      await other.resize(1280, 800)
      const isBeside = await other.run(() => {
        const [heading, search] = ['h1', '.search'].map((each) => document.querySelector(each)?.getBoundingClientRect())
        return search && heading && search.left > heading.right && search.top < heading.bottom
      })
      expect(isBeside).toBe(true)
      if (engine === 'firefox') return // it can't ink by scrolling
      await other.open(site.url)
      for (const piece of threadPieces) {
        await expect.poll(async () => Math.abs((await other.run(inkAcross, piece)) - 50), piece).toBeLessThan(5)
      }
    })
  })
}

plain.describe('firefox, letters of twice the size', () => {
  const test = testIn('firefox', { letters: 2 })

  test('nothing overflows the page at 320, 390 and 1280 px', async ({ site, other }) => {
    await other.open(site.url)
    await expect.poll(() => other.run(() => getComputedStyle(document.body).fontSize)).toBe('34px')
    await expectNothingPastTheEdge(other, site.url, [320, 390, 1280])
  })
})

plain.describe('firefox', () => {
  const test = testIn('firefox')

  test('a page is counted once, even if the visitor returns to it', async ({ site, other }) => {
    for (const path of ['/terms', '/terms', '/sitemap', '/terms', '/robots.txt']) await other.open(site.url + path)
    const counted = () => countedIn(site.dataDir).filter((each) => /sitemap|terms/.test(each))
    await expect.poll(counted).toEqual(['page:/sitemap direct', 'page:/terms direct'])
  })

  test('each view of the desk opens with its key', async ({ site, other }) => {
    const desk = await startDesk(site.dataDir)
    await other.resize(1280, 800)
    await other.open(desk.address)
    const views = 'today,inbox,calendar,people,issues,subscribers,analytics,training,outbox,backups'.split(',')
    await expect.poll(() => other.run(() => document.querySelector('h1') !== null)).toBe(true)
    for (const [n, view] of views.entries()) {
      await type(other, `${(n + 1) % 10}`)
      await expect.poll(() => other.run(() => location.pathname)).toContain(`/${view}`)
    }
    expect(await desk.stop()).toBe(0)
  })
})

for (const moment of ['commit', 'domcontentloaded', 'load', 'networkidle'] as const) {
  plain(`on a slow phone Send, pressed at ${moment}, brings the red box`, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
    await devtools.send('Network.emulateNetworkConditions', slow)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.goto('/', { waitUntil: moment })
    await page.locator('main .form .button').click()
    await expect(page.locator('main').getByRole('alert')).toHaveText('Please fill in all fields')
  })
}
