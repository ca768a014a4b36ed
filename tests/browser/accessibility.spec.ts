import { onePageOfEachKind } from '../support/routes.ts'
import { expect, expectAccessible, test } from '../support/site.ts'

expectAccessible(onePageOfEachKind)

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
