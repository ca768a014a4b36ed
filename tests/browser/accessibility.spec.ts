import AxeBuilder from '@axe-core/playwright'
import { answers, routes } from '../support/routes.ts'
import { expect, test } from '../support/site.ts'

const paths = [...routes.map((route) => route.path), ...answers, '/nowhere']

const looks = [
  ['light', 1280],
  ['dark', 375],
] as const

for (const path of paths) {
  test(`axe finds nothing on ${path}, whether light and wide or dark and narrow`, async ({ page, complaints }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
        `${colorScheme}, ${width} px`,
      ).toEqual([])
    }
    // The browser complains of the status 404, which is right.
    if (path === '/nowhere') complaints.length = 0
  })
}

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(/skip/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
})

test('nothing moves for visitors who ask for stillness', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const running = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )
  expect(running).toBe(0)
})
