import { expect, test } from '../support/chat-site.ts'

test('the button is pressed in at once, before its code is there', async ({ page }) => {
  await page.route('**/islands/agent*', () => undefined)
  await page.goto('/')
  const button = page.locator('a.agent')
  const before = await button.evaluate((each) => getComputedStyle(each).backgroundColor)
  await button.hover()
  await page.mouse.down()
  expect(await button.evaluate((each) => getComputedStyle(each).backgroundColor)).not.toBe(before)
  await page.mouse.up()
})

test('the button stands beside the words of a wide page, and is large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const button = await page.locator('a.agent').boundingBox()
  const subscribe = await page.locator('.footer').getByRole('button', { name: 'Subscribe' }).boundingBox()
  if (!button || !subscribe) throw new Error('something is not on the page')
  expect(button.x).toBeGreaterThan(subscribe.x + subscribe.width)
  expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44)
})
