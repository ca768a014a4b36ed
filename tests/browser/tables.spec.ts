import type { Page } from '@playwright/test'
import { articlePaths } from '../support/routes.ts'
import { elementsPastTheEdge, expect, openSettled, test } from '../support/site.ts'

for (const width of [320, 390, 430]) {
  test(`every cell of every table is in view at ${width} px, and figures stand apart from the words beside them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [...articlePaths, '/privacy']) {
      await page.goto(path)
      expect(await elementsPastTheEdge(page), path).toEqual([])
      expect(await cellsOutOfView(page), path).toEqual([])
      expect(await figuresCloserThan(page, 28), path).toEqual([])
    }
  })
}

/** Cells that hold something, and of which something lies outside their container. */
function cellsOutOfView(page: Page): Promise<string[]> {
  return page.locator('.table :is(td, th):not(:empty)').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        const [box, outer] = [words.getBoundingClientRect(), cell.closest('.table')?.getBoundingClientRect()]
        return cell.checkVisibility() && (box.right > (outer?.right ?? 0) + 0.5 || box.left < (outer?.left ?? 0))
      })
      .map((cell) => cell.textContent),
  )
}

/** Figures whose last digit comes nearer than that to the words of the next cell in their line. */
function figuresCloserThan(page: Page, least: number): Promise<string[]> {
  return page.locator('td.number + td:not(.number, :empty)').evaluateAll(
    (cells, gap) =>
      cells
        .filter((cell) => {
          const figure = document.createRange()
          if (cell.previousSibling) figure.selectNodeContents(cell.previousElementSibling ?? cell)
          const words = document.createRange()
          words.selectNodeContents(cell)
          const [before, after] = [figure.getBoundingClientRect(), words.getBoundingClientRect()]
          return before.width > 0 && before.top === after.top && after.left - before.right < gap
        })
        .map((cell) => cell.textContent),
    least,
  )
}

test('on a wide screen a figure keeps its distance from the words beside it, and columns of figures stay together', async ({
  page,
}) => {
  for (const path of articlePaths) {
    await page.goto(path)
    expect(await figuresCloserThan(page, 28), path).toEqual([])
  }
  await openSettled(page, '/blog/saas-mvp-cost-guide')
  const heads = page.locator('.table').first().locator('th.number')
  expect(await heads.allInnerTexts()).toEqual(['As written, hours', 'First version, hours'])
  const rights = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().right))
  expect((rights[1] ?? 0) - (rights[0] ?? 0)).toBeLessThan(130)
})

test('where the rows of a table stand below each other, every cell says what it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/privacy')
  const cell = page.locator('.table tbody tr').first().locator('td').last()
  await expect(cell).toContainText('Mail server')
  expect(await cell.evaluate((each) => getComputedStyle(each, '::before').content)).toContain('Who gets it')
})

test('a table that has no room slides by itself, by keyboard too, shows where it is cut, and has a name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/blog/saas-mvp-cost-guide')
  const tables = page.locator('.table')
  for (const table of await tables.all()) await expect(table).toHaveAccessibleName(/\w/)
  const wide = tables.nth(1)
  await wide
    .locator('th')
    .first()
    .evaluate((head) => {
      head.textContent = 'a_name_in_code_'.repeat(4)
    })
  await expect(wide).toHaveCSS('background-attachment', 'local, scroll')
  await wide.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => wide.evaluate((table) => table.scrollLeft)).toBeGreaterThan(0)
})
