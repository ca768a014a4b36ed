import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../support/on-desk.ts'
import { expect, expectNothingFound } from '../support/site.ts'

test('an import shows how far it is, on every view, and is stopped and done again', async ({ page, enter }) => {
  const name = crypto.randomUUID()
  const list = Array.from({ length: 40_000 }, (_, n) => `r${n}-${name}@example.com`).join('\n')
  await enter()
  await page.keyboard.press('4')
  await page.getByText('Import a list').click()
  await page
    .getByLabel('The list (CSV')
    .setInputFiles({ name: 'all.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await page.getByLabel('What they agreed to').fill('Yes, send it.')
  await page.getByLabel('When').fill('2026-05-01')
  await page.getByRole('button', { name: 'Try it first' }).click()
  await page.getByRole('button', { name: 'Import 40,000' }).click()
  const underWay = page.getByRole('region', { name: 'Under way' })
  await expect(underWay.getByRole('progressbar', { name: /Import Reading the list \d+ %/ })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await expectNothingFound(page)
  await underWay.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('status')).toContainText('Stopped: who is on the list by now stays.')
  await expect(underWay).toHaveCount(0)
  await page.getByRole('link', { name: 'Readers' }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(page.locator('.row').first()).toBeVisible()
})

test('a backup is made and restored for a trial, and what was made is listed', async ({ page, enter, folder }) => {
  await enter()
  await page.keyboard.press('7')
  await page.getByRole('button', { name: 'Make one now' }).click()
  await expect(page.getByRole('status')).toContainText('read back whole')
  expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^kitewright-.*\.sqlite$/)])
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('status')).toContainText('It can be restored:')
})
