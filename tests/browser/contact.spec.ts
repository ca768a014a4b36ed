import type { Page } from '@playwright/test'
import { leadsOf, mailsIn } from '../support/owner.ts'
import { alertOn, elementsPastTheEdge, expect, test } from '../support/site.ts'

const visitor = {
  name: 'Zoë Ångström',
  email: 'zoe@client.example',
  project: 'Ein Buchungssystem für drei Kliniken.\nBis März.',
}
const success = "Thank you! We've received your request and will contact you within 24 hours."

async function fill(page: Page, values: Partial<typeof visitor>) {
  for (const [name, value] of Object.entries(values)) await page.locator(`main form [name=${name}]`).fill(value)
}

/** What is sent before the form's code is there goes as without JavaScript. */
async function isLive(page: Page) {
  await page.locator('main form').hover()
  await expect(page.locator('main form')).toHaveJSProperty('noValidate', true)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const project = (page: Page) => page.locator('textarea[name=project]')
const leadsBy = (dataDir: string, who: string) => leadsOf(dataDir).filter(({ name }) => name === who)

test('a lead is stored, emailed, and thanked for, and the empty form comes back', async ({ page, site }) => {
  await page.clock.install()
  await page.goto('/?utm_source=newsletter&utm_campaign=march')
  await isLive(page)
  await page.clock.runFor(5000)
  await fill(page, visitor)
  await send(page).click()
  await expect(page.getByText(success)).toBeVisible()
  const [lead] = leadsBy(site.dataDir, visitor.name)
  expect(lead).toMatchObject({ ...visitor, kind: 'contact', status: 'ok', campaign: { utm_campaign: 'march' } })
  const reference = String(lead?.reference)
  await expect(page.getByText(reference)).toBeVisible()
  await expect(page.locator('main form')).toBeHidden()
  const mails = async () => (await mailsIn(site.dataDir)).filter(({ text }) => text?.includes(reference))
  await expect.poll(async () => (await mails()).length).toBe(2)

  // The clock moves on until the form's own timer, which starts a moment after the message shows, has run out.
  await expect(async () => {
    await page.clock.runFor(5100)
    await expect(page.locator('input[name=name]')).toHaveValue('', { timeout: 500 })
  }).toPass()
  await expect(page.getByText(success)).toBeHidden()
})

test('what is wrong isn’t posted but explained above the fields and beside them, and going back loses nothing', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('contact')) posts += 1
  })
  await page.goto('/')
  await isLive(page)
  const tooLong = 'x'.repeat(5001)
  await fill(page, { name: 'Ada', email: 'ada at client', project: tooLong })
  await send(page).click()
  await expect(page.locator('main input[name=email]')).toHaveAccessibleDescription(/name@example\.com/)
  await expect(project(page)).toHaveAccessibleDescription(/5,000/)
  await expect(project(page)).toHaveValue(tooLong)
  expect(posts).toBe(0)
  await page.goto('/contact')
  await page.goBack()
  await expect(page.locator('input[name=name]')).toHaveValue('Ada')
})

test('while the server is away the text stays, the visitor is told, and the next attempt makes one lead', async ({
  page,
  site,
  complaints,
}) => {
  const name = 'Patient Person'
  await page.goto('/')
  await fill(page, { ...visitor, name })
  await isLive(page)
  await page.route('**/api/contact', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page).click()
  await expect(alertOn(page)).toContainText('hello@kitewright.example')
  await expect(alertOn(page)).toBeFocused()
  await expect(page.locator('input[name=name]')).toHaveValue(name)
  await page.unroute('**/api/contact')
  await send(page).click()
  await expect(page.getByText(success)).toBeVisible()
  expect(leadsBy(site.dataDir, name)).toHaveLength(1)
  complaints.length = 0
})

test('while a lead is being sent the form takes neither a second click nor more words', async ({ page, site }) => {
  const name = 'Double Clicker'
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await fill(page, { ...visitor, name })
  await isLive(page)
  await send(page).dblclick()
  const button = page.locator('main form button')
  await expect(button).toHaveText('Sending...')
  await expect(button).toBeDisabled()
  for (const field of Object.keys(visitor)) {
    await expect(page.locator(`main form [name=${field}]`)).toHaveJSProperty('readOnly', true)
  }
  release()
  await expect(page.getByText(success)).toBeVisible()
  expect(leadsBy(site.dataDir, name)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('errors come back on a whole page with everything typed, and then a page that thanks', async ({
    page,
    site,
    complaints,
  }) => {
    const name = 'Plain Poster'
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/')
    await fill(page, { ...visitor, name, email: 'zoe@nowhere' })
    await send(page).click()
    await expect(alertOn(page)).toBeVisible()
    await expect(page.locator('main input[name=email]')).toHaveValue('zoe@nowhere')
    await expect(project(page)).toHaveValue(visitor.project)
    expect(await elementsPastTheEdge(page)).toEqual([])
    await fill(page, { email: visitor.email })
    await send(page).click()
    await expect(page.getByText(success)).toBeVisible()
    await page.reload()
    expect(leadsBy(site.dataDir, name)).toHaveLength(1)
    complaints.length = 0
  })
})
