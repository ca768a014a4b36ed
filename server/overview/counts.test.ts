import { describe, expect, test } from 'vitest'
import { hourMs } from '../../platform/text/time-text.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { act, ada, bookFree, openTestApp, visitor } from '../../tests/support/desk.ts'
import { startSmtpServer } from '../../tests/support/sending.ts'
import { addSubscribers } from '../../tests/support/subscribers.ts'
import { submitContact } from '../leads/accept-lead.ts'

describe.each(engines)('the counts in the sidebar on $name', (engine) => {
  test('are zero on the first day', async () => {
    const app = await openTestApp(await engine.createPlace())
    expect(await act(app, 'overview.counts', {})).toMatchObject({
      ...{ toReply: 0, overdue: 0, callsToday: 0, subscribers: 0, toReview: 0, failedEmails: 0 },
      ...{ problems: null, isFirstDay: true },
    })
  })

  test('follow leads, calls, and subscribers, and booked calls don’t wait for a reply', async () => {
    const app = await openTestApp(await engine.createPlace())
    await submitContact(app, ada, visitor)
    app.clock.now += hourMs
    await submitContact(app, { ...ada, requestId: 'b', email: 'bob@example.org' }, visitor)
    const { start } = await bookFree(app, 0, { email: 'call@example.org' })
    await addSubscribers(app.database, 2)
    const counts = { toReply: 2, subscribers: 2, isFirstDay: false }
    expect(await act(app, 'overview.counts', {})).toMatchObject({ ...counts, overdue: 0, callsToday: 0 })
    app.clock.now = start - hourMs
    expect(await act(app, 'overview.counts', {})).toMatchObject({ ...counts, overdue: 2, callsToday: 1 })
  })
})

test('the first day ends its step once a test email reached the mail server, and says why if it didn’t', async () => {
  const files = await openTestApp(await sqlite.createPlace())
  await expect(act(files, 'outbox.test', {})).rejects.toThrow(/^Emails are only written to files\. .* SMTP_URL/)
  const server = await startSmtpServer()
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url })
  const isTested = async () => (await act(app, 'overview.show', {})).firstDay?.isEmailTested
  expect(await isTested()).toBe(false)
  expect(await act(app, 'outbox.test', {})).toMatchObject({ to: 'hello@kitewright.example' })
  expect([await isTested(), server.received.length]).toEqual([true, 1])
})
