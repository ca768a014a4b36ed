import { pathOfBrowser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import type { Look, OtherBrowser } from './other-browser.ts'
import { test as base } from './site.ts'
import { startWebKit } from './webkit.ts'

/**
 * The site in a browser besides Chromium, which each worker starts once, and whose tab has kept nothing. For a whole file,
 * or a `describe` of its own.
 */
export function testIn(engine: 'firefox' | 'webkit', look: Look = {}) {
  const path = pathOfBrowser(engine)
  base.skip(path === '', `this machine has no ${engine}`)
  return base.extend<{ newTab: undefined }, { other: OtherBrowser }>({
    other: [
      async ({}, use) => {
        const other = await (engine === 'firefox' ? startFirefox : startWebKit)(path, look)
        await use(other)
        await other.end()
      },
      { scope: 'worker' },
    ],
    newTab: [
      async ({ site, other }, use) => {
        await other.open(`${site.url}/robots.txt`)
        await other.run(() => sessionStorage.clear())
        await use(undefined)
      },
      { auto: true },
    ],
  })
}
