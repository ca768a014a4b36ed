import type { Locator } from '@playwright/test'
import { type Asked, ask, expect, fieldIn, logIn, openPanel, panelIn, replyOf, test } from '../support/chat-site.ts'

const long = 'A full build costs $5,000 to $9,999, at a fixed price that is agreed before anything is built. '

/** The upright pieces of the thread, from the kite's tip down, as the screen has them, with the kite and what ends it. */
function measure(end: Element | null) {
  const boxOf = (element: Element | null) => {
    const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return { x, y, width, height }
  }
  const pieces = ['.chat-head', '.chat-thread'].map((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    const line = getComputedStyle(document.querySelector(selector) ?? document.body, '::before')
    if (!box || line.content === 'none') throw new Error(`${selector} has no thread`)
    const top = box.top + Number.parseFloat(line.top)
    return {
      x: box.left + Number.parseFloat(line.left),
      width: line.borderLeftWidth,
      top,
      bottom: top + Number.parseFloat(line.height),
    }
  })
  return { pieces, kite: boxOf(document.querySelector('.chat-head > svg')), end: boxOf(end) }
}

/** Measured at one moment: a reply that comes grows from one to the next. */
async function expectOneThread(last: Locator) {
  const { pieces, kite, end } = await last.evaluate(measure)
  const [head, talk] = pieces
  if (!head || !talk) throw new Error('there is no thread')
  expect(Math.abs(head.x + 1 - (kite.x + kite.width / 2))).toBeLessThan(1)
  expect(head.top).toBeLessThan(kite.y + kite.height)
  expect(talk).toMatchObject({ x: head.x, width: head.width })
  // Between them is the head's own line, a pixel thick.
  expect(talk.top).toBeLessThanOrEqual(head.bottom + 1)
  expect(talk.bottom).toBeGreaterThanOrEqual(end.y + end.height)
}

test('one thread leads from the kite to the end of the last answer, also while it comes', async ({ page, stub }) => {
  let finish = () => {}
  stub.script(replyOf(long, long), replyOf(long, long), (asked: Asked) => {
    asked.says({ type: 'text', text: long })
    finish = () => replyOf(long, 'What is it for?')(asked)
  })
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await openPanel(page)
    await ask(page, 'What does it cost?')
    await expect(logIn(page).locator('time')).toHaveCount(2)
    await expectOneThread(logIn(page).locator('time').last())
    await page.getByRole('button', { name: 'Start over' }).click()
  }
  await ask(page, 'And then?')
  await expect(panelIn(page).locator('[inert] time')).toBeVisible()
  await expectOneThread(panelIn(page).locator('[inert] time'))
  finish()
  await expect(logIn(page)).toContainText('What is it for?')
  await expectOneThread(logIn(page).locator('time').last())
})

test('what the visitor says hangs on the thread by a string, right beside it', async ({ page, stub }) => {
  stub.script(replyOf('From $2,999.'))
  await openPanel(page)
  await ask(page, 'What does an MVP cost?')
  const [, talk] = (await page.evaluate(measure, null)).pieces
  const string = await logIn(page)
    .locator('.chat-user')
    .evaluate((turn) => {
      const { borderBottomWidth, width } = getComputedStyle(turn, '::before')
      const tag = turn.querySelector('p')?.getBoundingClientRect()
      const { left } = turn.getBoundingClientRect()
      return { borderBottomWidth, left, right: left + Number.parseFloat(width), tag: tag?.left }
    })
  expect(string).toMatchObject({ left: talk?.x, borderBottomWidth: talk?.width })
  expect(string.right).toBeGreaterThan(string.tag ?? Number.POSITIVE_INFINITY)
})

test('where the browser does not let a field grow with its text, it grows as well, and shrinks again', async ({
  page,
  stub,
}) => {
  stub.script(replyOf('From $2,999.'))
  await page.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = (...asked: [string]) => asked[0] !== 'field-sizing' && supports(...asked)
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('textarea { field-sizing: fixed !important }')
      document.adoptedStyleSheets.push(sheet)
    })
  })
  await openPanel(page)
  const height = () => fieldIn(page).evaluate((field) => field.clientHeight)
  const before = await height()
  await fieldIn(page).fill('We run three clinics and need a booking system with reminders. '.repeat(3))
  expect(await height()).toBeGreaterThan(2 * before)
  expect(await fieldIn(page).evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0)
  await fieldIn(page).press('Enter')
  await expect(logIn(page)).toContainText('From $2,999.')
  expect(await height()).toBe(before)
})

test('with text of twice the size everything in the panel can be seen, and nothing lies over something else', async ({
  page,
  stub,
}) => {
  stub.script(({ says, answer }) => {
    says({ type: 'booking', booking: { name: 'Ada Lovelace', email: 'ada@client.example' } })
    says({ type: 'text', text: 'Thank you. See /blog/saas-mvp-cost-guide' })
    answer.end()
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openPanel(page)
    await expect(fieldIn(page)).toHaveCSS('font-size', '32px')
    await ask(page, "I'm Ada Lovelace, ada@client.example")
    await page.getByText('Your consultation request').click()
    await expect(page.locator('#booking-name')).toBeVisible()
    expect(await panelIn(page).evaluate(partsThatCannotBeSeen)).toEqual([])
    await page.evaluate(() => sessionStorage.clear())
  }
})

/** Scrolled to, each has to be within the window, and nothing over its middle. */
function partsThatCannotBeSeen(panel: Element): string[] {
  const parts = 'h2, h3, header p > *, button, time, summary, label, input, textarea, small, .booking-draft'
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

test('the button is pressed in at once, before its code is there', async ({ page }) => {
  await page.route('**/islands/agent*', () => undefined)
  await page.goto('/')
  const button = page.locator('a.agent')
  const before = await button.evaluate((each) => getComputedStyle(each).backgroundColor)
  await button.hover()
  await page.mouse.down()
  expect(await button.evaluate((each) => getComputedStyle(each).backgroundColor)).not.toBe(before)
  await page.mouse.up()
})

test('the button stands beside the words of a wide page, and is large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const button = await page.locator('a.agent').boundingBox()
  const subscribe = await page.locator('.footer').getByRole('button', { name: 'Subscribe' }).boundingBox()
  if (!button || !subscribe) throw new Error('something is not on the page')
  expect(button.x).toBeGreaterThan(subscribe.x + subscribe.width)
  expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44)
})
