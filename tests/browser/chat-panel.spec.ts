import type { Locator, Page } from '@playwright/test'
import {
  ask,
  buttonIn,
  expect,
  fieldIn,
  isAlive,
  logIn,
  openPanel,
  panelIn,
  replyOf,
  test,
} from '../support/chat-site.ts'
import { byRun, elementsPastTheEdge, expectNothingFound } from '../support/site.ts'

// As most visitors have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('the button loads nothing until the first interaction, and covers nothing', async ({ page, stub }) => {
  const files: number[] = []
  page.on('response', (response) => {
    if (/\.js$/.test(response.url())) files.push(Number(response.headers()['content-length']))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const [button, end] = [await boxOf(buttonIn(page)), await boxOf(page.locator('.footer-foot'))]
    expect(Math.min(button.width, button.height, end.width)).toBeGreaterThanOrEqual(44)
    const isBeside = button.x >= end.x + end.width
    expect(isBeside || button.y >= end.y + end.height || end.y >= button.y + button.height).toBe(true)
  }
  expect(files).toHaveLength(0)
  await buttonIn(page).hover()
  await page.waitForLoadState('networkidle')
  await buttonIn(page).click()
  await isAlive(page)
  const bytes = files.reduce((sum, each) => sum + each, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(65_000)
  const panel = panelIn(page)
  await expect(panel.getByText(/I’m an AI that knows this site/)).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Book a free call' })).toHaveAttribute('href', '/call')
  await expect(panel.getByRole('link', { name: 'Email a person' })).toHaveAttribute('href', /^mailto:hello@/)
  // A site without drawings has no mark in the header.
  const title = panel.locator('.chat-head h2')
  const before = await boxOf(title)
  await panel.locator('.chat-head > svg').evaluate((mark) => mark.remove())
  expect(await boxOf(title)).toEqual(before)
  stub.script(replyOf('See /#pricing for more.'))
  await ask(page, 'What does an MVP cost?')
  await panel.getByRole('link', { name: '/#pricing' }).click()
  await expect(page).toHaveURL(/#pricing$/)
  await expect(page.locator('#pricing h2')).toBeInViewport()
  await expect(panel.getByRole('button', { name: 'Expand' })).toBeVisible()
})

test('if its code doesn’t load, the button leads to the form with the typed text', async ({ page, complaints }) => {
  const { promise: typed, resolve: endTyping } = Promise.withResolvers<void>()
  await page.route('**/_astro/react*', (route) => typed.then(() => route.abort()))
  await page.goto('/')
  await buttonIn(page).click()
  await expect(fieldIn(page)).toBeFocused()
  await page.keyboard.type('Write to ada@client.example')
  endTyping()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.locator('main textarea')).toHaveValue('Write to ada@client.example')
  await expect(panelIn(page)).toHaveCount(0)
  await page.route('**/islands/agent*', (route) => route.abort())
  await page.goto('/')
  await buttonIn(page).click()
  await expect(page).toHaveURL(/#contact$/)
  complaints.length = 0
})

test('if the consultation’s code doesn’t load, there is an email link instead', async ({ page, stub, complaints }) => {
  stub.script((asked) => {
    asked.says({ type: 'details', details: { name: 'Ada', email: 'ada@client.example' } })
    replyOf('Thank you.')(asked)
  })
  // Once may be a fetch ahead of time: it fails until the email is shown.
  await page.route('**/islands/consultation*', (route) => route.abort())
  await openPanel(page)
  await ask(page, "I'm Ada, ada@client.example")
  const email = panelIn(page).getByRole('link', { name: 'hello@kitewright.example' })
  await expect(email).toBeVisible()
  await expect(logIn(page)).toContainText('Thank you.')
  await page.unroute('**/islands/consultation*')
  await ask(page, 'A shop')
  await expect(page.getByRole('link', { name: 'Book Consultation Now' })).toBeVisible()
  await expect(email).toHaveCount(0)
  complaints.length = 0
})

test('keeps text typed and sent before React has loaded, in a field that grows with it', async ({ page, stub }) => {
  stub.script(replyOf('From $2,999.'))
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('textarea { field-sizing: fixed !important }')
      document.adoptedStyleSheets.push(sheet)
    })
  })
  const { promise: react, resolve: letReactIn } = Promise.withResolvers<void>()
  await page.route('**/_astro/react*', (route) => react.then(() => route.continue()))
  await page.goto('/')
  await buttonIn(page).click()
  await expect(fieldIn(page)).toBeFocused()
  await page.keyboard.type('What does an MVP cost?')
  await page.keyboard.press('Enter')
  letReactIn()
  await expect(logIn(page).locator('p')).toHaveText(['What does an MVP cost?', 'From $2,999.'])
  const height = () => fieldIn(page).evaluate((field) => field.clientHeight)
  const before = await height()
  await fieldIn(page).fill('We run three clinics and need a booking system with reminders. '.repeat(3))
  expect(await height()).toBeGreaterThan(2 * before)
  expect(await fieldIn(page).evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0)
  await fieldIn(page).press('Enter')
  await expect(logIn(page).locator('p')).toHaveCount(4)
  expect(await height()).toBe(before)
})

test('minimizes when it would cover the focused element, but not when it opens', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 480 })
  await openPanel(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await buttonIn(page).evaluate(async (button: HTMLElement) => {
    for (const deed of ['blur', 'focus', 'click'] as const) button[deed]()
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
  await expect(fieldIn(page)).toBeVisible()
  const expand = page.getByRole('button', { name: 'Expand' })
  for (const link of await page.locator('.footer a').all()) {
    await link.focus()
    const isSeen = () =>
      link.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await expect.poll(isSeen).toBe(true)
    if (await expand.isVisible()) await expand.click()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true })

  /** For so many frames. */
  const settled = (page: Page, frames: number) =>
    page.evaluate(async (count) => {
      for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
    }, frames)

  /** A tap that takes its time, as fingers do. */
  async function tapFor(page: Page, element: Locator, frames: number) {
    const { x, y, width, height } = await boxOf(element)
    const devtools = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await settled(page, frames)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  test('fills the screen from the first tap, and follows the on-screen keyboard', async ({ page, stub }) => {
    stub.script(replyOf('From $2,999.'))
    for (const frames of byRun({ landing: [9], long: [4, 15, 9] })) {
      await page.goto('/')
      for (const time of ['first', 'second']) {
        if (time === 'second') {
          await tapFor(page, panelIn(page).getByRole('button', { name: 'Close' }), frames)
          await expect(panelIn(page)).toHaveCount(0)
          await page.touchscreen.tap(100, 400)
        }
        await tapFor(page, buttonIn(page), frames)
        await isAlive(page)
        await settled(page, 4)
        const sheet = { x: 0, y: 0, width: 375, height: 700 }
        expect(await panelIn(page).boundingBox(), `${time}, held for ${frames} frames`).toEqual(sheet)
      }
    }
    await expect(fieldIn(page)).toHaveCSS('font-size', '16px')
    await expect(panelIn(page)).toBeFocused()
    // What a browser does when its keyboard comes up.
    const showKeyboard = (view: { height: number; offsetTop: number }) =>
      page.evaluate((view) => {
        for (const [name, value] of Object.entries(view))
          Object.defineProperty(visualViewport, name, { value, configurable: true })
        visualViewport?.dispatchEvent(new Event('resize'))
      }, view)
    await showKeyboard({ height: 400, offsetTop: 30 })
    expect(await panelIn(page).boundingBox()).toMatchObject({ y: 30, height: 400 })
    await fieldIn(page).fill('What does an MVP cost?')
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(logIn(page).getByText('From $2,999.')).toBeInViewport()
    await page.setViewportSize({ width: 667, height: 375 })
    await showKeyboard({ height: 175, offsetTop: 0 })
    expect(await panelIn(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 667, height: 175 })
    const { y, height } = await boxOf(fieldIn(page))
    expect(y + height).toBeLessThanOrEqual(175)
  })
})

test('shows everything along one thread, narrow and wide, with text of any size', async ({ page, stub }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const session = await page.context().newCDPSession(page)
  for (const width of [320, 1280]) {
    let finish = () => {}
    stub.script((asked) => {
      asked.says({ type: 'details', details: { name: 'Ada Lovelace', email: 'ada@client.example' } })
      asked.says({ type: 'text', text: 'Thank you. See /blog/saas-mvp-cost-guide' })
      finish = () => asked.answer.end()
    })
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    await page.setViewportSize({ width, height: 800 })
    await openPanel(page)
    await ask(page, `I'm Ada Lovelace, ada@client.example, ${'long'.repeat(20)}`)
    const coming = panelIn(page).locator('[inert] p')
    await expect(coming).toBeVisible()
    await expectOneThread(coming)
    finish()
    await expect(panelIn(page).getByText('The connection was lost.')).toBeVisible()
    await expectOneThread(logIn(page).locator('p').last())
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await expect(fieldIn(page)).toHaveCSS('font-size', '32px')
    expect(await panelIn(page).evaluate(partsThatCannotBeSeen)).toEqual([])
    expect(await elementsPastTheEdge(page)).toEqual([])
    expect(await page.locator('.chat-log').evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Company, budget, timeline').click()
    expect(await page.getByRole('dialog').evaluate(partsThatCannotBeSeen)).toEqual([])
    expect(await elementsPastTheEdge(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the conversation' }).click()
    if (width === 320) await page.evaluate(() => sessionStorage.clear())
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await expectNothingFound(page, '#agent')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expectNothingFound(page, '#agent')
})

/** The thread is one line from the head to the end of the log, which contains the last message. */
async function expectOneThread(last: Locator): Promise<void> {
  // Measured at one moment: a reply grows from one to the next.
  const { head, thread } = await last.evaluate((answer) => {
    const log = answer.closest('.chat-log') ?? answer
    const { backgroundPositionX, backgroundSize, backgroundAttachment } = getComputedStyle(log)
    const [header, box] = [document.querySelector('.chat-head') ?? log, log.getBoundingClientRect()]
    const { left, width, bottom } = getComputedStyle(header, '::after')
    const head = { x: header.getBoundingClientRect().x + Number.parseFloat(left), width, bottom }
    const x = box.x + Number.parseFloat(backgroundPositionX)
    return { head, thread: { x, size: backgroundSize, attachment: backgroundAttachment } }
  })
  expect(thread).toEqual({ x: head.x, size: `${head.width} 100%`, attachment: 'local' })
  expect(head.bottom).toBe('-1px')
}

/** Scrolled to, each has to be within the window, and nothing over its middle. */
function partsThatCannotBeSeen(panel: Element): string[] {
  const parts = 'h2, h3, .chat-duty, button, time, dt, dd, summary, label, input, textarea, .link'
  return [...panel.querySelectorAll(parts)]
    .filter((part) => {
      part.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isWithin = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
      return !isWithin || !(part.contains(found) || found?.contains(part))
    })
    .map((part) => part.outerHTML)
}
