import type { Page } from '@playwright/test'
import { buttonIn, consent, field, fieldIn, openPanel, say, sendNow, success } from '../support/chat-site.ts'
import { leadsOf, mailsIn } from '../support/owner.ts'
import { alertOn, expect, test } from '../support/site.ts'

function leadsTo(dataDir: string, email: string) {
  return leadsOf(dataDir).filter((lead) => lead.email === email)
}

/** Until the next page: a talk counts from its first message, however short ago the page was opened that sends it. */
async function beginAMinuteAgo(page: Page) {
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() - 60_000
  })
}

test('a talk becomes a request, as a draft and as one that is sent, with nothing typed twice', async ({
  page,
  site,
}) => {
  const email = 'talk@booking.example'
  await page.clock.install()
  await openPanel(page)
  await say(page, 'Hello, I am Ada Lovelace and need a booking app for my gym by end of March')
  await expect(page.locator('.booking')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book Consultation Now' })).toHaveCount(0)
  await say(page, `You can write to ${email}`)
  const draft = page.getByRole('link', { name: 'Book Consultation Now' })
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
  await page.getByText('Your consultation request').click()
  await field(page, 'Company').fill('Analytical Engines Ltd')
  await say(page, 'My company is Other Engines Inc')
  await expect(field(page, 'Company')).toHaveValue('Analytical Engines Ltd')
  await page.clock.fastForward(5_000)
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeFocused()
  const [lead, ...others] = leadsTo(site.dataDir, email)
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
})

test('what is wrong is said beside the field, and an answer that was lost makes no second request', async ({
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
  await page.route('**/api/booking', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendNow(page).click()
  await expect(alertOn(page)).toContainText('hello@kitewright.example')
  await page.unroute('**/api/booking')
  await page.reload()
  await buttonIn(page).click()
  await page.getByText('Your consultation request').click()
  await expect(field(page, 'Email')).toHaveValue(email)
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeVisible()
  expect(leadsTo(site.dataDir, email)).toHaveLength(1)
  complaints.length = 0
})

test('an address that was only typed when the tab closed is not lost, with a yes, and is completed in place', async ({
  page,
  context,
  site,
}) => {
  const email = 'closing@booking.example'
  await openPanel(page)
  await say(page, 'Hello, I am Ada')
  await fieldIn(page).fill(`my address is ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  const other = await context.newPage()
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => leadsTo(site.dataDir, email)).toMatchObject([{ name: 'Ada', sent: false, consent }])
  await other.close()
})

test('what is left and then sent is one request', async ({ page, site }) => {
  const email = 'back@booking.example'
  await openPanel(page)
  await beginAMinuteAgo(page)
  await say(page, `I am Ada, ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  await page.goto('/blog')
  await expect.poll(() => leadsTo(site.dataDir, email)).toMatchObject([{ sent: false }])
  await openPanel(page)
  await expect(page.getByRole('checkbox', { name: consent })).toBeChecked()
  const post = page.waitForRequest('**/api/booking')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeVisible()
  expect((await post).postDataJSON().elapsedMs).toBeGreaterThan(60_000)
  expect(leadsTo(site.dataDir, email)).toMatchObject([{ name: 'Ada', sent: true, status: 'ok' }])
})

test('without a yes leaving stores nothing, and a yes can be taken back', async ({ page, site }) => {
  const email = 'silent@booking.example'
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/booking')) bodies.push(request.postData() ?? '')
  })
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  expect(bodies).toEqual([])
  await page.getByRole('checkbox', { name: consent }).check()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(1)
  await page.reload()
  await buttonIn(page).click()
  await page.getByRole('checkbox', { name: consent }).uncheck()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(0)
})

test('starting over forgets what was put into the form', async ({ page }) => {
  await openPanel(page)
  await say(page, 'I am Ada')
  await page.getByText('Your consultation request').click()
  await field(page, 'Company').fill('Engines')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.locator('.booking')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Engines')
  await say(page, 'I am Bob')
  await page.getByText('Your consultation request').click()
  await expect(field(page, 'Name')).toHaveValue('Bob')
  await expect(field(page, 'Company')).toHaveValue('')
})

test('an address that is corrected in the talk after sending can be sent again, without typing it twice', async ({
  page,
  site,
}) => {
  await openPanel(page)
  await say(page, 'I am Ada, ada@gmial.example')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeFocused()
  await expect(sendNow(page)).toHaveCount(0)
  await page.reload()
  await buttonIn(page).click()
  await expect(page.getByText(success)).toBeVisible()
  await say(page, 'Sorry, my address is ada@gmail.example')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeFocused()
  await expect(sendNow(page)).toHaveCount(0)
  expect(leadsTo(site.dataDir, 'ada@gmail.example')).toMatchObject([{ name: 'Ada', sent: true }])
})

test('a field that is emptied to be filled anew stays', async ({ page }) => {
  await openPanel(page)
  await say(page, 'I am Ada')
  await page.getByText('Your consultation request').click()
  await field(page, 'Name').fill('')
  await field(page, 'Name').pressSequentially('Grace')
  await expect(field(page, 'Name')).toHaveValue('Grace')
})

test('what is sent outlives its page, unless it is more than a browser lets outlive one', async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    const send = fetch
    window.fetch = (address, options) => {
      if (address === '/api/booking') sessionStorage.setItem('outlives', String(options?.keepalive))
      return send(address, options)
    }
  })
  await openPanel(page)
  await say(page, 'I am Ada, outlives@booking.example')
  await page.getByText('Your consultation request').click()
  await page.getByLabel('Requirements').fill('प'.repeat(25_000))
  const send = page.getByRole('button', { name: 'Send it now' })
  const outlives = () => page.evaluate(() => sessionStorage.getItem('outlives'))
  await send.click()
  await expect.poll(outlives).toBe('false')
  await expect(page.getByLabel('Requirements')).toBeFocused()
  await page.getByLabel('Requirements').fill('A kite')
  await send.click()
  await expect.poll(outlives).toBe('true')
  complaints.length = 0
})

test('what is far too long does not keep a visitor who leaves from being known', async ({ page, site }) => {
  const email = 'long@booking.example'
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  await page.getByText('Your consultation request').click()
  await page.getByLabel('Requirements').fill('प'.repeat(100_000))
  await fieldIn(page).fill('य'.repeat(100_000))
  await page.goto('/blog')
  await expect.poll(() => leadsTo(site.dataDir, email)).toMatchObject([{ name: 'Ada', sent: false }])
})

test('what was lost on its way when the page was left goes again the next time', async ({ page, site, complaints }) => {
  const email = 'tunnel@booking.example'
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await page.context().setOffline(true)
  await setHidden(true)
  await page.context().setOffline(false)
  await setHidden(false)
  await setHidden(true)
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(1)
  complaints.length = 0
})

test('starting over takes back what was left on the server', async ({ page, site }) => {
  const email = 'over@booking.example'
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(1)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(0)
})
