import { test } from '../support/on-desk.ts'
import { elementsPastTheEdge, expect, expectNothingFound } from '../support/site.ts'

test('a request comes to the desk by itself, is answered by a key, and waits again by Undo', async ({
  page,
  enter,
  send,
}) => {
  const name = `Grace ${crypto.randomUUID()}`
  await enter()
  await page.keyboard.press('2')
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page.getByText('No such request.')).toBeVisible()
  const reference = await send(name)
  await expect(page.locator('.row')).toHaveCount(1)
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`/requests/${reference}\\?`))
  await expect(page.getByRole('article')).toContainText(`${name} wants a shop.`)
  await page.keyboard.press('e')
  await expect(page.getByRole('status')).toContainText(`${reference} is answered.`)
  await expect(page.locator('.row')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.row')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('a note is kept, and taken back', async ({ page, enter, send, desk }) => {
  const reference = await send('Ada')
  await enter()
  await page.goto(`${new URL(desk.address).origin}/requests/${reference}`)
  await page.getByLabel('Note').fill('Wants a quote by Friday')
  await page.getByRole('button', { name: 'Keep the note' }).click()
  await expect(page.getByRole('status')).toContainText('Noted.')
  await page.reload()
  await expect(page.getByLabel('Note')).toHaveValue('Wants a quote by Friday')
})

test('a key lets one tab in, and a tab without one sees nothing', async ({ page, desk, context }) => {
  const address = await desk.nextAddress()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(page.url()).not.toContain('#')
  const other = await context.newPage()
  for (const url of [address, new URL('/requests', address).href]) {
    await other.goto(url)
    await expect(other.getByRole('heading')).toHaveText('This desk is locked.')
  }
  expect(await context.cookies()).toEqual([])
})

test('a page of another site in the same browser reaches nothing of it', async ({ page, desk, complaints }) => {
  const { origin } = new URL(desk.address)
  await page.goto('/robots.txt')
  const got = await page.evaluate(
    async (origin) => [
      await fetch(`${origin}/api/today`, { mode: 'no-cors' }).then(
        ({ type }) => type,
        () => 'refused',
      ),
      await fetch(`${origin}/api/today`).then(
        () => 'read',
        () => 'refused',
      ),
    ],
    origin,
  )
  expect(got[1]).toBe('refused')
  expect(['opaque', 'refused']).toContain(got[0])
  complaints.length = 0
})

test('markup and formulas of a visitor are words on the desk', async ({ page, enter, send, desk }) => {
  const name = '=cmd() <img src=x onerror=alert(1)>'
  const reference = await send(name)
  await enter()
  await page.goto(`${new URL(desk.address).origin}/requests/${reference}`)
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.locator('img')).toHaveCount(0)
})

test('axe finds nothing on the desk, and nothing reaches past the edge of a phone', async ({
  page,
  enter,
  send,
  desk,
}) => {
  const reference = await send('Katherine Johnson')
  await enter()
  for (const path of [
    '/today',
    '/requests',
    `/requests/${reference}`,
    '/calls',
    '/readers',
    '/issues',
    '/report',
    '/questions',
    '/mails',
    '/backups',
    '/person?email=ada@example.com',
  ]) {
    await page.goto(new URL(path, desk.address).href)
    await expect(
      page
        .getByText(
          /Katherine Johnson|studio’s clock|hello@|not sent|The way to a client|surely understand|Make one now|Nothing is kept|confirmed · 7 days/,
        )
        .first(),
    ).toBeVisible()
    await expectNothingFound(page)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await elementsPastTheEdge(page)).toEqual([])
    expect((await page.getByRole('navigation').boundingBox())?.height).toBeLessThan(60)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('a call is moved on the desk to a free time, and a mail of it is found there', async ({
  page,
  enter,
  request,
  desk,
  complaints,
}) => {
  const { times } = await (await request.get('/api/call')).json()
  const name = `Margaret ${crypto.randomUUID().slice(0, 8)}`
  const data = {
    start: times.at(-3),
    name,
    email: `${crypto.randomUUID()}@example.com`,
    about: 'A computer',
    elapsedMs: 30_000,
  }
  const { reference } = await (await request.post('/api/call', { data })).json()
  await enter()
  await page.goto(new URL(`/calls?week=${times.at(-3).slice(0, 10)}`, desk.address).href)
  await page.getByRole('link', { name }).click()
  await page.getByRole('region', { name: 'The chosen one' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move' })
  await expect(dialog).toContainText('2 mails')
  const time = dialog.getByLabel('Or any time')
  await time.fill('2001-01-01T10:00')
  await time.press('Enter')
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(time).toHaveValue('2001-01-01T10:00')
  complaints.length = 0
  await dialog.getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(time).not.toHaveValue('2001-01-01T10:00')
  await dialog.getByLabel('A free time').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Move the call' }).click()
  await expect(page.getByRole('status')).toContainText('The call is moved to')
  await page.goto(new URL(`/requests/${reference}?view=all`, desk.address).href)
  await expect(page.getByText('The call was moved, to')).toBeVisible()
  const row = page.locator('.row').filter({ hasText: name })
  await page.getByLabel('Kind').selectOption('Contact form')
  await expect(row).toHaveCount(0)
  await page.getByLabel('Kind').selectOption('Calls')
  await expect(row).toHaveCount(1)
  await page.getByRole('link', { name: 'The mail that the call is moved' }).click()
  await expect(page.getByRole('article')).toContainText(reference)
})

test('no mail goes out while the owner says so, and goes out again by a number', async ({ page, enter }) => {
  await enter()
  await page.keyboard.press('6')
  await page.getByRole('button', { name: 'Send none for now' }).click()
  await expect(page.getByText(/^No mail goes out since/)).toBeVisible()
  await page.getByRole('button', { name: 'Let mails go out again' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d/ })
    .click()
  await expect(page.getByRole('button', { name: 'Send none for now' })).toBeVisible()
})

test('a person is found from their request, and forgotten after a question with numbers', async ({
  page,
  enter,
  send,
  desk,
}) => {
  const reference = await send('Joan Clarke')
  await enter()
  await page.goto(new URL(`/requests/${reference}?view=all`, desk.address).href)
  await page.getByRole('link', { name: 'The person' }).click()
  await page.getByText('All of it').click()
  await expect(page.getByRole('main')).toContainText('The receipt to the visitor')
  await expect(page.getByRole('main')).not.toContainText(/createdAt|contact-receipt|\dT\d/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save it for them' }).click()
  expect((await saved).suggestedFilename()).toMatch(/@example\.com\.json$/)
  await page.getByRole('button', { name: 'Forget' }).click()
  await expect(page.getByRole('dialog', { name: 'Forget' })).toContainText('1 request, 2 mails')
  await page.getByRole('button', { name: /^Erase / }).click()
  await expect(page.getByRole('status')).toContainText('Erased: requests 1')
  await expect(page.getByText('A mark alone that they get no newsletter.')).toBeVisible()
})

test('a list is tried before it is imported, and its readers are on the list then', async ({ page, enter }) => {
  const name = crypto.randomUUID()
  await enter()
  await page.keyboard.press('4')
  await page.getByText('Import a list').click()
  const buffer = Buffer.from(`ada-${name}@example.com\nbea-${name}@example.com\n`)
  await page.getByLabel('The list (CSV').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('What they agreed to').fill('Yes, send it.')
  await page.getByLabel('When').fill('2026-05-01')
  await page.getByRole('button', { name: 'Try it first' }).click()
  await expect(page.getByRole('region', { name: 'What would be done' })).toContainText(
    'This would be done: imported 2, known already 0',
  )
  await page.getByRole('button', { name: 'Import 2' }).click()
  await expect(page.getByRole('status')).toContainText('Done: imported 2')
  await page.getByRole('searchbox').fill(`ada-${name}`)
  await expect(page.locator('.row')).toHaveCount(1)
  await page.locator('.row').click()
  await expect(page.getByRole('article')).toContainText('Yes, send it.')
})

test('a reader’s page shows by itself that they were taken off in another tab', async ({
  page,
  context,
  desk,
  enter,
  request,
}) => {
  const email = `${crypto.randomUUID()}@example.com`
  await request.post('/api/newsletter', { data: { email, elapsedMs: 30_000 } })
  await enter()
  const address = new URL(`/readers?email=${email}`, desk.address).href
  await page.goto(address)
  const reader = page.getByRole('article')
  await expect(reader).toContainText('pending')
  await expect(reader).toContainText('Agreed to')
  const other = await context.newPage()
  await other.goto(await desk.nextAddress())
  await expect(other.getByRole('heading', { name: 'Today' })).toBeVisible()
  await other.goto(address)
  await other.getByRole('button', { name: 'Take off the list' }).click()
  await other.getByRole('button', { name: 'Take them off' }).click()
  await page.bringToFront()
  await expect(reader).toContainText('Not on the list: you took them off the list.')
  await expect(reader.getByRole('button')).toHaveCount(0)
  await expect(reader).not.toContainText('Issues')
})

test('the day shows what the check-up found, and looks again', async ({ page, enter }) => {
  await enter()
  const checkUp = page.getByRole('region', { name: 'Check-up' })
  await expect(checkUp).toContainText('no CHAT_BASE_URL and CHAT_API_KEY are set')
  await expect(checkUp.locator('li:visible')).toHaveCount(5)
  await checkUp.getByText('What is right').click()
  await expect(checkUp).toContainText('takes requests')
  await expectNothingFound(page)
  await checkUp.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByRole('status')).toContainText('Looked again.')
})

test('a week of calls is gone through by keys, and a free time of it is blocked and opened again', async ({
  page,
  enter,
}) => {
  await enter()
  await page.keyboard.press('3')
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/calls\?week=\d{4}-\d\d-\d\d$/)
  const free = page.getByRole('link', { name: / free$/ })
  await expect(free.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row][aria-current]')).toBeVisible()
  await free.last().click()
  await page.getByLabel('Why, for yourself').fill('dentist')
  await page.getByRole('button', { name: 'Block it' }).click()
  await expect(page.getByRole('status')).toContainText('That time is blocked.')
  await page.getByRole('link', { name: /dentist$/ }).click()
  await expectNothingFound(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByRole('link', { name: /dentist$/ })).toHaveCount(0)
})
