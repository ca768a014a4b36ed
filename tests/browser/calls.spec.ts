import type { Page } from '@playwright/test'
import { alertOn, elementsPastTheEdge, expect, expectNothingFound, test } from '../support/site.ts'

const times = (page: Page) => page.locator('button[name=start]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** From the page that says that a call is booked. */
async function moveAndCancel(page: Page): Promise<void> {
  const link = page.url()
  await page.getByRole('link', { name: 'Move it to another time' }).click()
  await times(page).last().click()
  await page.getByRole('button', { name: 'Move it here' }).click()
  await expect(heading(page)).toHaveText('Your call')
  await page.goto(link)
  await page.getByRole('link', { name: 'Cancel it' }).click()
  await page.getByRole('button', { name: 'Cancel the call' }).click()
  await expect(heading(page)).toHaveText('Your call is canceled')
}

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a call is booked after its first time was taken, moved and canceled by keyboard', async ({
    page,
    request,
    complaints,
  }) => {
    await page.clock.install()
    await page.goto('/')
    const form = page.locator('#contact form')
    await form.getByLabel('Name').fill('Ada Lovelace')
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Message').fill('An engine\nthat computes')
    await page.getByRole('main').getByRole('link', { name: 'Book a call' }).click()
    await expect(page.getByRole('main')).toContainText('Eastern Time')
    // At the end of a week a single time may be left.
    await page.getByRole('link', { name: 'The week after' }).click()
    await expectNothingFound(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await elementsPastTheEdge(page)).toEqual([])
    const start = await times(page).nth(1).getAttribute('value')
    await times(page).first().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByLabel('Email')).toHaveValue('ada@example.com')
    await expect(page.getByLabel('What’s the call about?')).toHaveValue('An engine that computes')
    await page.getByLabel('Name').fill('')
    await page.getByLabel('Name').press('Enter')
    await expect(page.getByText('Enter your name.')).toBeVisible()
    await page.getByLabel('Name').fill('Ada Lovelace')
    expect(await elementsPastTheEdge(page)).toEqual([])
    const other = { start, name: 'Bob', email: 'bob@example.com', elapsedMs: 30_000 }
    expect((await request.post('/api/call', { data: other })).status()).toBe(200)
    await page.getByLabel('What’s the call about?').press('Enter')
    await expect(alertOn(page)).toContainText('Someone just booked this time')
    await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
    await expect(page.getByRole('radio')).toHaveCount(5)
    await expectNothingFound(page)
    await page.getByRole('radio').nth(1).check()
    // A form that is sent within 2 s looks like a robot's.
    await page.clock.fastForward(2_000)
    await page.getByRole('button', { name: 'Book this call' }).click()
    await expect(heading(page)).toHaveText('Your call is booked')
    await expect(page.getByRole('main')).toContainText('Eastern Time')
    await moveAndCancel(page)
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('409')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a call is booked in a time zone that the visitor chooses, moved and canceled', async ({ page }) => {
    await page.goto('/call')
    await expect(page.getByRole('main')).toContainText('India Standard Time')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByRole('button', { name: 'Show these times' }).click()
    await expect(page.getByRole('main')).toContainText('Central European Time')
    await page.getByRole('link', { name: 'The week after' }).click()
    await times(page).first().click()
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByRole('main').getByLabel('Email').fill('plain@example.com')
    await page.getByRole('button', { name: 'Book this call' }).click()
    await expect(heading(page)).toHaveText('Your call is booked')
    await moveAndCancel(page)
    // This page sends no referrer, so browsers send its forms with the Origin null.
    await page.getByRole('contentinfo').getByRole('textbox').fill('plain@example.com')
    await page.getByRole('contentinfo').getByRole('button').click()
    await expect(page).toHaveURL(/\/newsletter\/subscribed/)
  })
})
