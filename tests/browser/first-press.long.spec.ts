import type { Page } from '@playwright/test'
import { expect, test } from '../support/site.ts'

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

/** A press of the mouse, as soon as there is something to press, and nothing that waits for anything else. */
async function pressSend(page: Page) {
  const place = await page.waitForFunction(() => {
    const send = document.querySelector('.contact-fields .button')
    send?.scrollIntoView({ block: 'center' })
    return send?.getBoundingClientRect().toJSON()
  })
  const { x, y } = await place.jsonValue()
  await page.mouse.click(x + 20, y + 20)
}

// Beside each other they would take the processor from each other.
test.describe.configure({ mode: 'serial' })

for (const pauseMs of [0, 300, 900, 1600]) {
  test(`on a slow phone, Send that is pressed ${pauseMs} ms after it can be seen brings the red box, and no bubble`, async ({
    page,
  }) => {
    await page.addInitScript(() => addEventListener('invalid', () => document.body.append('a bubble'), true))
    await slowDown(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.waitForSelector('.contact-fields .button')
    // The moment of the press is what this is about.
    await page.waitForTimeout(pauseMs)
    await pressSend(page)
    // The first press is what has been answered: there is no other.
    await expect(box(page)).toHaveText('Please fill in all fields')
    await expect(page.getByText('a bubble')).toHaveCount(0)
  })
}
