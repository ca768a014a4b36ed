import { expect, openSettled, test } from '../support/site.ts'
import { inkAcross, joints, threadPieces } from '../support/visits.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const width of [320, 375, 390, 768, 1000, 1280, 1440, 1920, 2560]) {
  test(`at ${width} px the pieces of the thread meet in one line`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openSettled(page, '/')
    for (const [name, difference] of await page.evaluate(joints)) expect(Math.abs(difference), name).toBeLessThan(0.3)
  })
}

for (const piece of threadPieces) {
  test(`the ink runs through ${piece} as the page is scrolled`, async ({ page }) => {
    await page.goto('/')
    await expect.poll(async () => Math.abs((await page.evaluate(inkAcross, piece)) - 50)).toBeLessThan(3)
  })
}
