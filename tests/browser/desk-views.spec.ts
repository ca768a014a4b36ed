import { test } from '../support/on-desk.ts'
import { expect } from '../support/site.ts'

test('on a phone the tab of the view that is shown is in sight', async ({ page, enter, desk }) => {
  await enter()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [path, name] of [
    ['/backups', 'Backups'],
    ['/report', 'Report'],
    ['/today', 'Today'],
  ] as const) {
    await page.goto(new URL(path, desk.address).href)
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 0.9 })
  }
})
