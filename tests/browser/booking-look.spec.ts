import type { Locator, Page } from '@playwright/test'
import { consent, field, fieldIn, openPanel, say, sendNow, success } from '../support/chat-site.ts'
import { expect, expectNothingFound, test } from '../support/site.ts'

test('at 1280 × 800 all fields are in sight at once, also with what is wrong, and so are the thanks', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPanel(page)
  await say(page, 'I am Ada, ada@wide.example')
  await page.getByText('Your consultation request').click()
  await expectAllInSight(page)
  await field(page, 'Name').fill('')
  await field(page, 'Email').fill('ada@')
  await sendNow(page).click()
  await expect(field(page, 'Name')).toBeFocused()
  await expectAllInSight(page)
  for (const wrong of await page.locator('.booking .field-error:not(:empty)').all())
    await expect(wrong).toBeInViewport({ ratio: 1 })
  await field(page, 'Name').fill('Ada')
  await field(page, 'Email').fill('ada@wide.example')
  await sendNow(page).click()
  await expect(page.getByText(success)).toBeInViewport({ ratio: 1 })
  complaints.length = 0
})

async function expectAllInSight(page: Page) {
  const all = page.locator('.booking :is(summary, input, textarea, button, a)')
  await expect(all).not.toHaveCount(0)
  for (const each of await all.all()) {
    await expect(each).toBeInViewport({ ratio: 1 })
    // What is in the window may still lie under something else.
    await each.click({ trial: true })
  }
}

test('each way of booking says what it does, and one of them leads', async ({ page }) => {
  await openPanel(page)
  await say(page, 'I am Ada')
  const colorOf = (button: Locator) => button.evaluate((each) => getComputedStyle(each).backgroundColor)
  const color = await colorOf(sendNow(page))
  await say(page, 'My address is ada@ways.example')
  const draft = page.getByRole('link', { name: 'Book Consultation Now' })
  await expect(sendNow(page)).toHaveAccessibleDescription('Sends it from here, nothing else to do')
  await expect(draft).toHaveAccessibleDescription('Opens an e-mail that you send yourself')
  await expect(page.getByText('Opens an e-mail that you send yourself')).toBeVisible()
  await expect(draft).toHaveCSS('text-decoration-line', 'underline')
  // It is the same before the draft can be written and after, and no other button of the panel looks like it.
  expect(await colorOf(sendNow(page))).toBe(color)
  for (const other of [draft, page.getByRole('button', { name: 'Send', exact: true })])
    expect(await colorOf(other)).not.toBe(color)
})

test('who talks on looks at the talk: the fields fold, and keep what was typed', async ({ page }) => {
  await openPanel(page)
  await say(page, 'I am Ada')
  await page.getByText('Your consultation request').click()
  await field(page, 'Company').fill('Engines')
  await say(page, 'What does an MVP cost?')
  await expect(field(page, 'Company')).toBeHidden()
  await page.getByText('Your consultation request').click()
  await expect(field(page, 'Company')).toHaveValue('Engines')
})

test('by keyboard no field in focus lies under the buttons, with text of any size', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  for (const [height, letters] of [
    [667, 16],
    [568, 16],
    [667, 32],
  ] as const) {
    await session.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } })
    await page.setViewportSize({ width: 375, height })
    await openPanel(page)
    await say(page, 'I am Ada, ada@keys.example')
    const summary = page.getByText('Your consultation request')
    await summary.click()
    await summary.focus()
    for (const name of ['Name', 'Email', 'Company', 'Budget', 'Timeline', 'Requirements']) {
      await page.keyboard.press('Tab')
      await expect(field(page, name)).toBeFocused()
      await field(page, name).click({ trial: true, timeout: 2000 })
      await expect(field(page, name)).toBeInViewport({ ratio: 1 })
    }
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('axe finds nothing on the booking, whose buttons are in sight at every width', async ({ page }) => {
  await openPanel(page)
  await say(page, 'I am Ada, ada@booking.example')
  await page.getByText('Your consultation request').click()
  await field(page, 'Email').fill('ada@')
  await expectNothingFound(page, '#agent')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    for (const button of [sendNow(page), page.getByRole('link', { name: 'Book Consultation Now' })]) {
      await expect(button).toBeInViewport({ ratio: 1 })
    }
  }
})

test('on a short screen, as with a keyboard on it, the field in focus is in sight', async ({ page, complaints }) => {
  await page.setViewportSize({ width: 375, height: 420 })
  await openPanel(page)
  await say(page, 'I am Ada')
  await sendNow(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  const [box, buttons] = await Promise.all([field(page, 'Email').boundingBox(), sendNow(page).boundingBox()])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
  await expect(fieldIn(page)).toBeInViewport({ ratio: 1 })
  complaints.length = 0
})

test('at 200 % zoom and with a keyboard on the screen the yes and the fields can be reached', async ({ page }) => {
  for (const viewport of [
    { width: 640, height: 360 },
    { width: 375, height: 320 },
  ]) {
    await page.setViewportSize(viewport)
    await openPanel(page)
    await say(page, 'I am Ada, ada@booking.example')
    await expect(page.getByRole('checkbox', { name: consent })).toBeVisible()
    await expect(fieldIn(page)).toBeFocused()
    await expect(fieldIn(page)).toBeInViewport({ ratio: 1 })
    await page.getByRole('checkbox', { name: consent }).check()
    await page.getByText('Your consultation request').click()
    await field(page, 'Company').click()
    await field(page, 'Requirements').click()
    await page.evaluate(() => sessionStorage.clear())
  }
})
