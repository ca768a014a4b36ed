import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './site.ts'

const looks = [
  ['light', 1280],
  ['dark', 375],
] as const

/** A test for each of these pages: it is opened once for both looks. */
export function expectAccessible(paths: readonly string[]): void {
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
}
