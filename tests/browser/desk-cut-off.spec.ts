import { test } from '../support/on-desk.ts'
import { expect, expectNothingFound } from '../support/site.ts'

test('while the desk does not answer, what is shown and typed stays', async ({
  page,
  enter,
  send,
  desk,
  complaints,
}) => {
  const reference = await send('\u202EGrace Hopper')
  await enter()
  await page.goto(new URL(`/requests/${reference}?view=all`, desk.address).href)
  const request = page.getByRole('article')
  await expect(request.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  expect(await page.locator('body').innerText()).not.toContain('\u202E')
  await page.keyboard.press('n')
  await page.keyboard.type('called back')
  await page.route('**/api/**', (route) => route.abort())
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('The desk does not answer. Is its command still running?')
  await expect(request.getByRole('textbox')).toHaveValue('called back')
  await expectNothingFound(page)
  await page.unroute('**/api/**')
  await expect(alert).toHaveCount(0)
  await expect(request.getByRole('textbox')).toHaveValue('called back')
  expect(new Set(complaints.splice(0))).toEqual(new Set(['Failed to load resource: net::ERR_FAILED']))
})
