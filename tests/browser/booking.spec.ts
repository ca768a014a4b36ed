import type { Page } from '@playwright/test'
import { buttonIn, consent, field, fieldIn, openPanel, say, sendNow, success } from '../support/chat-site.ts'
import { leadsOf, mailsIn } from '../support/owner.ts'
import { alertOn, expect, test } from '../support/site.ts'

const unfold = (page: Page) => page.getByText('Your consultation request').click()
const agreement = (page: Page) => page.getByRole('checkbox', { name: consent })
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))

test('a conversation becomes an email draft and a consultation, with nothing typed twice', async ({ page, site }) => {
  const email = 'talk@booking.example'
  await page.clock.install()
  await openPanel(page)
  await say(page, 'Hello, I am Ada Lovelace and need a booking app for my gym by end of March')
  const draft = page.getByRole('link', { name: 'Book Consultation Now' })
  await expect(sendNow(page)).toHaveAccessibleDescription('Sends it from here, nothing else to do')
  await expect(draft).toHaveCount(0)
  await say(page, `You can write to ${email}`)
  await expect(draft).toHaveAccessibleDescription('Opens an e-mail that you send yourself')
  const url = new URL((await draft.getAttribute('href')) ?? '')
  expect([url.protocol, url.pathname, url.searchParams.get('subject')]).toEqual([
    'mailto:',
    'hello@kitewright.example',
    'Consultation Request - Kitewright',
  ])
  expect(url.searchParams.get('body')?.split('\r\n').slice(0, 4)).toEqual([
    'Name: Ada Lovelace',
    `Email: ${email}`,
    'Company: Not provided',
    'Budget: Not specified',
  ])
  await unfold(page)
  await field(page, 'Company').fill('Analytical Engines Ltd')
  await say(page, 'My company is Other Engines Inc')
  await expect(field(page, 'Company')).toBeHidden()
  await expect(field(page, 'Company')).toHaveValue('Analytical Engines Ltd')
  await page.clock.fastForward(5_000)
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeFocused()
  const [lead, ...others] = leadsOf(site.dataDir).filter((each) => each.email === email)
  expect(others).toEqual([])
  expect(lead).toMatchObject({
    name: 'Ada Lovelace',
    company: 'Analytical Engines Ltd',
    kind: 'consultation',
    sent: true,
  })
  await expect(page.locator('.booking')).toContainText(String(lead?.reference))
  const mails = async () => (await mailsIn(site.dataDir)).filter(({ text }) => text?.includes(String(lead?.reference)))
  await expect.poll(async () => (await mails()).length).toBe(2)
  const toOwner = (await mails()).find(({ subject }) => subject?.startsWith('New consultation'))
  expect(toOwner?.text).toContain(`Visitor:\n\n> You can write to ${email}`)

  await page.reload()
  await buttonIn(page).click()
  await expect(page.getByText(success)).toBeVisible()
  await expect(sendNow(page)).toHaveCount(0)
  await say(page, 'Sorry, my address is ada@corrected.example')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeFocused()
  expect(leadsOf(site.dataDir).filter((each) => each.email === 'ada@corrected.example')).toMatchObject([{ sent: true }])
})

test('says what is wrong beside its field, and an answer that is lost makes no second lead', async ({
  page,
  site,
  complaints,
}) => {
  const email = 'patient@booking.example'
  await openPanel(page)
  await say(page, 'My name is Asha Verma')
  await sendNow(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please fill in this field')
  await field(page, 'Email').fill(email)
  await field(page, 'Name').fill('')
  await field(page, 'Name').pressSequentially('Asha V')
  await page.route('**/api/booking', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendNow(page).click()
  await expect(alertOn(page)).toContainText('hello@kitewright.example')
  await page.unroute('**/api/booking')
  await page.reload()
  await buttonIn(page).click()
  await unfold(page)
  await expect(field(page, 'Email')).toHaveValue(email)
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeVisible()
  expect(leadsOf(site.dataDir).filter((each) => each.email === email)).toMatchObject([{ name: 'Asha V' }])
  complaints.length = 0
})

test('keeps what was begun only with consent, which can be taken back', async ({ page, site }) => {
  const email = 'silent@booking.example'
  const leads = () => leadsOf(site.dataDir).filter((lead) => lead.email === email)
  const bodies: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/booking') && bodies.push(request.postData() ?? ''))
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await leave(page)
  expect(bodies).toEqual([])
  await agreement(page).check()
  await leave(page)
  await expect.poll(leads).toMatchObject([{ name: 'Ada', sent: false, consent }])
  await page.reload()
  await buttonIn(page).click()
  await agreement(page).uncheck()
  await leave(page)
  await expect.poll(leads).toHaveLength(0)
  await agreement(page).check()
  await leave(page)
  await expect.poll(leads).toHaveLength(1)
  await unfold(page)
  await field(page, 'Company').fill('Engines')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(leads).toHaveLength(0)
  await expect(page.locator('.booking')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Engines')

  // What is left and then sent is one lead, which was begun when the conversation was.
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() - 60_000
  })
  await say(page, `I am Bob, ${email}`)
  await agreement(page).check()
  await page.goto('/blog')
  await expect.poll(leads).toMatchObject([{ name: 'Bob', company: null, sent: false }])
  await openPanel(page)
  await expect(agreement(page)).toBeChecked()
  const post = page.waitForRequest('**/api/booking')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeVisible()
  expect((await post).postDataJSON().elapsedMs).toBeGreaterThan(60_000)
  expect(leads()).toMatchObject([{ name: 'Bob', sent: true, status: 'ok' }])
})

test('loses nothing of a visitor who leaves: what is only typed, far too long, or was lost on its way', async ({
  page,
  context,
  site,
  complaints,
}) => {
  const leads = (email: string) => leadsOf(site.dataDir).filter((lead) => lead.email === email)
  await openPanel(page)
  await say(page, 'Hello, I am Ada')
  await fieldIn(page).fill('my address is tunnel@booking.example')
  await agreement(page).check()
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await context.setOffline(true)
  await setHidden(true)
  await context.setOffline(false)
  await setHidden(false)
  await setHidden(true)
  await expect.poll(() => leads('tunnel@booking.example')).toMatchObject([{ name: 'Ada', sent: false }])

  await unfold(page)
  const outlives: boolean[] = []
  await page.exposeFunction('noteKeepalive', (isKept: boolean) => outlives.push(isKept))
  await page.evaluate(() => {
    const send = fetch
    window.fetch = (address, options) => {
      if (address === '/api/booking') Reflect.get(window, 'noteKeepalive')(options?.keepalive)
      return send(address, options)
    }
  })
  await field(page, 'Email').fill('long@')
  await sendNow(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  await field(page, 'Email').fill('long@booking.example')
  await page.getByLabel('Requirements').fill('प'.repeat(25_000))
  await sendNow(page).click()
  await expect(page.getByLabel('Requirements')).toBeFocused()
  await fieldIn(page).fill('य'.repeat(100_000))
  const other = await context.newPage()
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => leads('long@booking.example')).toMatchObject([{ name: 'Ada', sent: false }])
  // A browser lets at most 64 KiB outlive its page.
  expect(outlives).toEqual([true, false])
  await other.close()
  complaints.length = 0
})

test('shows its fields, faults and thanks whole, wide and on a short screen with a keyboard, with text of any size', async ({
  page,
  complaints,
}) => {
  const session = await page.context().newCDPSession(page)
  const names = ['Name', 'Email', 'Company', 'Budget', 'Timeline', 'Requirements']
  for (const [width, height, letters] of [
    [1280, 800, 16],
    [375, 667, 32],
    [375, 420, 16],
  ] as const) {
    await session.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } })
    await page.setViewportSize({ width, height })
    await openPanel(page)
    await say(page, 'I am Ada, ada@sizes.example')
    await expect(fieldIn(page)).toBeInViewport({ ratio: 1 })
    await agreement(page).check()
    const summary = page.getByText('Your consultation request')
    await summary.click()
    if (width === 1280) await expectAllInSight(page)
    await summary.focus()
    for (const name of names) {
      await page.keyboard.press('Tab')
      await expect(field(page, name)).toBeFocused()
      // What is in the window may still lie under something else.
      await field(page, name).click({ trial: true })
      await expect(field(page, name)).toBeInViewport({ ratio: 1 })
    }
    await field(page, 'Email').fill('ada@')
    await sendNow(page).click()
    await expect(field(page, 'Email')).toBeFocused()
    await field(page, 'Email').click({ trial: true })
    await expect(field(page, 'Email')).toBeInViewport({ ratio: 1 })
    if (width === 1280) await expectAllInSight(page)
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await field(page, 'Email').fill('ada@sizes.example')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeInViewport({ ratio: 1 })
  complaints.length = 0
})

async function expectAllInSight(page: Page) {
  const all = page.locator('.booking :is(summary, input, textarea, button, a, .field-error:not(:empty))')
  expect(await all.count()).toBeGreaterThan(8)
  for (const each of await all.all()) {
    await expect(each).toBeInViewport({ ratio: 1 })
    await each.click({ trial: true })
  }
  const colors = await all
    .filter({ hasText: /Send it now|Book/ })
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor))
  expect(new Set(colors).size).toBe(2)
}

test('without JavaScript, a page takes the consultation and keeps what was typed', async ({ request, site }) => {
  const email = 'plain@booking.example'
  const post = (form: Record<string, string>) =>
    request.post('/api/booking', { form, maxRedirects: 0, headers: { accept: 'text/html' } })
  const page = await (await request.get('/contact/consultation?reference=nonsense')).text()
  expect(page).toContain('name="requirements"')
  expect(page).toContain('name="robots" content="noindex"')
  const refused = await post({ name: 'Ada', email: 'plain@nowhere', requirements: 'An engine' })
  expect(refused.status()).toBe(422)
  expect(await refused.text()).toMatch(/name@example\.com.*>An engine<\/textarea>/s)
  const stored = await post({ name: 'Ada', email, requirements: 'An engine' })
  const address = stored.headers()['location'] ?? ''
  expect([stored.status(), address]).toEqual([303, expect.stringMatching(/^\/contact\/consultation\?reference=KW-/)])
  const thanks = await (await request.get(address)).text()
  expect(thanks).toContain('received your request')
  expect(thanks).not.toContain('name="requirements"')
  expect(leadsOf(site.dataDir).filter((lead) => lead.email === email)).toMatchObject([{ kind: 'consultation' }])
})
