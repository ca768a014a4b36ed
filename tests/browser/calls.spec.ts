import type { Page } from '@playwright/test'
import { elementsPastTheEdge, expect, expectNothingFound, test } from '../support/site.ts'

const times = (page: Page) => page.locator('button[name=start]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** From the page that says that a call is booked. */
async function moveAndCancel(page: Page, check = async () => {}): Promise<void> {
  const link = page.url()
  await page.getByRole('link', { name: 'Reschedule' }).click()
  await expect(page.getByText('your current time')).toHaveCount(1)
  await times(page).filter({ visible: true }).last().click()
  await check()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await expect(heading(page)).toHaveText('Your call has been moved')
  await page.goto(link)
  await page.getByRole('link', { name: 'cancel the call' }).click()
  await page.getByRole('button', { name: 'Cancel call' }).click()
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
    await expect(page.getByLabel('Your time zone')).toHaveValue('America/New_York')
    await expectNothingFound(page)
    await page.getByRole('link', { name: 'Later' }).click()
    await expect(page.getByRole('link', { name: 'Earlier' })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await elementsPastTheEdge(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Days' }).getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/day=.*zone=America%2FNew_York/)
    const shown = times(page).filter({ visible: true })
    const start = await shown.nth(1).getAttribute('value')
    expect(start).toMatch(/-0[45]:00$/)
    await shown.first().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByLabel('Email')).toHaveValue('ada@example.com')
    await expect(page.getByLabel('What’s the call about?')).toHaveValue('An engine\nthat computes')
    await page.getByLabel('What’s the call about?').fill('An engine\n\nthat computes and weaves')
    await page.reload()
    await expect(page.getByLabel('What’s the call about?')).toHaveValue('An engine\n\nthat computes and weaves')
    await page.getByLabel('Name').fill('')
    await page.getByLabel('Name').press('Enter')
    await expect(page.getByText('Enter your name.')).toBeVisible()
    await page.getByLabel('Name').fill('Ada Lovelace')
    expect(await elementsPastTheEdge(page)).toEqual([])
    const other = { start, name: 'Bob', email: 'bob@example.com', elapsedMs: 30_000 }
    expect((await request.post('/api/call', { data: other })).status()).toBe(200)
    await page.getByRole('button', { name: 'Book call' }).click()
    await expect(heading(page)).toHaveText('That time was just booked')
    await expect(page.getByRole('group', { name: 'Here are the closest times' })).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
    await expect(page.getByRole('radio')).toHaveCount(5)
    await expectNothingFound(page)
    await page.getByRole('radio').nth(1).check()
    // A form that is sent within 2 s looks like a robot's.
    await page.clock.fastForward(2_000)
    await page.getByRole('button', { name: 'Book call' }).click()
    await expect(heading(page)).toHaveText('You’re booked')
    await expect(page.getByRole('main')).toContainText('Eastern Time (New York)')
    await moveAndCancel(page, () => expectNothingFound(page))
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('409')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a call is booked in a time zone that the visitor chooses, moved and canceled', async ({ page }) => {
    await page.goto('/call')
    await expect(page.getByLabel('Your time zone')).toHaveValue('Asia/Kolkata')
    await expect(times(page).first()).toBeVisible()
    await page.getByLabel('Your time zone').selectOption('Europe/Berlin')
    await page.getByRole('button', { name: 'Update times' }).click()
    await page.getByRole('link', { name: 'Later' }).click()
    await expect(page.getByRole('link', { name: 'Earlier' })).toBeVisible()
    await times(page).first().click()
    await expect(page.getByRole('main')).toContainText('Central European Time')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByRole('main').getByLabel('Email').fill('plain@example.com')
    await page.getByRole('button', { name: 'Book call' }).click()
    await expect(heading(page)).toHaveText('You’re booked')
    await moveAndCancel(page)
    // This page sends no referrer, so browsers send its forms with the Origin null.
    await page.getByRole('contentinfo').getByRole('textbox').fill('plain@example.com')
    await page.getByRole('contentinfo').getByRole('button').click()
    await expect(page).toHaveURL(/\/newsletter\/subscribed/)
  })
})

for (const [zone, name] of [
  ['Asia/Calcutta', 'India Time (Kolkata)'],
  ['America/Detroit', 'Eastern Time (Detroit)'],
] as const)
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone })

    test('the first document already shows the times in the browser’s zone', async ({ page }) => {
      const loads: string[] = []
      page.on('request', (request) => request.resourceType() === 'document' && loads.push(request.url()))
      await page.goto('/call')
      await expect(page.getByLabel('Your time zone').locator('option:checked')).toHaveText(name)
      const start = (await times(page).first().getAttribute('value')) ?? ''
      const clock = await page.evaluate((at) => new Date(at).toLocaleTimeString('en', { timeStyle: 'short' }), start)
      await expect(times(page).first()).toHaveText(clock)
      expect(start).toContain(zone === 'Asia/Calcutta' ? '+05:30' : '-0')
      expect(loads).toHaveLength(1)
      const from = await page.locator('.day h3 time').last().textContent()
      await page.goto(`/call?from=${start.slice(0, 4)}-12-31`)
      await expect(page.locator('.day h3 time', { hasText: from ?? '' })).toHaveCount(0)
      await page.getByLabel('Your time zone').press('ArrowDown')
      await page.getByRole('button', { name: 'Update times' }).click()
      await expect(page).toHaveURL(/zone=/)
    })
  })
