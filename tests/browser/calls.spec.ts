import type { Page } from '@playwright/test'
import { mailedLinks } from '../support/readers.ts'
import { alertOn, elementsPastTheEdge, expect, expectNothingFound, test } from '../support/site.ts'

const times = (page: Page) => page.locator('button[name=start]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The last week that can be booked: tests beside this one take the first. */
async function openLastWeek(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const later = page.getByRole('link', { name: 'The week after' })
  while ((await later.count()) > 0) await later.click()
}

/** @returns the time that was chosen */
async function fillIn(page: Page, email: string, nth = 0): Promise<string> {
  const start = (await times(page).nth(nth).getAttribute('value')) ?? ''
  await times(page).nth(nth).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('What is it about?').fill('An engine that computes')
  return start
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, timezoneId: 'America/New_York' })

    test('a call is booked in the visitor’s zone, moved and canceled', async ({ page }) => {
      await openLastWeek(page, '/call')
      await expect(page.getByRole('main')).toContainText(javaScriptEnabled ? 'Eastern Time' : 'India Standard Time')
      const email = `ada-${javaScriptEnabled}@example.com`
      const start = await fillIn(page, email)
      await page.getByRole('button', { name: 'Book this call' }).click()
      await expect(heading(page)).toHaveText('Your call is booked')
      await expect(page.getByRole('main')).toContainText('India Standard Time')
      const link = page.url()

      await page.getByRole('link', { name: 'Move it to another time' }).click()
      await expect(times(page).and(page.locator(`[value="${start}"]`))).toHaveCount(0)
      await times(page).last().click()
      await page.getByRole('button', { name: 'Move it here' }).click()
      await expect(heading(page)).toHaveText('Your call')

      await page.goto(link)
      await page.getByRole('link', { name: 'Cancel it' }).click()
      await expect(heading(page)).toHaveText('Cancel your call?')
      await page.getByRole('button', { name: 'Cancel the call' }).click()
      await expect(heading(page)).toHaveText('Your call is canceled')
    })
  })
}

test('a time that was taken meanwhile is told at once, with those nearest to it, and nothing typed is lost', async ({
  page,
  request,
  complaints,
}) => {
  await openLastWeek(page, '/call?zone=Asia/Kathmandu')
  const start = await fillIn(page, 'late@example.com', 4)
  const other = { start, name: 'Bob', email: 'bob@example.com', zone: 'UTC' }
  expect((await request.post('/api/call', { data: other })).status()).toBe(200)
  await page.getByRole('button', { name: 'Book this call' }).click()
  await expect(alertOn(page)).toContainText('Somebody has just taken this time')
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('What is it about?')).toHaveValue('An engine that computes')
  const near = page.getByRole('radio')
  await expect(near).toHaveCount(5)
  await expectNothingFound(page)
  await near.nth(1).check()
  await page.getByRole('button', { name: 'Book this call' }).click()
  await expect(heading(page)).toHaveText('Your call is booked')
  // The browser complains of the status 409, which is right.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
})

test('what the tab keeps of the form is not asked for again', async ({ page }) => {
  await page.goto('/')
  const form = page.locator('#contact form')
  await form.getByLabel('Your name').fill('Ada Lovelace')
  await form.getByLabel('E-mail').fill('ada@example.com')
  await form.getByLabel('What would you like built?').fill('An engine\nthat computes')
  await page.getByRole('main').getByRole('link', { name: 'Book a call' }).click()
  await times(page).last().click()
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('ada@example.com')
  await expect(page.getByLabel('What is it about?')).toHaveValue('An engine that computes')
})

test('a program gets the free times, in the zone that it asks for', async ({ request }) => {
  const answer = await (await request.get('/api/call?zone=Europe/Berlin')).json()
  expect(answer).toMatchObject({ zone: 'Europe/Berlin', minutes: 30 })
  expect(answer.times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/)
  expect((await (await request.get('/api/call?zone=Mars/Olympus')).json()).zone).toBe('Asia/Kolkata')
})

test('at 320 px nothing of the times or of the form is out of sight, and axe finds nothing on them', async ({
  page,
}) => {
  await page.goto('/call?zone=Europe/Berlin')
  await expectNothingFound(page)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await elementsPastTheEdge(page)).toEqual([])
  await times(page).first().click()
  expect(await elementsPastTheEdge(page)).toEqual([])
  await expectNothingFound(page)
  await page.goto('/call?zone=Europe/Berlin&zones')
  await expectNothingFound(page)
})

test('a call of a robot’s look is the visitor’s once its mail is confirmed, and can be canceled from there', async ({
  page,
  request,
  site,
}) => {
  const { times: free } = await (await request.get('/api/call')).json()
  const email = 'held@example.com'
  const data = { start: free.at(-5), name: 'Di', email, website: 'https://robot.example' }
  expect((await request.post('/api/call', { data })).status()).toBe(200)
  await expect.poll(() => mailedLinks(site.dataDir, email)).toHaveLength(1)
  const [link = ''] = await mailedLinks(site.dataDir, email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm the call' }).click()
  await expect(heading(page)).toHaveText('Your call')
  await page.getByRole('link', { name: 'Cancel it' }).click()
  await page.getByRole('button', { name: 'Cancel the call' }).click()
  await expect(heading(page)).toHaveText('Your call is canceled')
})

test('a wrong link, and one that a mail program opens, change nothing', async ({ page, request }) => {
  expect((await request.get('/call/manage?key=KW-TESTTEST.x')).status()).toBe(404)
  expect((await request.post('/call/manage?key=KW-TESTTEST.x', { form: { do: 'cancel' } })).status()).toBe(404)
  const { times: free } = await (await request.get('/api/call')).json()
  const data = { start: free.at(-3), name: 'Cy', email: 'cy@example.com' }
  const { pathname, search } = new URL((await (await request.post('/api/call', { data })).json()).manage)
  const manage = pathname + search
  for (const more of ['', '&do=cancel', '&do=move']) expect((await request.get(manage + more)).status()).toBe(200)
  await page.goto(manage)
  await expect(heading(page)).toHaveText('Your call')
  const file = await request.get(manage.replace('/call/manage', '/call/event.ics'))
  expect(file.headers()['content-type']).toContain('text/calendar')
  expect(await file.text()).toContain('SUMMARY:First consultation with Kitewright')
})
