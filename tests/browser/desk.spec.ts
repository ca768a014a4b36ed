import type { Page } from '@playwright/test'
import { test } from '../support/on-desk.ts'
import { startDesk } from '../support/owner.ts'
import { elementsPastTheEdge, expect, expectNothingFound } from '../support/site.ts'

test.describe.configure({ mode: 'default' })

const rows = (page: Page) => page.locator('.row')
const chosenRow = (page: Page) => page.locator('.row[aria-current]')
const notice = (page: Page) => page.locator('.notices')

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('a link opens one browser, once, whose other tabs need none, and explains itself to others', async ({
  page,
  desk,
  context,
  browser,
  complaints,
}) => {
  const address = await desk.nextAddress()
  await page.goto(address)
  await expect(page).toHaveTitle(/^Today · /)
  expect(page.url()).not.toContain('#')
  const tab = await context.newPage()
  await tab.goto(new URL('/inbox', address).href)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Inbox')
  const other = await browser.newPage()
  for (const url of [address, new URL('/inbox', address).href]) {
    await other.goto(url)
    await expect(other.getByRole('heading')).toHaveText('This desk is locked')
  }
  await other.close()
  expect(await context.cookies()).toEqual([])
  await tab.close()
  await page.evaluate(() => sessionStorage.setItem('desk-token', 'of a desk that has ended'))
  await page.goto(new URL('/inbox#used', desk.address).href)
  await expect(page.getByRole('alert').first()).toContainText(
    'This link no longer works. Press Enter in the desk’s terminal for a new one.',
  )
  complaints.length = 0
})

test('`--open` leaves no key in the browser’s history, and its tab can be reloaded', async ({ page, site }) => {
  const desk = await startDesk(site.dataDir, { browserStartsInSeconds: 0 })
  const [file = ''] = await desk.argumentsOfBrowser()
  const urls: string[] = []
  page.on('framenavigated', (frame) => urls.push(frame.url()))
  await page.goto(`file://${file}`).catch(() => {}) // it leads on before it is loaded
  await expect(page).toHaveTitle(/^Today · /)
  await page.reload()
  await expect(page).toHaveTitle(/^Today · /)
  expect(urls.join(' ')).not.toContain(desk.address.split('#')[1])
  await page.goto('about:blank')
  await desk.stop()
})

test('a lead appears without a reload, and is answered and undone by keyboard', async ({
  page,
  enter,
  send,
  complaints,
}) => {
  const name = `Grace ${crypto.randomUUID()}`
  await page.clock.install()
  await enter(`/inbox?search=${name}`)
  await expect(page.getByText('No leads match.')).toBeVisible()
  await send(name)
  await page.clock.runFor(3_000)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(`${name} wants a shop.`)
  await press(page, 'e')
  await expect(notice(page)).toContainText(`${name} marked as answered`)
  await expect(rows(page)).toHaveCount(0)
  await press(page, '1', 'u')
  await expect(notice(page)).toContainText('Undone.')
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)

  await page.route('**/api/leads.answered', (route) =>
    route.fulfill({ status: 409, json: { message: 'It is locked.' } }),
  )
  await press(page, 'e')
  await expect(notice(page)).toContainText('It is locked.')
  await notice(page).getByRole('button', { name: 'Close' }).click()
  await expect(notice(page)).toHaveText('')
  complaints.length = 0
})

test('keys move from a search to a row, open it, and continue when it leaves the list', async ({
  page,
  enter,
  send,
}) => {
  const name = `Ada ${crypto.randomUUID()}`
  for (const _ of [1, 2, 3]) await send(name)
  await enter()
  await press(page, '2', '/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(name)
  await expect(rows(page)).toHaveCount(3)
  await press(page, 'Escape')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  const last = await rows(page).last().getAttribute('href')
  await press(page, '/', 'Enter', 'j', 'j', 'k')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current')
  await expect(page.getByRole('button', { name: 'Mark as answered' })).toBeVisible()
  await press(page, 'o')
  await expect(page.getByRole('article')).toBeFocused()
  await press(page, 'e')
  await expect(rows(page)).toHaveCount(2)
  await expect(chosenRow(page)).toHaveAttribute('href', last ?? '')
  await expect(chosenRow(page)).toBeFocused()
  await press(page, 'k')
  await expect(rows(page).first()).toHaveAttribute('aria-current')
})

test('a list of a thousand leads renders what is visible, and keys continue from the open one', async ({
  page,
  enter,
  send,
  desk: { database },
}) => {
  const reference = await send('Many')
  const { db } = database
  const lead = await db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 1_000 }, (_, n) => {
    return { ...lead, reference: `KW-MANY${1_000 + n}`, request_key: `many-${n}`, created_at: lead.created_at - n }
  })
  for (let n = 0; n < copies.length; n += 250)
    await database.write((tx) =>
      tx
        .insertInto('leads')
        .values(copies.slice(n, n + 250))
        .execute(),
    )
  await enter('/inbox?search=Many')
  await rows(page).nth(1).click()
  const third = await rows(page).nth(2).getAttribute('href')
  await page.locator('.list').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(chosenRow(page)).not.toBeInViewport()
  expect(await rows(page).count()).toBeLessThan(60)
  await press(page, 'j')
  await expect(chosenRow(page)).toHaveAttribute('href', third ?? '')
  await expect(chosenRow(page)).toBeInViewport()
  await database.write((tx) => tx.deleteFrom('leads').where('reference', 'like', 'KW-MANY%').execute())
})

test('an unsaved note survives another view and a reload, and is saved with a key', async ({ page, enter, send }) => {
  const [reference, other] = [await send('Ada'), await send('Bea')]
  const note = page.getByLabel('Note')
  await enter(`/inbox/${reference}`)
  await note.fill('Wants a quote')
  await enter(`/inbox/${other}`)
  await expect(note).toHaveValue('')
  await enter(`/inbox/${reference}`)
  await expect(note).toHaveValue('Wants a quote')
  await press(page, 'n', 'Control+Enter')
  await expect(notice(page)).toContainText('Note saved')
  await expect(page.getByRole('button', { name: 'Save note' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Wants a quote')
})

test('a lost connection loses nothing typed, and markup stays text', async ({ page, enter, send, complaints }) => {
  const name = '=cmd() <img src=x onerror=alert(1)> Grace'
  const reference = await send(`\u202E${name}`)
  await page.clock.install()
  await enter(`/inbox/${reference}`)
  const lead = page.getByRole('article')
  await expect(lead.getByRole('heading', { name })).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
  expect(await page.locator('body').innerText()).not.toContain('\u202E')
  await lead.getByLabel('Note').fill('called back')
  await lead.getByRole('textbox', { name: 'Reply' }).fill('Hi, three weeks.')
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(3_000)
  const alert = page.locator('.offline')
  await expect(alert).toContainText('Not connected. Is the desk’s command still running?')
  await expect(lead.getByLabel('Note')).toHaveValue('called back')
  await page.unroute('**/api/**')
  await page.clock.runFor(3_000)
  await expect(alert).toHaveCount(0)
  await expect(lead.getByRole('textbox', { name: 'Reply' })).toHaveValue(/Hi, three weeks\.$/)
  expect(new Set(complaints.splice(0))).toEqual(new Set(['Failed to load resource: net::ERR_FAILED']))
})

test('a message that the chat didn’t understand becomes an example of an answer, and back', async ({
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
  await page.keyboard.press('8')
  await expect(rows(page)).toHaveCount(1)
  const message = page.getByRole('article')
  // A reply without a proof could be made up.
  await expect(message).not.toContainText('It costs $2,999.')
  await message.getByLabel('Example message').fill('best sandwich on Mars')
  await message.getByLabel('Another answer…').check()
  await message.getByRole('combobox', { name: 'Another answer' }).fill('unknown')
  await page.getByRole('button', { name: 'Save example' }).click()
  await expect(notice(page)).toContainText('for unknown. Build the site again')
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Saved' }).click()
  await expect(rows(page)).toContainText('Which sandwich is best on Mars?')
  await page.keyboard.press('u')
  await expect(notice(page)).toContainText('Undone.')
  await page.getByRole('link', { name: 'To review' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('axe finds nothing on the densest views, in the palette, and among the keys', async ({ page, enter, send }) => {
  const reference = await send('Katherine Johnson')
  for (const path of ['/today', `/inbox/${reference}`, '/calendar']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(path)
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    await expectNothingFound(page)
  }
  await press(page, 'Control+k')
  await page.keyboard.type('katherine')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNothingFound(page, 'dialog:modal')
  await press(page, 'Escape', '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectNothingFound(page, 'dialog:modal')
})

const names = 'Today,Inbox,Calendar,People,Issues,Subscribers,Analytics,Chat training,Outbox,Backups,Setup'.split(',')

for (const width of [320, 640])
  test(`at ${width} px, each view fits, has one title, and is named in the window’s`, async ({ page, enter }) => {
    await page.setViewportSize({ width, height: 740 })
    await enter()
    for (const [n, name] of names.entries()) {
      await press(page, n === 10 ? ',' : `${(n + 1) % 10}`)
      await expect(page).toHaveTitle(new RegExp(`^${name} · `))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect.poll(() => elementsPastTheEdge(page), name).toEqual([])
      await expect(page.locator('.tabs [aria-current]')).toBeInViewport()
    }
  })
