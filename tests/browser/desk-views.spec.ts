import { test } from '../support/on-desk.ts'
import { expect } from '../support/site.ts'

test('on a phone the tab of the view that is shown is in sight, and the title names it', async ({
  page,
  enter,
  desk,
}) => {
  await enter()
  for (const [path, name] of [
    ['/backups', 'Backups'],
    ['/report', 'Report'],
    ['/today', 'Today'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 740 })
    await page.goto(new URL(path, desk.address).href)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 0.9 })
    await expect(page).toHaveTitle(new RegExp(`^${name} · Desk · `))
  }
})

test('eight readers are seen on a laptop, and what is typed of a list outlives a look at one of them', async ({
  page,
  enter,
}) => {
  const name = crypto.randomUUID()
  const list = Array.from({ length: 9 }, (_, n) => `r${n}-${name}@example.com`).join('\n')
  await enter()
  await page.keyboard.press('4')
  await page.getByText('Import a list').click()
  await page
    .getByLabel('The list (CSV')
    .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await page.getByLabel('What they agreed to').fill('Yes, send it.')
  await page.getByLabel('When').fill('2026-05-01')
  await page.getByRole('button', { name: 'Try it first' }).click()
  await page.getByRole('button', { name: 'Import 9' }).click()
  await expect(page.getByRole('status')).toContainText('Done: imported 9')
  await expect(page.locator('.row').nth(7)).toBeInViewport({ ratio: 0.9 })
  await page.locator('.row').nth(7).click()
  await page.getByRole('button', { name: 'Take off the list' }).click()
  await expect(page.getByRole('dialog')).toContainText(`-${name}@example.com gets no newsletter any more`)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('What they agreed to')).toBeHidden()
  await page.goBack()
  await expect(page.getByLabel('What they agreed to')).toHaveValue('Yes, send it.')
})

test('a tab that was let in before and comes with a used address is told both', async ({ page, desk, complaints }) => {
  await page.goto(await desk.nextAddress())
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('desk-token', 'of a desk that has ended'))
  await page.goto(new URL('/requests#used', desk.address).href)
  await expect(page.getByRole('alert')).toContainText('its address was used before, or the desk was started again')
  complaints.length = 0
})

test('a picture at rest tells its last day, and the one that is pointed at', async ({ page, enter }) => {
  await enter()
  await page.keyboard.press('0')
  const today = new Date().toISOString().slice(0, 10)
  const legend = page.locator('.u-legend')
  await expect(legend).toContainText(today)
  await page.locator('.u-over').hover({ position: { x: 5, y: 5 } })
  await expect(legend).not.toContainText(today)
  await page.getByRole('heading', { name: 'Report' }).hover()
  await expect(legend).toContainText(today)
})

test('on another view an Undo can still be pressed, and what went wrong on the one before is told no more', async ({
  page,
  enter,
  send,
  desk,
  complaints,
}) => {
  const reference = await send('Ada')
  const answered = page.getByRole('button', { name: 'Is answered' })
  await enter()
  await page.goto(new URL(`/requests/${reference}?view=all`, desk.address).href)
  await answered.click()
  await expect(page.getByRole('status')).toContainText(`${reference} is answered.`)
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toContainText('It is as it was.')
  await page.keyboard.press('2')
  await expect(page.getByRole('status')).toHaveText('')
  await page.route('**/api/answer', (route) => route.fulfill({ status: 409, json: { message: 'It is locked.' } }))
  await page.goBack()
  await page.goBack()
  await answered.click()
  await expect(page.getByRole('status')).toContainText('It is locked.')
  await page.keyboard.press('1')
  await expect(page.getByRole('status')).toHaveText('')
  complaints.length = 0
})

test('while mails are sent, the button says so and cannot be pressed again', async ({ page, enter, send }) => {
  await enter()
  await page.keyboard.press('6')
  await page.getByRole('button', { name: 'Send none for now' }).click()
  await expect(page.getByText(/^No mail goes out since/)).toBeVisible()
  await send('Ada')
  await page.getByRole('button', { name: 'Waiting' }).click()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/retryMails', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send all now' }).click()
  await expect(page.getByRole('button', { name: 'Sending …' })).toBeDisabled()
  resolve()
  await expect(page.getByRole('button', { name: 'Send all now' })).toBeEnabled()
  await page.getByRole('button', { name: 'Let mails go out again' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d/ })
    .click()
  await expect(page.getByRole('button', { name: 'Send none for now' })).toBeVisible()
})

test('of a list nobody can be taken from, nothing is offered, and all are counted', async ({ page, enter }) => {
  const list = ['email', ...Array.from({ length: 120 }, (_, n) => `nobody ${n}`)].join('\n')
  await enter()
  await page.keyboard.press('4')
  await page.getByText('Import a list').click()
  const field = page.getByLabel('The list (CSV')
  await expect(field).toHaveAccessibleDescription(/email, .*consentWords, consentAt, .* state/)
  await field.setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await page.getByLabel('What they agreed to').fill('Yes, send it.')
  await page.getByLabel('When').fill('2026-05-01')
  await page.getByRole('button', { name: 'Try it first' }).click()
  const trial = page.getByRole('region', { name: 'What would be done' })
  await expect(trial).toContainText('and 20 more')
  await expect(trial.getByRole('button')).toHaveCount(0)
})
