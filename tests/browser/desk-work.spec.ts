import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from '../support/on-desk.ts'
import { expect } from '../support/site.ts'

test.describe.configure({ mode: 'default' })

const notice = (page: Page) => page.getByRole('status')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('a refused move keeps the time that was typed, and a free one moves the call', async ({
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
  await page.getByRole('region', { name: 'The chosen one' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move' })
  await expect(dialog).toContainText('2 mails')
  const time = dialog.getByLabel('Or any time')
  await time.fill('2001-01-01T10:00')
  await time.press('Enter')
  await notice(page).getByRole('button', { name: 'Close' }).click()
  complaints.length = 0
  await button(page, 'Move').click()
  await expect(time).toHaveValue('2001-01-01T10:00')
  await dialog.getByRole('button', { name: 'Leave it' }).click()
  await button(page, 'Move').click()
  await expect(time).not.toHaveValue('2001-01-01T10:00')
  await dialog.getByLabel('A free time').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Move the call' }).click()
  await expect(notice(page)).toContainText('The call is moved to')
  await enter(`/requests/${reference}?view=all`)
  await expect(page.getByText('The call was moved, to')).toBeVisible()
  await page.getByRole('link', { name: 'The mail that the call is moved' }).click()
  await expect(page.getByRole('article')).toContainText(reference)
})

test('while email is paused, spam is asked about with numbers and leaves the list', async ({ page, enter, send }) => {
  await enter('/mails')
  await button(page, 'Send none for now').click()
  await expect(page.getByText(/^No mail goes out since/)).toBeVisible()
  const spam = await send('Mallory')
  await send('Ada')
  await enter(`/requests/${spam}`)
  const row = page.locator('.row[aria-current]')
  await expect(row).toContainText('Mallory')
  await button(page, 'Mark as spam').click()
  const dialog = page.getByRole('dialog', { name: 'Mark as spam' })
  await expect(dialog).toContainText('This can’t be undone: 2 unsent mails about it will be deleted.')
  await expect(dialog.getByRole('button', { name: 'Leave it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Mark as spam')).toBeFocused()
  await expect(row).toContainText('Mallory')
  await button(page, 'Mark as spam').click()
  await button(page, 'It is spam').click()
  await expect(notice(page)).toContainText(`${spam} is spam.`)
  await expect(page.locator('.row').filter({ hasText: 'Mallory' })).toHaveCount(0)

  await page.keyboard.press('6')
  await button(page, 'Waiting').click()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/retryMails', (route) => promise.then(() => route.continue()))
  await button(page, 'Send all now').click()
  await expect(button(page, 'Sending …')).toBeDisabled()
  resolve()
  await expect(notice(page)).toContainText('wait until mails go out again.')
  await expect(button(page, 'Send all now')).toBeEnabled()
  await button(page, 'Let mails go out again').click()
  await button(page, /^Send \d/).click()
  await expect(button(page, 'Send none for now')).toBeVisible()
})

test('a person is found from their lead, saved, and erased after a question with numbers', async ({
  page,
  enter,
  send,
  mailServer,
}) => {
  const count = mailServer.received.length
  const reference = await send('Joan Clarke')
  await mailServer.waitFor(count + 2)
  await enter(`/requests/${reference}?view=all`)
  await page.getByRole('link', { name: 'The person' }).click()
  await page.getByText('All of it').click()
  await expect(page.getByRole('main')).toContainText('The receipt to the visitor')
  await expect(page.getByRole('main')).not.toContainText(/createdAt|contact-receipt|\dT\d/)
  const saved = page.waitForEvent('download')
  await button(page, 'Save it for them').click()
  expect((await saved).suggestedFilename()).toMatch(/@example\.com\.json$/)
  await button(page, 'Forget').click()
  await expect(page.getByRole('dialog', { name: 'Forget' })).toContainText('1 request, 2 mails')
  await button(page, /^Erase /).click()
  await expect(notice(page)).toContainText('Erased: requests 1')
  await expect(page.getByText('A mark alone that they get no newsletter.')).toBeVisible()
})

test('a list is tried, imported with progress, stopped on another view, and its readers taken off', async ({
  page,
  enter,
}) => {
  const list = page.getByLabel('The list (CSV')
  await enter('/readers')
  await page.getByText('Import a list').click()
  await expect(list).toHaveAccessibleDescription(/email, .*consentWords, consentAt, .* state/)
  await page.getByLabel('What they agreed to').fill('Yes, send it.')
  await page.getByLabel('When').fill('2026-05-01')
  const trial = page.getByRole('region', { name: 'What would be done' })
  const tryLines = async (count: number, ending: string) => {
    const lines = Array.from({ length: count }, (_, n) => `r${n}${ending}`)
    const buffer = Buffer.from(['email', ...lines].join('\n'))
    await list.setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Try it first').click()
  }
  await tryLines(120, ' without an address')
  await expect(trial).toContainText('and 20 more')
  await expect(trial.getByRole('button')).toHaveCount(0)
  await tryLines(10_000, '@imported.example.com')
  await expect(trial).toContainText('This would be done: imported 10,000, known already 0')
  await button(page, 'Import 10,000').click()
  const underWay = page.getByRole('region', { name: 'Under way' })
  await expect(underWay.getByRole('progressbar', { name: /Import Reading the list \d+ %/ })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await underWay.getByRole('button', { name: 'Stop' }).click()
  await expect(notice(page)).toContainText('Stopped: who is on the list by now stays.')
  await expect(underWay).toHaveCount(0)

  await page.getByRole('link', { name: 'Readers' }).click()
  await page.getByText('Import a list').click()
  await page.getByLabel('What they agreed to').fill('Half a sentence')
  await page.getByRole('searchbox').fill('@imported')
  await page.locator('.row').nth(7).click()
  await button(page, 'Take off the list').click()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page.getByLabel('What they agreed to')).toHaveValue('Half a sentence')
  await page.goForward()
  const reader = page.getByRole('article')
  await expect(reader).toContainText('Yes, send it.')
  const address = page.url()
  await button(page, 'Take off the list').click()
  await expect(page.getByRole('dialog')).toContainText('@imported.example.com gets no newsletter any more')
  await button(page, 'Take them off').click()
  await expect(notice(page)).toContainText('@imported.example.com is off the list.')
  await page.goto(address)
  await expect(reader).toContainText('Not on the list: you took them off the list.')
})

test('a backup is made and tried; a graph names the day it points at', async ({ page, enter, desk }) => {
  const backups = join(desk.folder, 'backups')
  const before = existsSync(backups) ? readdirSync(backups).length : 0
  await enter('/backups')
  await button(page, 'Make one now').click()
  await expect(notice(page)).toContainText('read back whole')
  expect(readdirSync(backups)).toHaveLength(before + 1)
  await button(page, 'Try it').first().click()
  await expect(notice(page)).toContainText('It can be restored:')
  await page.keyboard.press('0')
  const today = new Date().toISOString().slice(0, 10)
  const legend = page.locator('.u-legend')
  await expect(legend).toContainText(today)
  await page.locator('.u-over').hover({ position: { x: 5, y: 5 } })
  await expect(legend).not.toContainText(today)
  await page.getByRole('heading', { name: 'Report' }).hover()
  await expect(legend).toContainText(today)
})

test('a message that the chat didn’t understand is taught to an answer, and taken back', async ({
  page,
  enter,
  request,
}) => {
  const transcript = [
    { role: 'user', content: 'What does an MVP cost?' },
    { role: 'assistant', content: 'It costs $2,999.' },
    { role: 'user', content: 'Can my parrot juggle teapots?' },
  ]
  const data = { name: 'Ada', email: 'ada@example.com', requirements: 'A shop', transcript, elapsedMs: 30_000 }
  expect((await request.post('/api/booking', { data })).status()).toBe(200)
  await enter()
  await page.keyboard.press('9')
  await expect(page.locator('.row')).toHaveCount(1)
  await page.keyboard.press('j')
  const question = page.getByRole('article')
  await expect(question).toContainText('It costs $2,999.')
  await expect(question.getByRole('button', { name: /^Teach it to / })).toHaveCount(5)
  await question.getByLabel('The words to teach').fill('do parrots juggle')
  await question.getByLabel('Another answer').fill('unknown')
  await question.getByRole('button', { name: 'Teach it to this one' }).click()
  await expect(notice(page)).toContainText('“do parrots juggle” is written to unknown')
  await expect(page.getByText('The answers were changed since the site was built.')).toBeVisible()
  await expect(page.locator('.row')).toHaveCount(0)
  await button(page, 'Undo').click()
  await expect(page.locator('.row')).toHaveCount(1)
})
