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
  const main = page.locator('main')
  if (values.name !== undefined) await main.getByRole('textbox', { name: /name/i }).fill(values.name)
  if (values.email !== undefined) await main.getByRole('textbox', { name: /e-?mail/i }).fill(values.email)
  if (values.project !== undefined) await page.locator('textarea[name=project]').fill(values.project)
}

/** What is sent before the form's code is there goes as without JavaScript. */
async function isLive(page: Page) {
  await expect(page.locator('main form')).toHaveJSProperty('noValidate', true)
}

test('a request is stored, mailed and thanked for, and the empty form comes back', async ({ page, site }) => {
  await page.clock.install()
  await page.goto('/?utm_source=newsletter&utm_campaign=march')
  await page.locator('main form').hover()
  await isLive(page)
  await page.clock.runFor(5000)
  await fill(page, visitor)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(success)).toBeVisible()
  const lead = leadsOf(site.dataDir).find(({ name }) => name === visitor.name)
  expect(lead).toMatchObject({ ...visitor, kind: 'contact', status: 'ok' })
  await expect(page.getByText(String(lead?.reference))).toBeVisible()
  await expect(page.locator('main form')).toBeHidden()
  await expect
    .poll(
      async () => (await mailsIn(site.dataDir)).filter(({ text }) => text?.includes(String(lead?.reference))).length,
    )
    .toBe(2)

  // The clock moves on until the form's own timer, which starts a moment after the message shows, has run out.
  await expect(async () => {
    await page.clock.runFor(5100)
    await expect(page.locator('input[name=name]')).toHaveValue('', { timeout: 500 })
  }).toPass()
  await expect(page.getByText(success)).toBeHidden()
})

test('an empty form is not posted: the red box speaks above the fields, and the focus goes to the first', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await page.goto('/')
  await page.locator('main form').hover()
  await isLive(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(alertOn(page)).toContainText('Please fill in all fields')
  await expect(page.locator('input[name=name]')).toBeFocused()
  expect(posts).toBe(0)
})

test('a bad address and an over-long text are told beside the field and above, and nothing typed is lost', async ({
  page,
}) => {
  await page.goto('/')
  const project = 'x'.repeat(5001)
  await fill(page, { name: 'Ada', email: 'ada at client', project })
  await isLive(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(alertOn(page)).toBeVisible()
  await expect(page.locator('main input[name=email]')).toHaveAccessibleDescription(/name@example\.com/)
  await expect(page.locator('textarea[name=project]')).toHaveAccessibleDescription(/5,000/)
  await expect(page.locator('textarea[name=project]')).toHaveValue(project)
})

test('what was typed survives a reload and going back', async ({ page }) => {
  await page.goto('/')
  await fill(page, visitor)
  await page.reload()
  await expect(page.locator('textarea[name=project]')).toHaveValue(visitor.project)
  await page.goto('/contact')
  await page.goBack()
  await expect(page.locator('input[name=name]')).toHaveValue(visitor.name)
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
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(alertOn(page)).toContainText('hello@kitewright.example')
  await expect(alertOn(page)).toBeFocused()
  await expect(page.locator('input[name=name]')).toHaveValue(name)
  await page.unroute('**/api/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(success)).toBeVisible()
  expect(leadsOf(site.dataDir).filter((lead) => lead.name === name)).toHaveLength(1)
  complaints.length = 0
})

test('what was typed before the form’s code arrived survives a reload, too', async ({ page }) => {
  let letCodeIn = () => {}
  const codeMayCome = new Promise<void>((resolve) => {
    letCodeIn = resolve
  })
  await page.route('**/islands/*', async (route) => {
    await codeMayCome
    await route.continue()
  })
  await page.goto('/')
  await fill(page, visitor)
  letCodeIn()
  await isLive(page)
  await page.reload()
  await expect(page.locator('textarea[name=project]')).toHaveValue(visitor.project)
})

test('while a request is under way the button says so, and takes no second one, nor the fields more words', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await fill(page, { ...visitor, name: 'Slow Wire' })
  await isLive(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('main form button')).toHaveText('Sending...')
  await expect(page.locator('main form button')).toBeDisabled()
  for (const name of ['name', 'email', 'project']) {
    await expect(page.locator(`main form [name=${name}]`)).toHaveJSProperty('readOnly', true)
  }
  release()
  await expect(page.getByText(success)).toBeVisible()
})

test('two clicks on the button make one lead', async ({ page, site }) => {
  const name = 'Double Clicker'
  await page.goto('/')
  await fill(page, { ...visitor, name })
  await isLive(page)
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(page.getByText(success)).toBeVisible()
  expect(leadsOf(site.dataDir).filter((lead) => lead.name === name)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form posts, and the answer comes as a page that a reload does not send again', async ({ page, site }) => {
    const name = 'Plain Poster'
    await page.goto('/')
    await fill(page, { ...visitor, name })
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL(/\/contact\/received\?reference=KW-/)
    await expect(page.getByText(success)).toBeVisible()
    await page.reload()
    await page.goBack()
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL(/\/contact\/received/)
    expect(leadsOf(site.dataDir).filter((lead) => lead.name === name)).toHaveLength(1)
  })

  test('errors come back in the site’s own layout with everything that was typed', async ({ page, complaints }) => {
    await page.goto('/')
    await fill(page, { ...visitor, email: 'zoe@nowhere' })
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(alertOn(page)).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(page.locator('main input[name=email]')).toHaveValue('zoe@nowhere')
    await expect(page.locator('textarea[name=project]')).toHaveValue(visitor.project)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await elementsPastTheEdge(page)).toEqual([])
    complaints.length = 0
  })
})
