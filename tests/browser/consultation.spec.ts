import type { Locator, Page } from '@playwright/test'
import { ask, buttonIn, fieldIn, openPanel, panelIn } from '../support/chat-site.ts'
import { leadsOf } from '../support/owner.ts'
import { alertOn, expect, test } from '../support/site.ts'

const consent = 'If I leave, save this chat and my draft, and email me about it'
const success = "Thank you! We've received your request and will contact you within 24 hours."

const card = (page: Page) => page.getByRole('region', { name: 'Your request' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Your request' })
const field = (page: Page, name: string) => sheet(page).getByLabel(name, { exact: true })
const sendNow = (page: Page) => card(page).getByRole('button', { name: 'Send request' })
const edit = (page: Page) => card(page).getByRole('button', { name: 'Edit' }).click()
const unfold = (page: Page) => sheet(page).getByText('Company, budget, timeline').click()
const goBack = (page: Page) => sheet(page).getByRole('button', { name: 'Back to the conversation' }).click()
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))

async function agree(page: Page, isAgreed = true) {
  await edit(page)
  await sheet(page).getByRole('checkbox', { name: consent }).setChecked(isAgreed)
  await goBack(page)
}

/** Sends a message, and waits for the end of the answer. */
async function say(page: Page, text: string) {
  await ask(page, text)
  await expect(fieldIn(page)).toBeEnabled()
}

const leadsFrom = (site: { dataDir: string }, email: string) =>
  leadsOf(site.dataDir).filter((lead) => lead.email === email)

test('a conversation becomes an email draft, and is sent as one consultation', async ({ page, site, complaints }) => {
  const email = 'talk@booking.example'
  await page.clock.install()
  await openPanel(page)
  await say(page, 'Hello, I am Ada Lovelace and need a booking app for my gym by end of March')
  const draft = page.getByRole('link', { name: 'Book Consultation Now' })
  await expect(sendNow(page)).toBeVisible()
  await expect(draft).toHaveCount(0)
  await say(page, `You can write to ${email}`)
  await expect(draft).toHaveAttribute('href', /^mailto:hello@kitewright\.example\?.*Ada%20Lovelace.*talk%40booking/)
  await edit(page)
  await unfold(page)
  await field(page, 'Company').fill('Analytical Engines Ltd')
  await goBack(page)
  const asked = page.waitForRequest('**/api/chat')
  await say(page, 'My company is Other Engines Inc')
  expect((await asked).postDataJSON()).toMatchObject({ filled: expect.arrayContaining(['company', 'name', 'email']) })
  await expect(card(page)).toContainText('Analytical Engines Ltd')
  await page.clock.fastForward(5_000)
  await page.route('**/api/booking', (route) => route.fetch().then(() => route.abort()))
  await sendNow(page).click()
  await expect(alertOn(page)).toContainText('hello@kitewright.example')
  await page.unroute('**/api/booking')
  await page.reload()
  await buttonIn(page).click()
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeFocused()
  const [lead, ...others] = leadsFrom(site, email)
  expect(others).toEqual([])
  const company = 'Analytical Engines Ltd'
  expect(lead).toMatchObject({ name: 'Ada Lovelace', company, kind: 'consultation', sent: true })
  expect(JSON.stringify(lead)).toContain(`You can write to ${email}`)
  await expect(page.getByRole('region', { name: 'Sent' })).toContainText(`Reference ${lead?.reference}`)

  await page.reload()
  await buttonIn(page).click()
  await expect(page.getByText(success)).toBeVisible()
  await expect(sendNow(page)).toHaveCount(0)
  await say(page, 'Sorry, my address is ada@corrected.example')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeFocused()
  expect(leadsFrom(site, 'ada@corrected.example')).toMatchObject([{ sent: true }])
  complaints.length = 0
})

test('stores an unfinished consultation only with consent, which can be withdrawn', async ({ page, site }) => {
  const leads = () => leadsFrom(site, 'silent@booking.example')
  const posts: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/booking') && posts.push(request.url()))
  await openPanel(page)
  await say(page, 'I am Ada, silent@booking.example')
  await leave(page)
  expect(posts).toEqual([])
  await agree(page)
  await leave(page)
  await expect.poll(leads).toMatchObject([{ name: 'Ada', sent: false, consent }])
  await page.reload()
  await buttonIn(page).click()
  await agree(page, false)
  await leave(page)
  await expect.poll(leads).toHaveLength(0)
  await agree(page)
  await leave(page)
  await expect.poll(leads).toHaveLength(1)
  await edit(page)
  await unfold(page)
  await field(page, 'Company').fill('Engines')
  await goBack(page)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(leads).toHaveLength(0)
  await expect(card(page)).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Engines')

  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() - 60_000
  })
  await say(page, 'I am Bob, silent@booking.example')
  await agree(page)
  await page.goto('/blog')
  await expect.poll(leads).toMatchObject([{ name: 'Bob', company: null, sent: false }])
  await openPanel(page)
  await edit(page)
  await expect(sheet(page).getByRole('checkbox')).toBeChecked()
  await goBack(page)
  const post = page.waitForRequest('**/api/booking')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeVisible()
  expect((await post).postDataJSON().elapsedMs).toBeGreaterThan(60_000)
  expect(leads()).toMatchObject([{ name: 'Bob', sent: true, status: 'ok' }])
})

test('keeps everything that a visitor who leaves has typed, sent or not', async ({
  page,
  context,
  site,
  complaints,
}) => {
  await openPanel(page)
  await say(page, 'Hello, I am Ada')
  await fieldIn(page).fill('my address is tunnel@booking.example')
  await agree(page)
  for (const [isOffline, isHidden] of [
    [true, true],
    [false, false],
    [false, true],
  ] as const) {
    await context.setOffline(isOffline)
    await page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  }
  await expect.poll(() => leadsFrom(site, 'tunnel@booking.example')).toMatchObject([{ name: 'Ada', sent: false }])

  // The card opens what is wrong in it.
  await sendNow(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  await field(page, 'Email').fill('long@booking.example')
  await field(page, 'What do you need?').fill('प'.repeat(25_000))
  await sheet(page).getByRole('button', { name: 'Send request' }).click()
  await expect(field(page, 'What do you need?')).toBeFocused()
  await goBack(page)
  await fieldIn(page).fill('य'.repeat(100_000))
  const other = await context.newPage()
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => leadsFrom(site, 'long@booking.example')).toMatchObject([{ name: 'Ada', sent: false }])
  await other.goto('/')
  await other.evaluate(() => {
    const messages = Array.from({ length: 12 }, (_, at) => ({ role: 'user', content: 'प'.repeat(2_000), at: at + 1 }))
    sessionStorage.setItem('chat', JSON.stringify({ messages, info: { name: 'Ada', email: 'talked@booking.example' } }))
  })
  await openPanel(other)
  // A browser lets at most 64 KiB outlive its page: a longer chat is sent without that.
  await expect(async () => {
    // The chat may still scroll to its end below the pointer.
    await sendNow(other).click()
    await expect(other.getByText(success)).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await other.close()
  complaints.length = 0
})

test('shows its fields, errors and confirmation completely above the on-screen keyboard', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 375, height: 420 })
  await openPanel(page)
  await say(page, 'I am Ada, ada@sizes.example')
  await expect(fieldIn(page)).toBeInViewport({ ratio: 1 })
  await edit(page)
  await expect(sheet(page).getByRole('button', { name: 'Back to the conversation' })).toBeFocused()
  for (const name of ['Name', 'Email', 'What do you need?']) {
    await page.keyboard.press('Tab')
    await expect(field(page, name)).toBeFocused()
    await expectSeen(field(page, name))
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (const name of ['Company', 'Budget', 'Timeline']) {
    await page.keyboard.press('Tab')
    await expect(field(page, name)).toBeFocused()
    await expectSeen(field(page, name))
  }
  await field(page, 'Email').fill('ada@')
  await sheet(page).getByRole('button', { name: 'Send request' }).click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/name@company\.com/)
  await expectSeen(field(page, 'Email'))
  // The rest of the panel is inert meanwhile.
  for (const part of ['.chat-head:not(dialog *)', '.chat-body'])
    await expect(panelIn(page).locator(part)).toHaveAttribute('inert')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await expect(card(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await field(page, 'Email').fill('ada@sizes.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText(success)).toBeFocused()
  await expect(page.getByText(success)).toBeInViewport({ ratio: 1 })
  complaints.length = 0
})

/** What is in the window may still lie under something else. */
async function expectSeen(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 })
  await part.click({ trial: true })
}
