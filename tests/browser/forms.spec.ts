import type { Locator, Page } from '@playwright/test'
import { leadsOf } from '../support/owner.ts'
import { byRun, expect, footerOf, isLong, test } from '../support/site.ts'

const sendIn = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const alertIn = (page: Page) => page.locator('main').getByRole('alert')

async function fill(page: Page, name: string, project = 'A shop') {
  await page.locator('main input[name=name]').fill(name)
  await page.locator('main input[name=email]').fill('early@client.example')
  await page.locator('main textarea').fill(project)
}

test.describe('before its code is there', () => {
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

  test('Send shows that it was pressed, and the red box comes instead of a bubble', async ({ page }) => {
    const seen = await watch(page)
    const letCodeIn = await holdCode(page)
    await page.goto('/')
    await sendIn(page).click()
    await expect(sendIn(page)).toHaveAttribute('aria-busy', 'true')
    letCodeIn()
    await expect(alertIn(page)).toHaveText('Please fill in all fields')
    await expect(page.locator('main input[name=name]')).toBeFocused()
    await expect(sendIn(page)).not.toHaveAttribute('aria-busy')
    expect(seen).toEqual({ bubbles: 0, posts: 0 })
  })

  test('a filled form that is sent twice is sent once', async ({ page, site }) => {
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

  test('Enter is held like a press in both forms, and a double press of Subscribe subscribes once', async ({
    page,
  }) => {
    const seen = await watch(page)
    const letCodeIn = await holdCode(page)
    await page.goto('/')
    await page.locator('main input[name=email]').press('Enter')
    const { form, email, send } = footerOf(page)
    await email.press('Enter')
    await expect(send).toHaveAttribute('aria-busy', 'true')
    letCodeIn()
    await expect(alertIn(page)).toHaveText('Please fill in all fields')
    await expect(email).toHaveAccessibleDescription('Please fill in this field')
    expect(seen).toEqual({ bubbles: 0, posts: 0 })
    await email.fill('early@reader.example')
    await send.dblclick()
    await expect(form.getByRole('alert')).toContainText('Thank you for subscribing to our newsletter!')
    expect(seen).toEqual({ bubbles: 0, posts: 1 })
  })

  test('everything goes on as without JavaScript where it doesn’t come within three seconds', async ({
    page,
    site,
  }) => {
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

  test('a press goes on at once as without JavaScript where it fails to load', async ({ page, complaints }) => {
    await page.route('**/islands/*', (route) => route.abort())
    await page.goto('/')
    const { email, send } = footerOf(page)
    await email.fill('failed@reader.example')
    await send.click()
    await expect(page).toHaveURL(/\/newsletter\/subscribed/)
    complaints.length = 0
  })

  test('what is typed survives a reload, and loses nothing that was kept from before', async ({ page }) => {
    const name = page.locator('main input[name=name]')
    await page.goto('/')
    await fill(page, 'Ada')
    await expect(page.locator('main form')).toHaveJSProperty('noValidate', true)
    await page.locator('main input[name=email]').fill('')
    await page.goto('/blog')
    const letCodeIn = await holdCode(page)
    await page.goto('/')
    await name.pressSequentially('Ada Lovelace')
    await page.reload()
    letCodeIn()
    await expect(page.locator('main textarea')).toHaveValue('A shop')
    await expect(name).toHaveValue('Ada Lovelace')
    await expect(page.locator('main input[name=email]')).toHaveValue('')
  })

  if (isLong) {
    // Beside each other they would take the processor from each other.
    test.describe.configure({ mode: 'serial' })

    for (const moment of ['commit', 'domcontentloaded', 'load', 'networkidle'] as const) {
      test(`on a slow phone Send, pressed at ${moment}, brings the red box`, async ({ page }) => {
        const seen = await watch(page)
        const devtools = await page.context().newCDPSession(page)
        const [downloadThroughput, uploadThroughput] = [50_000, 50_000]
        const slow = { offline: false, latency: 400, downloadThroughput, uploadThroughput }
        await devtools.send('Network.emulateNetworkConditions', slow)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
        await page.goto('/', { waitUntil: moment })
        await page.locator('main .form .button').click()
        await expect(alertIn(page)).toHaveText('Please fill in all fields')
        expect(seen.bubbles).toBe(0)
      })
    }
  }
})

/** Scrolls until an element stands this far below the window's top. */
async function bringTo(element: Locator, y: number) {
  await element.evaluate((found, top) => scrollBy(0, found.getBoundingClientRect().top - top), y)
}

/** Whether nothing lies on an element, nor cuts it, at its corners. */
async function expectClear(element: Locator) {
  await expect
    .poll(() =>
      element.evaluate((found) => {
        const { left, top, right, bottom } = found.getBoundingClientRect()
        const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y] as const))
        return corners.every(([x, y]) => found.contains(document.elementFromPoint(x, y)))
      }),
    )
    .toBe(true)
}

const [phone, laptop] = [
  [390, 844],
  [1280, 800],
] as const
const presses = byRun({
  landing: [[...phone, 120] as const, [...laptop, 600] as const],
  long: [phone, laptop].flatMap((size) => [120, 300, 600].map((y) => [...size, y] as const)),
})

for (const [width, height, y] of presses) {
  test(`at ${y} px of ${width} × ${height}, Send and Subscribe say what they have to say clear of the bar`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await bringTo(sendIn(page), y)
    await sendIn(page).click()
    await expectClear(alertIn(page))
    await expect(page.locator('input[name=name]')).toBeFocused()
    await fill(page, 'Seen Person', `A shop at ${y} of ${width}`)
    await bringTo(sendIn(page), y)
    await sendIn(page).click()
    await expectClear(page.locator('main').getByRole('status'))

    await page.goto('/blog')
    const form = page.locator('main form.newsletter')
    const [email, subscribe] = [form.getByLabel('Your e-mail'), form.getByRole('button', { name: 'Subscribe' })]
    await bringTo(subscribe, y)
    await subscribe.click()
    await expectClear(form.locator('.field-error'))
    await expect(email).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(subscribe).toBeFocused()
    await expect(subscribe).toHaveCSS('outline-style', 'solid')
    await email.fill(`seen-${y}-${width}@reader.example`)
    await bringTo(subscribe, y)
    await subscribe.click()
    await expectClear(form.getByRole('alert'))
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the plain pages say what is wrong where it is seen at once', async ({ request, page, complaints }) => {
    for (const path of ['/api/contact', '/api/newsletter', '/api/booking']) {
      const answer = await request.post(path, { form: { email: 'zoe@nowhere' } })
      await page.route('**/answer', async (route) =>
        route.fulfill({ body: await answer.body(), contentType: 'text/html' }),
      )
      await page.goto('/answer')
      await expect(page.locator('main [role=alert], main .field-error').first()).toBeInViewport({ ratio: 1 })
      await page.unroute('**/answer')
    }
    complaints.length = 0
  })
})

test('after the thanks the focus is at the form, but stays where somebody has gone on', async ({ page }) => {
  for (const goesOn of [false, true]) {
    await page.clock.install()
    await page.goto('/')
    await fill(page, 'Focused Person', `A shop ${goesOn}`)
    await sendIn(page).click()
    await expect(page.locator('main').getByRole('status')).toBeFocused()
    if (goesOn) await footerOf(page).email.focus()
    await expect(async () => {
      await page.clock.runFor(5100)
      await expect(sendIn(page)).toBeVisible({ timeout: 500 })
    }).toPass()
    if (goesOn) await expect(footerOf(page).email).toBeFocused()
    else await expect(page.locator(':focus').getByRole('button', { name: 'Send Message' })).toBeVisible()
  }
})
