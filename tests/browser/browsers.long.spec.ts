import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putBuiltContent } from '../support/content.ts'
import { press, testIn, type } from '../support/other-browser.ts'
import { countedIn, startDesk } from '../support/owner.ts'
import { expect, test as plain } from '../support/site.ts'
import { bookACall, inkAcross, tabThrough, threadPieces, visits, walkThroughMenu } from '../support/visits.ts'

const pages = ['/', '/blog', '/blog/saas-mvp-cost-guide', '/contact', '/newsletter', '/privacy', '/search?q=mvp']
const sizes = [
  [390, 844],
  [1280, 800],
] as const

for (const engine of ['firefox', 'webkit'] as const) {
  plain.describe(engine, () => {
    const test = testIn(engine, { still: false })

    for (const [width, height] of sizes) {
      for (const [sentence, visit] of Object.entries(visits)) {
        test(`at ${width} px, ${sentence}`, async ({ site, other }) => {
          await other.open(site.url)
          await other.resize(width, height)
          await visit(other, site.url)
        })
      }

      // On WebKit's screen no window has the focus.
      if (engine === 'webkit') continue
      test(`at ${width} px, whatever Tab leads to can be seen`, async ({ site, other }) => {
        await other.open(site.url)
        await other.resize(width, height)
        for (const path of pages) expect(await tabThrough(other, site.url + path), path).toEqual([])
      })
    }

    test("at 390 px an article's line leaves the kite where it ends, beside a scrollbar, too", async ({
      site,
      other,
    }) => {
      await other.open(`${site.url}/blog/saas-mvp-cost-guide`)
      await other.resize(390, 844)
      const apart = await other.run(() => {
        const band = document.querySelector('.drawn-band')?.getBoundingClientRect()
        const place = document.querySelector('.drawn-place')?.getBoundingClientRect()
        return (band?.right ?? 0) - (place?.left ?? 0) - (place?.width ?? 0) / 5
      })
      expect(Math.abs(apart)).toBeLessThan(0.5)
    })

    test('at 1280 px the blog’s search stands beside its heading', async ({ site, other }) => {
      await other.open(`${site.url}/blog`)
      await other.resize(1280, 800)
      const isBeside = await other.run(() => {
        const [heading, search] = ['h1', '.search'].map((each) => document.querySelector(each)?.getBoundingClientRect())
        return search && heading && search.left > heading.right && search.top < heading.bottom
      })
      expect(isBeside).toBe(true)
    })

    test('the menu goes when the focus goes on', async ({ site, other }) => {
      await other.open(site.url)
      await other.resize(390, 844)
      await walkThroughMenu(other, site.url)
    })
  })

  for (const dark of [false, true]) {
    plain.describe(`${engine}, ${dark ? 'dark' : 'light'}`, () => {
      const test = testIn(engine, { dark })

      for (const path of pages) {
        test(`nothing of ${path} reaches past the edge, from 320 to 1920 px`, async ({ site, other }) => {
          await other.open(site.url + path)
          for (const width of [320, 390, 768, 1000, 1280, 1920]) {
            await other.resize(width, 800)
            const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches
            const widths = () => [innerWidth, document.documentElement.scrollWidth] as const
            expect(await other.run(isDark)).toBe(dark)
            const [inner, whole] = await other.run(widths)
            expect(inner).toBe(width)
            expect(whole).toBeLessThanOrEqual(width)
          }
        })
      }
    })
  }
}

plain.describe('WebKit inks', () => {
  const test = testIn('webkit', { still: false })

  for (const piece of threadPieces) {
    test(`the thread through ${piece} as the page is scrolled`, async ({ site, other }) => {
      await other.open(site.url)
      await other.resize(1280, 800)
      await expect.poll(async () => Math.abs((await other.run(inkAcross, piece)) - 50)).toBeLessThan(5)
    })
  }
})

plain.describe('firefox, letters of twice the size', () => {
  const test = testIn('firefox', { letters: 2 })

  for (const path of pages) {
    test(`nothing of ${path} reaches past the edge, at 320, 390 and 1280 px`, async ({ site, other }) => {
      await other.open(site.url + path)
      await expect.poll(() => other.run(() => getComputedStyle(document.body).fontSize)).toBe('34px')
      for (const width of [320, 390, 1280]) {
        await other.resize(width, 800)
        expect(await other.run(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    })
  }
})

plain.describe('firefox', () => {
  const test = testIn('firefox', { still: false })

  test('a page is counted once, also when it is come back to', async ({ site, other }) => {
    for (const path of ['/terms', '/terms', '/sitemap', '/terms', '/robots.txt']) await other.open(site.url + path)
    const counted = () => countedIn(site.dataDir).filter((each) => /sitemap|terms/.test(each))
    await expect.poll(counted).toEqual(['page:/sitemap direct', 'page:/terms direct'])
  })

  test('each view of the desk is opened, and does what it is for', async ({ site, other, request }) => {
    const folder = putBuiltContent(mkdtempSync(join(tmpdir(), 'desk-')))
    const desk = await startDesk(site.dataDir, { folder, variables: { BACKUP_DIR: join(folder, 'backups') } })
    await other.resize(1280, 800)
    await other.open(desk.address)
    const says = (words: string) =>
      expect.poll(() => other.run(() => document.querySelector('#desk')?.textContent ?? '')).toContain(words)
    const pressOn = async (selector: string) => {
      await expect.poll(() => other.run((found) => document.querySelector(found) !== null, selector)).toBe(true)
      await press(other, selector)
    }
    /** Presses keys, a string each, and waits for these words. */
    const steps = async (keys: string[], words: string) => {
      for (const each of keys) await type(other, each)
      await says(words)
    }
    const name = `Firefox ${Date.now()}`
    const email = `${Date.now()}@example.com`
    const data = { name, email, project: 'A shop', elapsedMs: 30_000 }
    const { reference } = await (await request.post('/api/contact', { data })).json()
    await says('takes requests')
    await pressOn('.check-up .quiet')
    await says('Looked again.')
    await steps(['2'], name)
    await steps(['j'], reference)
    await steps(['e'], `${reference} is answered.`)
    await type(other, '3')
    await pressOn('.cell.free')
    await pressOn('.block .button')
    await says('That time is blocked.')
    await steps(['u'], 'It is as it was.')
    await steps(['4', '/', 'nobody'], 'No such reader.')
    await pressOn('nav a[href="/mails"]')
    await pressOn('.actions .quiet')
    await says('No mail goes out since')
    await steps(['u'], 'Send none for now')
    await type(other, '7')
    await pressOn('main .quiet')
    await says('read back whole')
    await steps(['8'], 'Nothing is kept')
    await steps(['/', email, 'Enter'], 'Save it for them')
    await steps(['5'], 'not sent')
    await steps(['j'], 'confirmed readers')
    const issue = () => other.run(() => document.querySelector('iframe')?.srcdoc.length ?? 0)
    await expect.poll(issue).toBeGreaterThan(10_000)
    expect(await desk.stop()).toBe(0)
    rmSync(folder, { recursive: true })
  })
})

plain.describe('firefox without JavaScript', () => {
  const test = testIn('firefox', { scripts: false })

  test('a call is booked, moved and canceled', async ({ site, other }) => {
    await other.resize(1280, 800)
    await bookACall(other, site.url)
  })

  test('a page is counted once', async ({ site, other }) => {
    for (const path of ['/terms', '/terms', '/sitemap', '/terms']) await other.open(site.url + path)
    const counted = () => countedIn(site.dataDir).filter((each) => /sitemap|terms/.test(each))
    await expect.poll(counted).toEqual(['page:/sitemap direct', 'page:/terms direct'])
  })
})
