import { test } from '../support/on-desk.ts'
import { expect } from '../support/site.ts'

test('the keys lead from a search into the list, from there into a request, and on where one has gone', async ({
  page,
  enter,
  send,
}) => {
  const name = `Ada ${crypto.randomUUID()}`
  for (const _ of [1, 2, 3]) await send(name)
  await enter()
  await page.keyboard.press('2')
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page.locator('.row')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  const last = await page.locator('.row').last().getAttribute('href')
  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  await expect(page.locator('.row').first()).toHaveAttribute('aria-current')
  await page.keyboard.press('j')
  await expect(page.locator('.row').nth(1)).toHaveAttribute('aria-current')
  await page.keyboard.press('o')
  await expect(page.getByRole('article')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Is answered' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Spam', exact: true })).toHaveCount(1)
  await page.keyboard.press('e')
  await expect(page.locator('.row')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(page.locator('.row[aria-current]')).toHaveAttribute('href', last ?? '')
})

test('a note that is not kept yet outlives another view and a reload, and is kept by a key', async ({
  page,
  enter,
  send,
  desk,
}) => {
  const reference = await send('Ada')
  const other = await send('Bea')
  const address = new URL(`/requests/${reference}?view=all`, desk.address).href
  const note = page.getByLabel('Note')
  await enter()
  await page.goto(address)
  await note.fill('Wants a quote')
  await page.goto(new URL(`/requests/${other}`, desk.address).href)
  await expect(note).toHaveValue('')
  await page.goto(address)
  await expect(note).toHaveValue('Wants a quote')
  await page.keyboard.press('n')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status')).toContainText('Noted.')
  await expect(page.getByRole('button', { name: 'Keep the note' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(page.getByRole('status')).toContainText(`${reference} is answered.`)
  await page.reload()
  await expect(note).toHaveValue('Wants a quote')
})

test('the keys go on from the chosen row, however far the list is scrolled from it', async ({ page, enter, desk }) => {
  const name = crypto.randomUUID()
  await enter()
  await page.evaluate(
    async (list) =>
      await fetch('/api/work/importReaders', {
        method: 'POST',
        headers: { authorization: `Bearer ${sessionStorage.getItem('desk-token')}` },
        body: JSON.stringify({ list, words: 'Yes', at: '2026-05-01', from: 'a fair', isTrial: false }),
      }).then((answer) => answer.text()),
    Array.from({ length: 120 }, (_, n) => `r${n}-${name}@example.com`).join('\n'),
  )
  await page.goto(new URL(`/readers?search=${name}`, desk.address).href)
  const row = page.locator('.row')
  const second = await row.nth(1).getAttribute('href')
  await row.first().click()
  await page.locator('.rows').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(page.locator('.row:not([aria-current])').last()).toBeInViewport()
  await expect(page.locator('.row[aria-current]')).not.toBeInViewport()
  await page.keyboard.press('j')
  await expect(page.locator('.row[aria-current]')).toHaveAttribute('href', second ?? '')
  await expect(page.locator('.row[aria-current]')).toBeInViewport()
})
