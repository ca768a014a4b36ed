import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

const looks = [
  ['light', 1280],
  ['dark', 375],
] as const

/** Has axe look at the page as it is, or at a part of it, in both looks. */
export async function expectNothingFound(page: Page, part = 'html'): Promise<void> {
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // Legacy mode is for pages without frames: the other opens a second page for each report.
    const axe = new AxeBuilder({ page })
      .include(part)
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
    const { violations } = await axe.analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      `${page.url()}, ${colorScheme}, ${width} px`,
    ).toEqual([])
  }
}

/** A test for each of these pages: it is opened once for both looks. */
export function expectAccessible(paths: readonly string[]): void {
  for (const path of paths) {
    test(`axe finds nothing on ${path}, whether light and wide or dark and narrow`, async ({ page, complaints }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path)
      await expectNothingFound(page)
      // The browser complains of the status 404, which is right.
      if (path === '/nowhere') complaints.length = 0
    })
  }
}
