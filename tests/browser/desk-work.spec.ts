import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from '../support/on-desk.ts'
import { expect } from '../support/site.ts'

test.describe.configure({ mode: 'default' })

const notice = (page: Page) => page.getByRole('status')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('a refused move keeps the typed time, and a free time moves the call', async ({
  page,
  enter,
  request,
  complaints,
}) => {
  const { times } = await (await request.get('/api/call')).json()
  const name = `Margaret ${crypto.randomUUID().slice(0, 8)}`
  const asked = { start: times.at(-3), name, email: 'margaret@example.com', about: 'A computer', elapsedMs: 30_000 }
  const { reference } = await (await request.post('/api/call', { data: asked })).json()
  await enter(`/calls?week=${asked.start.slice(0, 10)}`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Move call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move call' })
  await expect(dialog).toContainText('The visitor gets an email with the new time.')
  const time = dialog.getByLabel('Or any time')
  await time.fill('2001-01-01T10:00')
  await time.press('Enter')
  await notice(page).getByRole('button', { name: 'Close' }).click()
  complaints.length = 0
  await button(page, 'Move call').click()
  await expect(time).toHaveValue('2001-01-01T10:00')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await button(page, 'Move call').click()
  await expect(time).not.toHaveValue('2001-01-01T10:00')
  await dialog.getByLabel('Free time').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Move the call' }).click()
  await expect(notice(page)).toContainText('is booked: ')
  await enter(`/leads/${reference}?view=all`)
  await expect(page.getByText('The call was moved, to')).toBeVisible()
  await page.getByRole('link', { name: 'The email about the moved call' }).click()
  await expect(page.getByRole('article')).toContainText(reference)
})

test('a block that starts before midnight ends an hour later, on the next day', async ({ page, enter }) => {
  await enter('/calls?at=2026-12-01T23:30')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-12-02T00:30')
})

test('while the outbox is paused, marking as spam asks for confirmation with numbers and removes the lead', async ({
  page,
  enter,
  send,
}) => {
  await enter('/outbox')
  await button(page, 'Pause sending').click()
  await expect(page.getByText(/^Sending has been paused since/)).toBeVisible()
  const spam = await send('Mallory')
  await send('Ada')
  await enter(`/leads/${spam}`)
  const row = page.locator('.row[aria-current]')
  await expect(row).toContainText('Mallory')
  await button(page, 'Mark as spam').click()
  const dialog = page.getByRole('dialog', { name: 'Mark as spam' })
  await expect(dialog).toContainText(
    'This can’t be undone. Unsent emails about it are deleted, and the time of its call becomes free.',
  )
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Mark as spam')).toBeFocused()
  await expect(row).toContainText('Mallory')
  await button(page, 'Mark as spam').click()
  await dialog.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(notice(page)).toContainText(`${spam} was ok, is now spam; deleted 2 unsent emails about it.`)
  await expect(page.locator('.row').filter({ hasText: 'Mallory' })).toHaveCount(0)

  await page.keyboard.press('6')
  await button(page, 'Waiting').click()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/outbox.retry', (route) => promise.then(() => route.continue()))
  await button(page, 'Send all now').click()
  await page.getByRole('dialog', { name: 'Send all now' }).getByRole('button', { name: 'Send all now' }).click()
  await expect(button(page, 'Sending …')).toBeDisabled()
  resolve()
  await expect(notice(page)).toContainText('wait: the outbox is paused.')
  await expect(button(page, 'Send all now')).toBeEnabled()
  await button(page, 'Resume sending').click()
  await button(page, /^Send \d/).click()
  await expect(button(page, 'Pause sending')).toBeVisible()
})

test('a person is opened from their lead, exported, and erased', async ({ page, enter, send, mailServer }) => {
  const count = mailServer.received.length
  const reference = await send('Joan Clarke')
  await mailServer.waitFor(count + 2)
  await enter(`/leads/${reference}?view=all`)
  await page.getByRole('link', { name: 'Show person' }).click()
  await page.getByText('Show everything').click()
  await expect(page.getByRole('main')).toContainText('The receipt')
  await expect(page.getByRole('main')).not.toContainText(/createdAt|contact-receipt|\dT\d\d:/)
  const saved = page.waitForEvent('download')
  await button(page, 'Export their data').click()
  expect((await saved).suggestedFilename()).toMatch(/@example\.com\.json$/)
  await button(page, 'Forget').click()
  await expect(page.getByRole('dialog', { name: 'Forget' })).toContainText('1 lead, 2 emails')
  await button(page, /^Erase /).click()
  await expect(notice(page)).toContainText('Erased: leads 1')
  await expect(page.getByText('Only that they get no newsletter.')).toBeVisible()
})

test('an import gets a dry run, runs, and is stopped from another view', async ({ page, enter }) => {
  const list = page.getByLabel('The list (CSV')
  await enter('/subscribers')
  await page.getByText('Import a list').click()
  await expect(list).toHaveAccessibleDescription(/email, .*consentWords, consentAt, .* state/)
  await page.getByLabel('What they agreed to').fill('Yes, send it.')
  await page.getByLabel('When they agreed').fill('2026-05-01')
  const trial = page.getByRole('region', { name: 'Trial' })
  const tryLines = async (count: number, ending: string) => {
    const lines = Array.from({ length: count }, (_, n) => `r${n}${ending}`)
    const buffer = Buffer.from(['email', ...lines].join('\n'))
    await list.setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Try import').click()
  }
  await tryLines(120, ' without an address')
  await expect(trial).toContainText('and 20 more')
  await expect(trial.getByRole('button')).toHaveCount(0)
  await tryLines(10_000, '@imported.example.com')
  await expect(trial).toContainText('This would happen: imported 10,000, already known 0')
  await button(page, 'Import 10,000').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import 10,000' }).click()
  const underWay = page.getByRole('region', { name: 'In progress' })
  await expect(underWay.getByRole('progressbar', { name: /Import Reading the list \d+%/ })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await underWay.getByRole('button', { name: 'Stop' }).click()
  await expect(notice(page)).toContainText('Stopped. Subscribers imported so far stay')
  await expect(underWay).toHaveCount(0)
})

test('a backup is made and checked; a chart shows the day under the pointer', async ({ page, enter, desk }) => {
  const backups = join(desk.folder, 'backups')
  const before = existsSync(backups) ? readdirSync(backups).length : 0
  await enter('/backups')
  await button(page, 'Back up now').click()
  await expect(notice(page)).toContainText('checked')
  expect(readdirSync(backups)).toHaveLength(before + 1)
  await button(page, 'Trial restore').first().click()
  await expect(notice(page)).toContainText('restores, and the program runs on it')
  await page.keyboard.press('0')
  const today = new Date().toISOString().slice(0, 10)
  const legend = page.locator('.u-legend')
  await expect(legend).toContainText(today)
  await page.locator('.u-over').hover({ position: { x: 5, y: 5 } })
  await expect(legend).not.toContainText(today)
  await page.getByRole('heading', { name: 'Analytics' }).hover()
  await expect(legend).toContainText(today)
})

test('a message that the chat didn’t understand is assigned to an answer, and undone', async ({
  page,
  enter,
  request,
}) => {
  const transcript = [
    { role: 'user', content: 'What does an MVP cost?' },
    { role: 'assistant', content: 'It costs $2,999.' },
    { role: 'user', content: 'Which sandwich is best on Mars?' },
  ]
  const data = { name: 'Ada', email: 'ada@example.com', requirements: 'A shop', transcript, elapsedMs: 30_000 }
  expect((await request.post('/api/booking', { data })).status()).toBe(200)
  await enter()
  await page.keyboard.press('9')
  await expect(page.locator('.row')).toHaveCount(1)
  await page.keyboard.press('j')
  const question = page.getByRole('article')
  // A reply without a proof could be made up.
  await expect(question).not.toContainText('It costs $2,999.')
  await expect(question.getByRole('button', { name: /^Add to / })).toHaveCount(5)
  await question.getByLabel('Example to add').fill('best sandwich on Mars')
  await question.getByLabel('Another answer').fill('unknown')
  await question.getByRole('button', { name: 'Add to this answer' }).click()
  await expect(notice(page)).toContainText('for unknown. Build the site again')
  await expect(page.getByText('The answers have changed since the last build.')).toBeVisible()
  await expect(page.locator('.row')).toHaveCount(0)
  await button(page, 'Undo').click()
  await expect(page.locator('.row')).toHaveCount(1)
})
