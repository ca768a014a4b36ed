import { describe, expect, test } from 'vitest'
import { engines } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp, writtenMails } from '../../../../tests/support/desk.ts'
import { createWeekMails, isMondayMorning } from './week.worker.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const monday = Date.UTC(2026, 10, 23, 7, 5)

function openWeeks(app: TestApp) {
  const { from, leadsTo: to } = app.contact.mail
  const mail = { from, to, brand: app.newsletter.mail.texts.brand }
  return createWeekMails({ ...app, mail, notifyOutbox: () => {}, zone: 'UTC' })
}

async function weekMailsOf(app: TestApp) {
  return (await writtenMails(app)).filter(({ kind }) => kind === 'week')
}

function see(app: TestApp) {
  app.counter.countPages(() => true)
  const headers = { host: 'studio.example', referer: 'https://studio.example/blog', 'user-agent': chrome }
  app.counter.takeSeen({ address: '203.0.113.7', headers }, undefined)
}

describe.each(engines)('the mail of the week, on $name', (engine) => {
  test('tells the week before in five lines, once, on Monday morning', async () => {
    const app = await openTestApp(await engine.createPlace())
    see(app)
    await app.counter.write()
    const weeks = openWeeks(app)
    await weeks.run()
    expect(await weekMailsOf(app)).toEqual([])
    app.clock.now = monday
    await Promise.all([weeks.run(), openWeeks(app).run()])
    await weeks.run()
    const [mail, ...more] = await weekMailsOf(app)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to_address: app.studio.email })
    expect(mail?.subject).toBe('The week from 2026-11-16: 1 visit, 0 requests')
    for (const line of ['Visits: 1', 'From: direct 1', 'Seen most: /blog 1', 'Requests: 0', 'Newsletter: 0'])
      expect(mail?.text).toContain(line)
  })

  test('is not sent where nobody came', async () => {
    const app = await openTestApp(await engine.createPlace())
    app.clock.now = monday
    await openWeeks(app).run()
    expect(await weekMailsOf(app)).toEqual([])
  })
})

test('Monday morning is where the studio is', () => {
  expect(isMondayMorning(monday, 'UTC')).toBe(true)
  expect(isMondayMorning(monday, 'America/New_York')).toBe(false)
  expect(isMondayMorning(monday + 5 * 3_600_000, 'America/New_York')).toBe(true)
  expect(isMondayMorning(monday - 3_600_000, 'UTC')).toBe(false)
  expect(isMondayMorning(monday + 24 * 3_600_000, 'UTC')).toBe(false)
})
