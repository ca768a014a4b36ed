import type { Page } from '@playwright/test'
import { answers, onePageOfEachKind, routes } from '../support/routes.ts'
import { expect, expectAccessible, test } from '../support/site.ts'

expectAccessible([...routes.map(({ path }) => path), ...answers].filter((path) => !onePageOfEachKind.includes(path)))

test.describe('on a slow phone', () => {
  /** A bad connection and a weak phone. */
  async function slowDown(page: Page) {
    const devtools = await page.context().newCDPSession(page)
    const bytesPerSecond = 400_000 / 8
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  }

  const box = (page: Page) => page.locator('main').getByRole('alert')

  // Beside each other they would take the processor from each other.
  test.describe.configure({ mode: 'serial' })

  for (const pauseMs of [0, 300, 900, 1600]) {
    test(`on a slow phone, Send that is pressed ${pauseMs} ms after it can be seen brings the red box, and no bubble`, async ({
      page,
    }) => {
      await page.addInitScript(() => addEventListener('invalid', () => document.body.append('a bubble'), true))
      await slowDown(page)
      await page.goto('/', { waitUntil: 'commit' })
      await page.waitForSelector('main .form .button')
      // The moment of the press is what this is about.
      await page.waitForTimeout(pauseMs)
      // Where it stands then: the faces may come meanwhile, and move it.
      await page.locator('main .form .button').click()
      // The first press is what has been answered: there is no other.
      await expect(box(page)).toHaveText('Please fill in all fields')
      await expect(page.getByText('a bubble')).toHaveCount(0)
    })
  }
})
