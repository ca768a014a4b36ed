import { test } from '../support/on-desk.ts'
import { expect, expectNothingFound } from '../support/site.ts'

test('axe finds nothing on any view of the desk', async ({ page, enter, send }) => {
  const reference = await send('Katherine Johnson')
  const views = [
    ['/readers', 'confirmed · 7 days'],
    ['/issues', 'not sent'],
    [`/requests/${reference}`, 'Katherine Johnson'],
    ['/report', 'The way to a client'],
    ['/questions', 'surely understand'],
    ['/mails', 'hello@'],
    ['/backups', 'Make one now'],
    ['/person?email=ada@example.com', 'Nothing is kept'],
  ] as const
  for (const [path, words] of views) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(path)
    await expect(page.getByText(words).first()).toBeVisible()
    await expectNothingFound(page)
  }
})

test('a free time is blocked and opened again by keys, and axe finds nothing on it', async ({ page, enter }) => {
  await enter('/calls')
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/calls\?week=\d{4}-\d\d-\d\d$/)
  await expect(page.getByRole('link', { name: / free$/ }).first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row][aria-current]')).toBeVisible()
  await page
    .getByRole('link', { name: / free$/ })
    .last()
    .click()
  await page.getByLabel('Why, for yourself').fill('dentist')
  await page.getByRole('button', { name: 'Block it' }).click()
  await expect(page.getByRole('status')).toContainText('That time is blocked.')
  await page.getByRole('link', { name: /dentist$/ }).click()
  await expectNothingFound(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByRole('link', { name: /dentist$/ })).toHaveCount(0)
})
