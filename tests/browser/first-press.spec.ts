import type { Page } from '@playwright/test'
import { leadsOf } from '../support/owner.ts'
import { expect, footerOf, test } from '../support/site.ts'

const sendIn = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const visitor = { email: 'early@client.example', project: 'A shop' }

/** Keeps the islands' code back until told; what is pressed meanwhile is pressed by a real mouse. */
async function holdCode(page: Page) {
  const { promise: coming, resolve: letCodeIn } = Promise.withResolvers<void>()
  await page.route('**/islands/*', async (route) => {
    await coming
    await route.continue()
  })
  return letCodeIn
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

async function fill(page: Page, name: string) {
  await page.locator('main input[name=name]').fill(name)
  await page.locator('main input[name=email]').fill(visitor.email)
  await page.locator('main textarea').fill(visitor.project)
}

test('Send, pressed before its code is there, shows it at once, and the red box comes instead of a bubble', async ({
  page,
}) => {
  const seen = await watch(page)
  const letCodeIn = await holdCode(page)
  await page.goto('/')
  await sendIn(page).click()
  expect(await sendIn(page).getAttribute('aria-busy')).toBe('true')
  letCodeIn()
  await expect(page.locator('main').getByRole('alert')).toHaveText('Please fill in all fields')
  await expect(page.locator('main input[name=name]')).toBeFocused()
  await expect(sendIn(page)).not.toHaveAttribute('aria-busy')
  expect(seen).toEqual({ bubbles: 0, posts: 0 })
})

test('a filled form that is sent twice before its code is there is sent once', async ({ page, site }) => {
  const name = 'Early Bird'
  const seen = await watch(page)
  const letCodeIn = await holdCode(page)
  await page.goto('/')
  await fill(page, name)
  await sendIn(page).dblclick()
  letCodeIn()
  await expect(page.getByText('Thank you!')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(seen).toEqual({ bubbles: 0, posts: 1 })
  expect(leadsOf(site.dataDir).filter((lead) => lead.name === name)).toHaveLength(1)
})

test('Enter in a field before the code is there is held like a press', async ({ page }) => {
  const seen = await watch(page)
  const letCodeIn = await holdCode(page)
  await page.goto('/')
  await page.locator('main input[name=email]').press('Enter')
  const { email, send } = footerOf(page)
  await email.press('Enter')
  await expect(send).toHaveAttribute('aria-busy', 'true')
  letCodeIn()
  await expect(page.locator('main').getByRole('alert')).toHaveText('Please fill in all fields')
  await expect(email).toHaveAccessibleDescription('Please fill in this field')
  expect(seen).toEqual({ bubbles: 0, posts: 0 })
})

test('Subscribe, pressed before its code is there, subscribes once', async ({ page }) => {
  const seen = await watch(page)
  const letCodeIn = await holdCode(page)
  await page.goto('/')
  const { form, email, send } = footerOf(page)
  await email.fill('early@reader.example')
  await send.dblclick()
  letCodeIn()
  await expect(form.getByRole('alert')).toContainText('Thank you for subscribing to our newsletter!')
  expect(seen).toEqual({ bubbles: 0, posts: 1 })
})

test('where the code does not come within three seconds, all goes as without JavaScript', async ({ page, site }) => {
  const name = 'Patient Bird'
  const seen = await watch(page)
  await holdCode(page)
  await page.clock.install({ time: 0 })
  await page.goto('/')
  await page.clock.pauseAt(60_000)
  await sendIn(page).click()
  await page.clock.runFor(2900)
  expect(seen.bubbles).toBe(0)
  await page.clock.runFor(200)
  expect(seen.bubbles).toBeGreaterThan(0)
  await expect(sendIn(page)).not.toHaveAttribute('aria-busy')

  await page.locator('a.agent').click()
  await expect(page.locator('a.agent')).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(3000)
  await expect(page).toHaveURL(/#contact$/)

  await fill(page, name)
  await sendIn(page).click()
  await page.clock.runFor(3000)
  await expect(page).toHaveURL(/\/contact\/received\?reference=KW-/)
  expect(leadsOf(site.dataDir).filter((lead) => lead.name === name)).toHaveLength(1)
})

test('where the code fails to load, a press goes on at once as without JavaScript', async ({ page, complaints }) => {
  await page.route('**/islands/*', (route) => route.abort())
  await page.goto('/')
  const { email, send } = footerOf(page)
  await email.fill('failed@reader.example')
  await send.click()
  await expect(page).toHaveURL(/\/newsletter\/subscribed/)
  complaints.length = 0
})

test('what was kept from before is not lost to what is typed before the code is there', async ({ page }) => {
  await page.goto('/')
  await fill(page, 'Ada')
  await expect(page.locator('main form')).toHaveJSProperty('noValidate', true)
  await page.goto('/blog')
  const letCodeIn = await holdCode(page)
  await page.goto('/')
  await page.locator('main input[name=name]').pressSequentially('Ada Lovelace')
  await page.reload()
  letCodeIn()
  await expect(page.locator('main textarea')).toHaveValue(visitor.project)
  await expect(page.locator('main input[name=name]')).toHaveValue('Ada Lovelace')
})

test('one field that was typed before the code survives a reload, and one that was emptied stays empty', async ({
  page,
}) => {
  const letCodeIn = await holdCode(page)
  await page.goto('/')
  await page.locator('main input[name=name]').pressSequentially('Ada')
  await page.locator('main textarea').fill('A shop')
  await page.locator('main textarea').fill('')
  await page.reload()
  letCodeIn()
  await expect(page.locator('main form')).toHaveJSProperty('noValidate', true)
  await expect(page.locator('main input[name=name]')).toHaveValue('Ada')
  await expect(page.locator('main textarea')).toHaveValue('')
})
