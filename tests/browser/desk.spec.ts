import type { Page } from '@playwright/test'
import { test } from '../support/on-desk.ts'
import { startDesk } from '../support/owner.ts'
import { elementsPastTheEdge, expect, expectNothingFound, isLong } from '../support/site.ts'
import { subscriber } from '../support/subscribers.ts'

test.describe.configure({ mode: 'default' })

const rows = (page: Page) => page.locator('.row')
const chosenRow = (page: Page) => page.locator('.row[aria-current]')
const notice = (page: Page) => page.getByRole('status')

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('a link opens one tab, once, and the next tab explains why not', async ({ page, desk, context, complaints }) => {
  const address = await desk.nextAddress()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(page.url()).not.toContain('#')
  const other = await context.newPage()
  for (const url of [address, new URL('/leads', address).href]) {
    await other.goto(url)
    await expect(other.getByRole('heading')).toHaveText('This desk is locked.')
  }
  expect(await context.cookies()).toEqual([])
  await page.evaluate(() => sessionStorage.setItem('desk-token', 'of a desk that has ended'))
  await page.goto(new URL('/leads#used', desk.address).href)
  await expect(page.getByRole('alert')).toContainText('its link was used before, a new one was made')
  complaints.length = 0
})

test('`--open` leaves no key in the browser’s history, and its tab can be reloaded', async ({ page, site }) => {
  const desk = await startDesk(site.dataDir, { browserStartsInSeconds: 0 })
  const [file = ''] = await desk.argumentsOfBrowser()
  const urls: string[] = []
  page.on('framenavigated', (frame) => urls.push(frame.url()))
  await page.goto(`file://${file}`).catch(() => {}) // it leads on before it is loaded
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
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
  await enter('/leads')
  await press(page, '/')
  await page.keyboard.type(name)
  await expect(page.getByText('No leads match.')).toBeVisible()
  const reference = await send(name)
  await page.clock.runFor(3_000)
  await expect(rows(page)).toHaveCount(1)
  await press(page, 'Escape', 'j')
  await expect(page).toHaveURL(new RegExp(`/leads/${reference}\\?`))
  await expect(page.getByRole('article')).toContainText(`${name} wants a shop.`)
  await press(page, 'e')
  await expect(notice(page)).toContainText(`${reference} is answered after`)
  await expect(rows(page)).toHaveCount(0)
  await press(page, '1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page)).toContainText('Undone.')
  await page.goBack()
  await expect(notice(page)).toHaveText('')
  await expect(rows(page)).toHaveCount(1)

  await page.route('**/api/leads.answered', (route) =>
    route.fulfill({ status: 409, json: { message: 'It is locked.' } }),
  )
  await press(page, 'e')
  await expect(notice(page)).toContainText('It is locked.')
  await press(page, '1')
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
  await page.keyboard.type(name)
  await expect(rows(page)).toHaveCount(3)
  await press(page, 'Escape')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  const last = await rows(page).last().getAttribute('href')
  await press(page, '/', 'Enter', 'j', 'j', 'k')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current')
  await press(page, 'o')
  await expect(page.getByRole('article')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Mark as answered' })).toBeVisible()
  await press(page, 'e')
  await expect(rows(page)).toHaveCount(2)
  await press(page, 'j')
  await expect(chosenRow(page)).toHaveAttribute('href', last ?? '')
})

test('keys continue from the selected row, wherever the list is scrolled', async ({
  page,
  enter,
  desk: { database },
}) => {
  const subscribers = Array.from({ length: 120 }, (_, n) => subscriber(1_000 + n))
  await database.write((tx) => tx.insertInto('subscribers').values(subscribers).execute())
  await enter('/subscribers?search=reader1')
  const second = await rows(page).nth(1).getAttribute('href')
  await rows(page).first().click()
  await page.locator('.rows').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(chosenRow(page)).not.toBeInViewport()
  await press(page, 'j')
  await expect(chosenRow(page)).toHaveAttribute('href', second ?? '')
  await expect(chosenRow(page)).toBeInViewport()
})

test('an unsaved note survives another view and a reload, and is saved with a key', async ({ page, enter, send }) => {
  const [reference, other] = [await send('Ada'), await send('Bea')]
  const note = page.getByLabel('Note')
  await enter(`/leads/${reference}?view=all`)
  await note.fill('Wants a quote')
  await enter(`/leads/${other}`)
  await expect(note).toHaveValue('')
  await enter(`/leads/${reference}?view=all`)
  await expect(note).toHaveValue('Wants a quote')
  await press(page, 'n', 'Control+Enter')
  await expect(notice(page)).toContainText('Note saved.')
  await expect(page.getByRole('button', { name: 'Save note' })).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(note).toHaveValue('Wants a quote')
})

test('a lost connection loses nothing typed, and markup stays text', async ({ page, enter, send, complaints }) => {
  const name = '=cmd() <img src=x onerror=alert(1)> Grace'
  const reference = await send(`\u202E${name}`)
  await page.clock.install()
  await enter(`/leads/${reference}?view=all`)
  const lead = page.getByRole('article')
  await expect(lead.getByRole('heading', { name })).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
  expect(await page.locator('body').innerText()).not.toContain('\u202E')
  await press(page, 'n')
  await page.keyboard.type('called back')
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(3_000)
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('The desk isn’t responding. Is its command still running?')
  await expect(lead.getByRole('textbox')).toHaveValue('called back')
  await page.unroute('**/api/**')
  await page.clock.runFor(3_000)
  await expect(alert).toHaveCount(0)
  await expect(lead.getByRole('textbox')).toHaveValue('called back')
  expect(new Set(complaints.splice(0))).toEqual(new Set(['Failed to load resource: net::ERR_FAILED']))
})

test('setup is shown and rechecked, and axe finds nothing on the densest views', async ({ page, enter, send }) => {
  const reference = await send('Katherine Johnson')
  const densest = { '/today': 'What is OK', [`/leads/${reference}`]: 'wants a shop.', '/calls': 'Times are in' }
  const others = {
    ...{ '/subscribers': 'confirmed · 7 days', '/issues': 'not sent', '/outbox': 'hello@', '/backups': 'Back up now' },
    ...{ '/person?email=ada@example.com': 'nothing stored', '/training': 'wasn’t sure' },
    '/analytics': 'Conversion',
  }
  for (const [path, words] of Object.entries({ ...densest, ...(isLong && others) })) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(path)
    await expect(page.getByText(words).first()).toBeVisible()
    if (path === '/today') await page.getByText('What is OK').click()
    await expectNothingFound(page)
  }
  await enter()
  const setup = page.getByRole('region', { name: 'Setup' })
  await expect(setup).toContainText('CHAT_BASE_URL and CHAT_API_KEY aren’t set')
  await setup.getByRole('button', { name: 'Check again' }).click()
  await expect(notice(page)).toContainText('Checked again.')
})

test('on a phone each view fits, its tab is visible, and the title names it', async ({ page, enter }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter()
  const names = 'Today,Leads,Calls,Subscribers,Issues,Outbox,Backups,Person,Chat training,Analytics'.split(',')
  for (const [n, name] of names.entries()) {
    await press(page, `${(n + 1) % 10}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 0.9 })
    await expect(page).toHaveTitle(new RegExp(`^${name} · Desk · `))
    await expect.poll(() => elementsPastTheEdge(page)).toEqual([])
  }
  expect((await page.getByRole('navigation').boundingBox())?.height).toBeLessThan(60)
})
