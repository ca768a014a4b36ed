import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/server/db/database.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { putOwnContent } from '../support/content.ts'
import { addSubscribers, readerAddress } from '../support/readers.ts'
import { openSmtpServer, type TestSmtpServer } from '../support/open-smtp-server.ts'
import { type RunningDesk, startDesk } from '../support/owner.ts'
import { elementsPastTheEdge, expect, expectNothingFound, test as onSite } from '../support/site.ts'
import { startSite } from '../support/start-site.ts'

const readers = 6
const full = readerAddress(2)

type Server = TestSmtpServer & {
  /** Keeps every mail waiting until it is opened. */
  door: PromiseWithResolvers<void>
  /** Whether it takes mails to `full`, too. */
  takesAll: boolean
}

/** The site and the desk beside it, with a mail server and readers. */
const test = onSite.extend<
  { enter: (path: string) => Promise<void> },
  { mailServer: Server; database: Database; desk: RunningDesk }
>({
  mailServer: [
    async ({}, use) => {
      const door = Promise.withResolvers<void>()
      const state = { door, takesAll: false }
      const { stop, ...server } = await openSmtpServer({
        onRcptTo: ({ address }, _, callback) => {
          const isRefused = address === full && !state.takesAll
          const refusal = Object.assign(new Error('5.2.2 the mailbox is full'), { responseCode: 552 })
          void door.promise.then(() => callback(isRefused ? refusal : null))
        },
      })
      await use(Object.assign(state, server))
      await stop()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mailServer }, use) => {
      const site = await startSite({ TRUSTED_PROXIES: '1', SMTP_URL: mailServer.url })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  database: [
    async ({ site: { dataDir } }, use) => {
      const database = await openDatabase({ dataDir, databaseUrl: undefined }, createSilentLog())
      await addSubscribers(database, readers)
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  desk: [
    async ({ site, mailServer, database: _ }, use) => {
      const folder = putOwnContent(mkdtempSync(join(tmpdir(), 'kitewright-')))
      const desk = await startDesk(site.dataDir, { folder, variables: { SMTP_URL: mailServer.url } })
      await use(desk)
      expect(await desk.stop()).toBe(0)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  enter: async ({ page, desk }, use) => {
    await use(async (path) => {
      await page.goto(await desk.nextAddress())
      await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
      await page.goto(new URL(path, desk.address).href)
    })
  },
})

test('an issue is looked at, tested, sent by its number, held back, let go on, and tried again where it failed', async ({
  page,
  enter,
  mailServer,
}) => {
  await enter('/issues')
  await expect(page.locator('.row')).toHaveCount(7)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/\/issues\/saas-mvp-cost-guide$/)
  const title = 'What a SaaS MVP costs and why quotes differ tenfold'
  const letter = page.frameLocator('iframe')
  await expect(letter.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.locator('pre')).toContainText('Unsubscribe')
  await page.getByRole('button', { name: 'Desktop' }).click()
  await expect(letter.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send' })
  await expect(dialog).toContainText(`goes to ${readers} confirmed readers`)
  const number = dialog.getByLabel('How many readers?')
  await expect(number).toBeFocused()
  await number.fill(`${readers - 1}`)
  await expect(dialog.getByRole('button', { name: 'Send it' })).toBeDisabled()
  await number.press('Enter')
  await expect(dialog).toBeVisible()
  await number.fill(`${readers}`)
  await number.press('Escape')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(number).toHaveValue('')
  await number.fill(`${readers}`)
  await number.press('Enter')
  await expect(page.getByRole('status')).toContainText(`On its way to ${readers} readers.`)
  await expect(page.getByText('Under way')).toBeVisible()
  await expect(page.locator('.row').first()).toContainText('going out')
  await page.keyboard.press('1')
  await expect(page.getByText(`got by 0 of ${readers} (0 %)`)).toBeVisible()
  await page.getByRole('link', { name: title }).click()

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('It waits for you: you have paused it.')).toBeVisible()
  await page.keyboard.press('1')
  await page.getByRole('link', { name: /^“.*” is paused: .*\.$/ }).click()
  await page.getByRole('button', { name: 'Cancel for good' }).click()
  await expect(page.getByRole('dialog')).toContainText(/\d readers? will not get it/)
  await expect(page.getByRole('button', { name: 'Leave it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  mailServer.door.resolve()
  await expect(page.getByText(`${readers - 1} of ${readers} got it (83 %)`)).toBeVisible()
  await expect(page.getByText('1 failed: 552 5.2.2 the mailbox is full')).toBeVisible()
  await page.getByText('1 failed: 552').click()
  await expect(page.getByText(full)).toBeVisible()
  await expectNothingFound(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await elementsPastTheEdge(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  mailServer.takesAll = true
  await page.getByRole('button', { name: 'Try 1 failed again' }).click()
  await expect(page.getByText(`${readers} of ${readers} (100 %)`)).toBeVisible()
  await page.getByLabel('A test mail to').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByRole('status')).toContainText('Sent to ada@example.com; mails go to 127.0.0.1 by SMTP.')
  const letters = mailServer.received.filter(({ subject }) => subject === title)
  expect(letters.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual(
    ['ada@example.com', ...Array.from({ length: readers }, (_, n) => readerAddress(n))].toSorted(),
  )
})

const hostile = `<html><head></head><body>
<script>top.document.title = 'taken'; parent.postMessage(sessionStorage.getItem('desk-token'), '*')</script>
<img src="x" onerror="top.document.title = 'taken'"><img src="https://evil.example/seen.png" alt="">
<link rel="stylesheet" href="https://evil.example/look.css"><meta http-equiv="refresh" content="0;url=https://evil.example/">
<iframe src="/api/today"></iframe><a href="javascript:top.document.title='taken'" target="_self">One</a>
<form action="https://evil.example/" target="_top"><button>Two</button></form></body></html>`

test('a letter runs nothing, asks nobody but the site, and reaches nothing of the desk', async ({
  page,
  enter,
  database,
  complaints,
}) => {
  const issue = { slug: 'hostile', subject: 'Hostile', text: 'No', html: hostile, readers: 1, state: 'done' } as const
  const times = { next_at: 0, created_at: 1, finished_at: 2, refusals: 0, deferrals: 0, paused_because: null }
  const sender = { from_name: 'K', from_address: 'k@kitewright.example', database_id: database.identity }
  await database.write((tx) =>
    tx
      .insertInto('issues')
      .values({ ...issue, ...times, ...sender })
      .execute(),
  )
  const asked: string[] = []
  await page.route('https://evil.example/**', async (route) => {
    asked.push(route.request().url())
    await route.abort()
  })
  await enter('/issues/hostile')
  const letter = page.frameLocator('iframe[title^="The letter"]')
  for (const button of [letter.getByText('One'), letter.getByText('Two')]) await button.click()
  await expect(page).toHaveTitle(/^Issues · Desk · /)
  expect(new URL(page.url()).pathname).toBe('/issues/hostile')
  expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument ?? null)).toBeNull()
  expect(asked).toEqual([])
  expect(complaints).not.toEqual([])
  complaints.length = 0
})
