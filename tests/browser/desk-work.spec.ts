import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Database } from '../../platform/db/database.ts'
import { test } from '../support/on-desk.ts'
import type { TestSmtpServer } from '../support/open-smtp-server.ts'
import { expect } from '../support/site.ts'

test.describe.configure({ mode: 'default' })

const notice = (page: Page) => page.locator('.notices')
const rows = (page: Page) => page.locator('.row')
const receivedBy = ({ received }: TestSmtpServer, email: string) =>
  received.filter(({ envelope }) => envelope.to[0] === email)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function emailOf({ db }: Database, reference: string): Promise<string> {
  const lead = db.selectFrom('leads').select('email').where('reference', '=', reference)
  return (await lead.executeTakeFirstOrThrow()).email
}

test('a reply arrives in the lead’s email conversation with the message quoted, unless it’s undone', async ({
  page,
  enter,
  send,
  mailServer,
  desk: { database },
}) => {
  const reference = await send('Grace Hopper')
  const email = await emailOf(database, reference)
  const arrived = () => receivedBy(mailServer, email)
  await expect.poll(arrived).toHaveLength(1)
  /** Makes queued replies due. A new lead wakes the outbox of the site. */
  const sendReplies = async () => {
    await database.write((tx) => tx.updateTable('outbox').set({ due_at: 1 }).where('about', '=', reference).execute())
    await send('Someone else')
  }
  await enter(`/inbox/${reference}`)
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await expect(reply).toBeVisible()
  await page.keyboard.press('r')
  await expect(reply).toBeFocused()
  await expect(reply).toHaveValue(/^Hi Grace,\n\n$/)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Let’s talk on Tuesday.')
  await page.keyboard.press('Control+Enter')
  await expect(notice(page)).toContainText('Reply goes out in 10 seconds.')
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page)).toContainText('Undone.')
  const waiting = await database.db.selectFrom('outbox').select('id').where('kind', '=', 'reply').execute()
  expect(waiting).toEqual([])
  await enter(`/inbox/${reference}`)
  await expect(reply).toHaveValue(/Tuesday\.$/)
  await expect(button(page, 'Mark as answered')).toBeVisible()

  await button(page, 'Send reply').click()
  await expect(button(page, 'Mark as unanswered')).toBeVisible()
  await sendReplies()
  await expect.poll(arrived).toHaveLength(2)
  const [receipt, answer] = arrived()
  expect(answer).toMatchObject({ inReplyTo: receipt?.messageId, references: receipt?.messageId })
  expect(answer?.subject).toBe(`Re: ${receipt?.subject} (${reference})`)
  expect(answer?.text?.split(/\s*\n/)).toEqual([
    ...['Hi Grace,', 'Let’s talk on Tuesday.'],
    ...[expect.stringMatching(/^On .+, Grace Hopper wrote:$/), '> Grace Hopper wants a shop.', ''],
  ])
  await enter(`/inbox/${reference}?view=answered`)
  await expect(page.locator('.timeline')).toContainText('Let’s talk on Tuesday.')
})

test('times are blocked by dragging and by keyboard, and a call moves there only after a warning', async ({
  page,
  enter,
  request,
  complaints,
}) => {
  const { times } = await (await request.get('/api/call')).json()
  const name = `Margaret ${crypto.randomUUID().slice(0, 8)}`
  const asked = { start: times.at(-8), name, email: 'margaret@example.com', about: 'A computer', elapsedMs: 30_000 }
  const { reference } = await (await request.post('/api/call', { data: asked })).json()
  await enter(`/calendar?week=${asked.start.slice(0, 10)}&call=${reference}`)
  const free = page.getByRole('button', { name: /, free$/ })
  const dialog = page.getByRole('dialog', { name: 'Block time' })
  await free.nth(0).hover()
  await page.mouse.down()
  await free.nth(1).hover()
  await expect(page.locator('.slot[aria-pressed="true"]')).toHaveCount(2)
  await page.mouse.up()
  const from = await dialog.getByLabel('From').inputValue()
  const until = await dialog.getByLabel('Until').inputValue()
  expect(Date.parse(until) - Date.parse(from)).toBe(60 * 60_000)
  await expect(dialog.getByLabel('From')).toBeFocused()
  await dialog.getByLabel('Note').fill('Dentist')
  await dialog.getByLabel('Until').fill('2001-01-01T10:00')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Until')).toHaveJSProperty('validationMessage', '“Until” must be after “From”.')
  await expect(dialog.getByLabel('Note')).toHaveValue('Dentist')
  complaints.length = 0
  await dialog.getByLabel('Until').fill(until)
  await page.keyboard.press('Enter')
  await expect(notice(page)).toContainText('Blocked: ')
  const block = page.getByRole('link', { name: /^Dentist .* blocked$/ })
  await block.press('Enter')
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('Visitors can’t book this time.')

  const count = await free.count()
  for (const _ of [1, 2]) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('block')
    await page.getByRole('option', { name: 'Block time' }).press('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.goBack()
  await page.goBack()
  await free.first().press('Enter')
  await page.keyboard.press('Enter')
  await expect(free).not.toHaveCount(count)
  await expect(notice(page)).toContainText('Blocked: ')
  await page.keyboard.press('u')
  await expect(notice(page)).toContainText('Undone.')
  await expect(free).toHaveCount(count)

  await page.getByRole('link', { name: new RegExp(`^${name} .* booked$`) }).press('Enter')
  await button(page, 'Move').press('Enter')
  const move = page.getByRole('dialog', { name: 'Move' })
  await expect(move).toContainText('The visitor gets an email with the new time.')
  const time = move.getByLabel('Time', { exact: true })
  await time.fill('2001-01-01T10:00')
  await expect(move.getByRole('status')).toContainText('That time has passed.')
  await expect(move.getByRole('button', { name: 'Move call' })).toBeDisabled()
  await time.fill(from)
  await expect(move.getByRole('status')).toContainText(/You blocked .*: Dentist\./)
  await page.route('**/api/calls.move', (route) => route.fulfill({ status: 409, json: { message: 'It’s locked.' } }))
  await time.press('Enter')
  await notice(page).getByRole('button', { name: 'Close' }).click()
  complaints.length = 0
  await page.unroute('**/api/calls.move')
  await button(page, 'Move').press('Enter')
  await expect(time).toHaveValue(from)
  await time.press('Enter')
  await expect(notice(page)).toContainText(`${name}’s call is moved to `)
  await enter(`/people/margaret@example.com`)
  await expect(page.locator('.timeline')).toContainText('moved')
})

test('while the outbox is paused, spam asks first, and Resume says how many emails it sends', async ({
  page,
  enter,
  send,
  mailServer,
  desk: { database },
}) => {
  await enter('/outbox')
  await button(page, 'Pause all email…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause all email' }).click()
  await expect(page.locator('.banner')).toContainText('Email has been paused since')
  const [spam, other] = [await send('Mallory'), await send('Ada')]
  await enter(`/inbox/${spam}`)
  const row = page.locator('.row[aria-current]')
  await expect(row).toContainText('Mallory')
  await button(page, 'Mark as spam').click()
  const dialog = page.getByRole('dialog', { name: 'Mark as spam' })
  await expect(dialog).toContainText('This can’t be undone.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Mark as spam')).toBeFocused()
  await expect(row).toContainText('Mallory')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(notice(page)).toContainText('Mallory marked as spam')
  await expect(button(page, 'Undo')).toHaveCount(0)
  await expect(rows(page).filter({ hasText: 'Mallory' })).toHaveCount(0)

  await page.keyboard.press('9')
  await page.getByRole('link', { name: /^Queued/ }).click()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/outbox.retry', (route) => promise.then(() => route.continue()))
  // A notice covers it, but not for the keyboard.
  await button(page, 'Send all…').press('Enter')
  await page.getByRole('dialog', { name: 'Send all' }).getByRole('button', { name: 'Send all' }).click()
  await expect(button(page, 'Sending…')).toBeDisabled()
  resolve()
  await expect(notice(page)).toContainText('waiting. The outbox is paused.')
  const [, waiting] = /(\d+) emails are waiting\./.exec(await page.locator('.banner').innerText()) ?? []
  await button(page, 'Resume…').click()
  await expect(page.getByRole('dialog', { name: 'Resume' })).toContainText(`${waiting} emails will be sent.`)
  await button(page, `Send ${waiting}`).click()
  await expect(button(page, 'Pause all email…')).toBeVisible()
  await send('Wakes the outbox')
  const [toSpam, toOther] = [await emailOf(database, spam), await emailOf(database, other)]
  await expect.poll(() => receivedBy(mailServer, toOther)).toHaveLength(1)
  expect(receivedBy(mailServer, toSpam)).toEqual([])
})

test('a failed email’s address is corrected, and a person is exported and deleted', async ({
  page,
  enter,
  request,
  mailServer,
  desk: { database },
}) => {
  const [wrong, right] = ['joan@dead.example', `${crypto.randomUUID()}@example.com`]
  const data = { name: 'Joan Clarke', email: wrong, project: 'A shop', elapsedMs: 30_000 }
  await request.post('/api/contact', { data })
  const failed = database.db.selectFrom('outbox').select('id').where('state', '=', 'failed')
  await expect.poll(() => failed.execute()).toHaveLength(1)
  await enter('/outbox?view=failed')
  await expect(rows(page)).toContainText(wrong)
  await expect(page.getByRole('alert')).toContainText('Mail server: 550 5.1.1 no such user here')
  await button(page, 'Fix address…').click()
  const field = page.getByRole('dialog', { name: 'Fix address' }).getByLabel('Correct address')
  await expect(field).toBeFocused()
  await field.fill(right)
  await field.press('Enter')
  await expect(notice(page)).toContainText(`Sent to ${right}.`)
  await expect(page.getByText('No failed emails.')).toBeVisible()
  expect(receivedBy(mailServer, right)).toHaveLength(1)

  await page.keyboard.press('2')
  await rows(page).filter({ hasText: 'Joan Clarke' }).click()
  await button(page, 'More actions').click()
  await page.getByRole('link', { name: 'Show person' }).click()
  await expect(page.locator('.timeline')).toContainText('A shop')
  const saved = page.waitForEvent('download')
  await button(page, 'More actions').click()
  await button(page, 'Export data').click()
  expect((await saved).suggestedFilename()).toBe(`${right}.json`)
  await button(page, 'More actions').click()
  await button(page, 'Delete data…').click()
  await expect(page.getByRole('dialog')).toContainText('1 lead, 0 calls, 1 email, and their subscription.')
  await button(page, 'Delete data').click()
  await expect(notice(page)).toContainText('Deleted.')
  await enter(`/people/${right}`)
  await expect(page.locator('.rail')).toContainText('You deleted their data')
})

test('an import shows what would happen, runs, and is stopped from another view', async ({ page, enter }) => {
  await enter('/subscribers')
  await button(page, 'Import…').click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  await dialog.getByLabel('What they agreed to').fill('Yes, send it.')
  await dialog.getByLabel('When they agreed').fill('2026-05-01')
  const outlook = page.getByRole('region', { name: 'What would happen' })
  const tryLines = async (count: number, ending: string) => {
    const lines = Array.from({ length: count }, (_, n) => `r${n}${ending}`)
    const buffer = Buffer.from(['email', ...lines].join('\n'))
    await dialog.getByLabel('Or a file').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Show what would happen').click()
  }
  await tryLines(120, ' without an address')
  await expect(outlook).toContainText('invalid 120.')
  await expect(button(page, /^Import \d/)).toHaveCount(0)
  await tryLines(10_000, '@imported.example.com')
  await expect(outlook).toContainText('This would happen: imported 10,000, already known 0')
  await button(page, 'Import 10,000 subscribers…').click()
  await button(page, 'Import 10,000 subscribers').click()
  const underWay = page.getByRole('region', { name: 'In progress' })
  await expect(underWay.getByRole('progressbar', { name: /Importing Reading the list \d+%/ })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await underWay.getByRole('button', { name: 'Stop' }).click()
  await expect(notice(page)).toContainText('Stopped. Subscribers imported so far stay on the list.')
  await expect(underWay).toHaveCount(0)
})

test('a backup is made and restored for a test; the chart’s days are read by keyboard', async ({
  page,
  enter,
  desk,
}) => {
  const backups = join(desk.folder, 'backups')
  const before = existsSync(backups) ? readdirSync(backups).length : 0
  await enter('/backups')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/backup.make', (route) => promise.then(() => route.continue()))
  await button(page, 'Back up now').click()
  const underWay = page.getByRole('region', { name: 'In progress' })
  await expect(underWay.getByRole('progressbar', { name: 'Backup' })).toBeVisible()
  await expect(button(page, 'Back up now')).toBeDisabled()
  resolve()
  await expect(notice(page)).toContainText('checked')
  await expect(underWay).toHaveCount(0)
  expect(readdirSync(backups)).toHaveLength(before + 1)
  await button(page, 'Test restore').first().click()
  await expect(notice(page)).toContainText('restores cleanly, and the site starts on it')

  await page.keyboard.press('7')
  const chart = page.getByRole('slider')
  await expect(chart).toHaveAttribute('aria-valuenow', '28')
  const [today, shown] = [await chart.getAttribute('aria-valuetext'), page.locator('.chart output')]
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '27')
  await expect(shown).not.toHaveText(`${today}`)
  await chart.press('End')
  await expect(shown).toHaveText(`${today}`)
  await chart.hover({ position: { x: 5, y: 5 } })
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
})
