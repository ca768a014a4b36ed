import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { test } from '../support/on-desk.ts'
import { expect } from '../support/site.ts'

/** Books one of the last free times as a visitor does. */
async function book(request: APIRequestContext, back: number) {
  const { times } = await (await request.get('/api/call')).json()
  const start: string = times.at(-back)
  const name = `Margaret ${randomUUID().slice(0, 8)}`
  const email = `${randomUUID()}@example.com`
  const data = { start, name, email, about: 'A computer', elapsedMs: 30_000 }
  const { reference } = await (await request.post('/api/call', { data })).json()
  return { start, name, email, reference }
}

test.describe('for an owner abroad', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a call is told by the studio’s clock on every view', async ({ page, enter, request, desk }) => {
    const { start, name, reference } = await book(request, 2)
    const clock = start.slice(11, 16)
    await enter()
    await page.goto(new URL(`/requests/${reference}?view=all`, desk.address).href)
    await expect(page.getByText('A call was booked, for')).toContainText(`${clock} (Asia/Kolkata)`)
    await page.goto(new URL(`/calls?week=${start.slice(0, 10)}`, desk.address).href)
    await expect(page.getByRole('link', { name: `${clock} ${name}` })).toBeVisible()
  })
})

test('who would forget a person hears of the call that is still to come', async ({ page, enter, request, desk }) => {
  const { email } = await book(request, 5)
  await enter()
  await page.goto(new URL(`/person?email=${email}`, desk.address).href)
  await page.getByRole('button', { name: 'Forget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forget' })
  await expect(dialog).toContainText('is taken off the calendar; nobody is told.')
  await dialog.getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('region', { name: 'Calls to come' }).getByRole('link').click()
  await expect(
    page.getByRole('region', { name: 'The chosen one' }).getByRole('button', { name: 'Cancel' }),
  ).toBeVisible()
})

test('a call is moved to any free time there is, by its day', async ({ page, enter, request, desk }) => {
  const { start, name } = await book(request, 8)
  const { times } = await (await request.get('/api/call')).json()
  await enter()
  await page.goto(new URL(`/calls?week=${start.slice(0, 10)}`, desk.address).href)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Move' }).click()
  const select = page.getByLabel('A free time')
  await expect(select.locator('optgroup').last()).toHaveAttribute('label', /^[A-Z][a-z]+day, [A-Z][a-z]+ \d+$/)
  await select.selectOption(times.at(-1).slice(0, 16))
  await expect(page.getByLabel('Or any time')).toHaveValue(times.at(-1).slice(0, 16))
})

test('the card of a call says when it is, with whom, and as what', async ({ page, enter, request, desk }) => {
  const { start, name, email, reference } = await book(request, 11)
  await enter()
  await page.goto(new URL(`/calls?week=${start.slice(0, 10)}`, desk.address).href)
  await page.getByTitle(`${start.slice(11, 16)} ${name}`).click()
  const card = page.getByRole('region', { name: 'The chosen one' })
  await expect(card).toContainText(email)
  await expect(card).toContainText(reference)
  await expect(card).toContainText(new RegExp(`day, \\w+ ${Number(start.slice(8, 10))}, ${start.slice(11, 16)} to `))
  await page.goto(new URL('/calls?week=2026-13-45', desk.address).href)
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7)
})
