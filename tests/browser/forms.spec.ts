import type { Locator, Page } from '@playwright/test'
import { emailsIn, leadsOf } from '../support/owner.ts'
import { elementsPastTheEdge, expect, footerOf, test } from '../support/site.ts'
import { coverOf } from '../support/visits.ts'

const visitor = { name: 'Zoë Ångström', email: 'zoe@client.example', project: 'Ein Buchungssystem.\nBis März.' }
const thanks = "Thank you! We've received your request and will contact you within 24 hours."

const sendIn = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const alertIn = (page: Page) => page.locator('main').getByRole('alert')
const fieldOf = (page: Page, name: keyof typeof visitor) => page.locator(`main form [name=${name}]`)
const leadsBy = (dataDir: string, who: string) => leadsOf(dataDir).filter(({ name }) => name === who)

async function fill(page: Page, values: Partial<typeof visitor>) {
  for (const [name, value] of Object.entries({ ...visitor, ...values }))
    await page.locator(`main form [name=${name}]`).fill(value)
}

/** What is sent before the form's code is there goes as without JavaScript. */
async function isLive(page: Page) {
  await page.locator('main form').hover()
  await expect(page.locator('main form')).not.toHaveAttribute('data-island')
}

/** Counts what the browser complains of by itself, and what is posted. */
async function watch(page: Page) {
  const seen = { bubbles: 0, posts: 0 }
  await page.exposeFunction('noteBubble', () => {
    seen.bubbles += 1
  })
  await page.addInitScript(() => addEventListener('invalid', () => Reflect.get(window, 'noteBubble')(), true))
  page.on('request', (request) => {
    if (request.method() === 'POST') seen.posts += 1
  })
  return seen
}

test.describe('before its code has loaded', () => {
  /** Delays requests, by default those for the islands' code. @returns lets them through */
  async function hold(page: Page, requests = '**/islands/*') {
    const { promise: coming, resolve: letIn } = Promise.withResolvers<void>()
    await page.route(requests, async (route) => {
      await coming
      await route.continue()
    })
    return letIn
  }

  test('Send and Enter show that they were pressed, and errors appear in the page instead of a bubble', async ({
    page,
  }) => {
    const seen = await watch(page)
    const letCodeIn = await hold(page)
    await page.goto('/')
    await sendIn(page).click()
    await expect(sendIn(page)).toHaveAttribute('aria-busy', 'true')
    const { form, email, send } = footerOf(page)
    await email.press('Enter')
    await expect(send).toHaveAttribute('aria-busy', 'true')
    letCodeIn()
    await expect(alertIn(page)).toHaveText('Please fill in all fields')
    await expect(email).toHaveAccessibleDescription('Enter an email like name@company.com.')
    await expect(sendIn(page)).not.toHaveAttribute('aria-busy')
    expect(seen).toEqual({ bubbles: 0, posts: 0 })
    await email.fill('early@reader.example')
    await send.dblclick()
    await expect(form.getByRole('alert')).toContainText('Thank you for subscribing to our newsletter!')
    expect(seen).toEqual({ bubbles: 0, posts: 1 })
  })

  test('a link that is clicked with Ctrl opens in a new tab', async ({ page, context }) => {
    await hold(page)
    await page.goto('/')
    const opened = context.waitForEvent('page')
    await page.locator('a.agent').click({ modifiers: ['ControlOrMeta'] })
    await expect(await opened).toHaveURL(/#contact$/)
    await expect(page.locator('a.agent')).not.toHaveAttribute('aria-busy')
  })

  test('a form that is submitted twice is sent once, and can’t be edited meanwhile', async ({ page, site }) => {
    const name = 'Early Bird'
    const seen = await watch(page)
    const letCodeIn = await hold(page)
    const letPostIn = await hold(page, '**/api/contact')
    await page.goto('/')
    await fill(page, { name })
    await sendIn(page).dblclick()
    letCodeIn()
    const button = page.locator('main form button')
    await expect(button).toHaveText('Sending...')
    await expect(button).toBeDisabled()
    for (const field of ['name', 'email', 'project'] as const)
      await expect(fieldOf(page, field)).toHaveJSProperty('readOnly', true)
    letPostIn()
    await expect(page.getByText(thanks)).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    expect(seen).toEqual({ bubbles: 0, posts: 1 })
    expect(leadsBy(site.dataDir, name)).toHaveLength(1)
  })

  test('the form is posted without JavaScript if the code doesn’t load within three seconds', async ({
    page,
    site,
    complaints,
  }) => {
    const name = 'Patient Bird'
    const seen = await watch(page)
    await hold(page)
    await page.clock.install({ time: 0 })
    await page.goto('/')
    await page.clock.pauseAt(60_000)
    await sendIn(page).click()
    await page.clock.runFor(2900)
    expect(seen.posts).toBe(0)
    await page.clock.runFor(200)
    await expect(alertIn(page)).toHaveText('Please fill in all fields')
    await expect(fieldOf(page, 'name')).toBeFocused()
    expect(seen).toEqual({ bubbles: 0, posts: 1 })

    await page.goto('/')
    await page.locator('a.agent').click()
    await expect(page.locator('a.agent')).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(3000)
    await expect(page).toHaveURL(/#contact$/)

    await fill(page, { name })
    await sendIn(page).click()
    await page.clock.runFor(3000)
    await expect(page).toHaveURL(/\/contact\/received\?reference=KW-/)
    expect(leadsBy(site.dataDir, name)).toHaveLength(1)
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('422')
  })

  test('a click works at once without JavaScript if the code fails to load', async ({ page, complaints }) => {
    await page.route('**/islands/*', (route) => route.abort())
    await page.goto('/')
    const { email, send } = footerOf(page)
    await email.fill('failed@reader.example')
    await send.click()
    await expect(page).toHaveURL(/\/newsletter\/subscribed/)
    complaints.length = 0
  })

  test('typed text survives a reload, and doesn’t overwrite what was stored before', async ({ page }) => {
    const name = fieldOf(page, 'name')
    await page.goto('/')
    await fill(page, { name: 'Ada' })
    await isLive(page)
    await fieldOf(page, 'email').fill('')
    await page.goto('/blog')
    const letCodeIn = await hold(page)
    await page.goto('/')
    await name.pressSequentially('Ada Lovelace')
    await page.reload()
    letCodeIn()
    await expect(fieldOf(page, 'project')).toHaveValue(visitor.project)
    await expect(name).toHaveValue('Ada Lovelace')
    await expect(fieldOf(page, 'email')).toHaveValue('')
  })
})

test('a lead is stored, emailed and confirmed, and the empty form returns', async ({ page, site }) => {
  const email = 'zoe@emailed.example'
  const seen = await watch(page)
  await page.clock.install()
  await page.goto('/?utm_source=newsletter&utm_campaign=march')
  await isLive(page)
  await page.clock.runFor(5000)
  await fill(page, { email: 'ada at client', project: 'x'.repeat(5001) })
  await sendIn(page).click()
  await expect(fieldOf(page, 'email')).toHaveAccessibleDescription(/name@company\.com/)
  await expect(fieldOf(page, 'project')).toHaveAccessibleDescription(/5,000/)
  await expect(fieldOf(page, 'project')).toHaveValue(/^x{5001}$/)
  expect(seen.posts).toBe(0)
  await fill(page, { email })
  await sendIn(page).click()
  await expect(page.getByText(thanks)).toBeVisible()
  const [lead] = leadsBy(site.dataDir, visitor.name)
  expect(lead).toMatchObject({ ...visitor, email, kind: 'contact', status: 'ok', campaign: { utm_campaign: 'march' } })
  const reference = String(lead?.reference)
  await expect(page.getByText(reference)).toBeVisible()
  await expect(page.locator('main form')).toBeHidden()
  await expect(page.locator('main').getByRole('status')).toBeFocused()
  const emails = async () => (await emailsIn(site.dataDir)).filter(({ text }) => text?.includes(reference))
  await expect.poll(async () => (await emails()).length).toBe(2)
  await waitForForm(page)
  await expect(fieldOf(page, 'name')).toHaveValue('')
  await expect(page.getByText(thanks)).toBeHidden()
  await expect(page.locator(':focus').getByRole('button', { name: 'Send Message' })).toBeVisible()

  // Nobody is thanked for a second lead before it is stored, and the focus stays where somebody has gone on.
  const store = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await store.promise
    await route.continue()
  })
  await fill(page, {})
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(page.getByText(thanks)).toBeHidden()
  store.resolve()
  await expect(page.locator('main').getByRole('status')).toBeFocused()
  await footerOf(page).email.focus()
  await waitForForm(page)
  await expect(footerOf(page).email).toBeFocused()
})

/** The clock moves on until the form's own timer, which starts a moment after the thanks show, has run out. */
async function waitForForm(page: Page) {
  await expect(async () => {
    await page.clock.runFor(5100)
    await expect(sendIn(page)).toBeVisible({ timeout: 500 })
  }).toPass()
}

test('while the server is down the text stays, with the studio’s address, and the next attempt makes one lead', async ({
  page,
  site,
  complaints,
}) => {
  const name = 'Patient Person'
  await page.goto('/')
  await fill(page, { name })
  await isLive(page)
  await page.route('**/api/contact', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendIn(page).click()
  await expect(alertIn(page)).toContainText('hello@kitewright.example')
  await expect(alertIn(page)).toBeFocused()
  await expect(fieldOf(page, 'name')).toHaveValue(name)
  await page.unroute('**/api/contact')
  await sendIn(page).click()
  await expect(page.getByText(thanks)).toBeVisible()
  expect(leadsBy(site.dataDir, name)).toHaveLength(1)
  complaints.length = 0
})

/** Scrolls until an element stands this far below the window's top. */
async function bringTo(element: Locator, y: number) {
  await element.evaluate((found, top) => scrollBy(0, found.getBoundingClientRect().top - top), y)
}

async function expectClear(page: Page, selector: string) {
  await expect.poll(() => page.evaluate(coverOf, selector)).toBe('clear')
}

test('on a phone the answer to Send isn’t covered by the bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await bringTo(sendIn(page), 120)
  await sendIn(page).click()
  await expectClear(page, 'main .form-message')
  await expect(fieldOf(page, 'name')).toBeFocused()
  await fill(page, { name: 'Seen Person' })
  await bringTo(sendIn(page), 120)
  await sendIn(page).click()
  await expectClear(page, 'main .form-success')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })

  test('errors are visible on a page with everything typed, and success on a confirmation page', async ({
    page,
    request,
    site,
    complaints,
  }) => {
    const name = 'Plain Poster'
    await page.goto('/')
    await fill(page, { name, email: 'zoe@nowhere' })
    await sendIn(page).click()
    await expect(fieldOf(page, 'email')).toHaveValue('zoe@nowhere')
    await expect(fieldOf(page, 'project')).toHaveValue(visitor.project)
    expect(await elementsPastTheEdge(page)).toEqual([])
    await fieldOf(page, 'email').fill(visitor.email)
    await sendIn(page).click()
    await expect(page.getByText(thanks)).toBeVisible()
    await page.reload()
    expect(leadsBy(site.dataDir, name)).toHaveLength(1)
    await page.goto('/contact/consultation')
    await expect(page.getByRole('main').getByLabel('Timeline')).toBeVisible()
    expect(await elementsPastTheEdge(page)).toEqual([])
    for (const path of ['/api/contact', '/api/newsletter', '/api/booking']) {
      const body = await (await request.post(path, { form: { email: 'zoe@nowhere' } })).body()
      await page.route(`**${path}`, (route) => route.fulfill({ body, contentType: 'text/html' }))
      await page.goto(path)
      await expect(page.locator('main [role=alert], main .field-error').first()).toBeInViewport({ ratio: 1 })
    }
    complaints.length = 0
  })
})
