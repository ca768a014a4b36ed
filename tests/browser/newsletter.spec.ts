import { test } from '../support/on-desk.ts'
import { expect, expectNothingFound, footerOf } from '../support/site.ts'
import { addSubscribers, linksOf, subscriberAddress, subscriberOf } from '../support/subscribers.ts'

test.describe.configure({ mode: 'default' })

const thanks = 'Thank you for subscribing to our newsletter!'

test('a visitor signs up in the footer, confirms with the emailed link, and unsubscribes', async ({
  page,
  site,
  mailServer,
}) => {
  const address = 'zoe@reader.example'
  const state = () => subscriberOf(site.dataDir, address)?.state
  const heading = page.getByRole('heading', { level: 1 })
  await page.clock.install()
  await page.goto('/contact')
  const { form, email, send } = footerOf(page)
  await form.hover()
  await expect(form).not.toHaveAttribute('data-island')
  // A person takes some seconds to reach the foot of a page.
  await page.clock.runFor(5_000)
  await send.click()
  await expect(email).toHaveAccessibleDescription('Enter an email like name@company.com.')
  await expect(email).toBeFocused()
  await expectNothingFound(page, 'footer')
  await email.fill(` ${address} `)
  await send.click()
  await expect(form.getByRole('alert')).toContainText(thanks)
  await expect(email).toHaveValue('')
  const row = subscriberOf(site.dataDir, address)
  expect(row).toMatchObject({ state: 'pending', consent_page: '/contact' })
  await expect(form).toContainText(row?.consent_words.split(' [')[0] ?? 'words')

  const emails = () => mailServer.received.filter(({ envelope }) => envelope.to[0] === address)
  await expect.poll(emails).toHaveLength(1)
  // Without the site's own address, which is another one in a test.
  await page.goto(/\/newsletter\/confirm\S+/.exec(emails()[0]?.text ?? '')?.[0] ?? '')
  expect(state()).toBe('pending')
  await expectNothingFound(page)
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(heading).toHaveText('You’re on the list')
  expect(state()).toBe('confirmed')
  await page.goto(linksOf(site.dataDir, address).unsubscribe)
  expect(state()).toBe('confirmed')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(heading).toHaveText('You’re off the list')
  expect(state()).toBe('unsubscribed')
})

test('an issue is previewed, tested, scheduled, sent by typing the number, paused, resumed, and resent', async ({
  page,
  enter,
  desk: { database },
  mailServer,
}) => {
  const subscribers = 6
  const full = subscriberAddress(2)
  await database.write((tx) => tx.updateTable('subscribers').set({ state: 'unsubscribed' }).execute())
  await addSubscribers(database, subscribers)
  mailServer.full.add(full)
  const letIn = mailServer.hold()
  const title = 'What a SaaS MVP costs and why quotes differ tenfold'
  const notice = page.locator('.notices')
  const dialog = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await enter('/issues')
  await expect(page.locator('.row')).toHaveCount(7)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/\/issues\/saas-mvp-cost-guide$/)
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByLabel('Plain text').check()
  await expect(page.locator('pre')).toContainText('Unsubscribe')

  await page.getByLabel('Later').check()
  await page.getByRole('button', { name: /^Schedule for .* 9:00 AM…$/ }).click()
  const number = dialog.getByLabel(`Type ${subscribers} to schedule`)
  await expect(number).toBeFocused()
  await number.fill(`${subscribers - 1}`)
  await expect(button('Schedule')).toBeDisabled()
  await number.press('Enter')
  await number.fill(`${subscribers}`)
  await number.press('Enter')
  await expect(notice).toContainText('It goes out')
  await button('Cancel schedule').click()
  await expect(notice).toContainText('is a draft again.')

  await button(`Send to ${subscribers} subscribers…`).click()
  await dialog.getByLabel(`Type ${subscribers} to send`).fill(`${subscribers}`)
  await page.keyboard.press('Enter')
  await expect(notice).toContainText(`On its way to ${subscribers} subscribers.`)
  await button('Pause').click()
  await button('Cancel issue…').click()
  await expect(dialog).toContainText('Subscribers who haven’t received it yet won’t get it.')
  await expect(button('Cancel')).toBeFocused()
  await page.keyboard.press('Enter')
  await button('Resume…').click()
  await button('Resume').click()
  letIn()
  const rail = page.locator('.rail')
  await expect(rail).toContainText(`Delivered${subscribers - 1} of ${subscribers}`)
  await page.getByText('1 failed: 552 5.2.2 the mailbox is full').click()
  await expect(page.getByText(full)).toBeVisible()

  mailServer.full.delete(full)
  await button('Resend 1 failed…').click()
  await button('Resend').click()
  await expect(rail).toContainText(`Delivered${subscribers} of ${subscribers}`)
  await page.getByRole('link', { name: 'Drafts' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText('The solo development studio')
  await page.getByLabel('Send the test to').fill('ada@example.com')
  // The preview above may still grow, and move the button away from the pointer.
  await expect(async () => {
    await button('Send test').click()
    await expect(notice).toContainText('Sent to ada@example.com.', { timeout: 3_000 })
  }).toPass()
  const issues = mailServer.received.filter(({ subject }) => subject === title)
  const everyone = Array.from({ length: subscribers }, (_, n) => subscriberAddress(n))
  expect(issues.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual(everyone.toSorted())
})

const hostile = `<html><head></head><body>
<script>top.document.title = 'taken'; parent.postMessage(sessionStorage.getItem('desk-token'), '*')</script>
<img src="x" onerror="top.document.title = 'taken'"><img src="https://evil.example/seen.png" alt="">
<link rel="stylesheet" href="https://evil.example/look.css"><meta http-equiv="refresh" content="0;url=https://evil.example/">
<iframe src="/api/overview.show"></iframe><a href="javascript:top.document.title='taken'" target="_self">One</a>
<form action="https://evil.example/" target="_top"><button>Two</button></form></body></html>`

test('an issue on the desk runs no script, loads only from the site, and can’t reach the desk', async ({
  page,
  enter,
  desk: { database },
  complaints,
}) => {
  const issue = {
    slug: 'hostile',
    subject: 'Hostile',
    text: 'No',
    html: hostile,
    subscribers: 1,
    state: 'done',
  } as const
  const times = { next_at: 0, created_at: 1, finished_at: 2, refusals: 0, deferrals: 0, paused_because: null }
  const from = { from_name: 'K', from_address: 'k@kitewright.example', database_id: database.identity }
  const row = { ...issue, ...times, ...from }
  await database.write((tx) => tx.insertInto('issues').values(row).execute())
  const asked: string[] = []
  await page.route('https://evil.example/**', async (route) => {
    asked.push(route.request().url())
    await route.abort()
  })
  await enter('/issues/hostile')
  const message = page.frameLocator('iframe[title="Hostile"]')
  for (const button of [message.getByText('One'), message.getByText('Two')]) await button.click()
  await expect(page).toHaveTitle(/^Issues · /)
  expect(new URL(page.url()).pathname).toBe('/issues/hostile')
  expect(asked).toEqual([])
  expect(complaints).not.toEqual([])
  complaints.length = 0
})
