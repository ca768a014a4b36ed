import { describe, expect, test } from 'vitest'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'
import { changes, reads } from './actions.ts'

describe.each(engines)('the check-up on the desk, on $name', (engine) => {
  test('finds what the command finds, and keeps it until the owner looks again', async () => {
    const server = await startSmtpServer({ onRcptTo: (_, __, done) => done(reply(550, 'no')) })
    const place = await engine.createPlace()
    const app = await openTestApp(place, { SMTP_URL: server.url })
    const first = await reads.checkUp(app, {})
    const { stdout } = await runStudio(place, ['doctor', '--json'], { SMTP_URL: server.url })
    const states = (all: { about: string; state: string }[]) => all.map(({ about, state }) => `${about} ${state}`)
    expect(states(first.findings)).toEqual(states(JSON.parse(stdout)))

    await submitContact(app.contact, ada, visitor)
    await app.outbox.sendDue()
    app.clock.now += 60_000
    expect(await reads.checkUp(app, {})).toEqual(first)
    await changes.lookAgain(app, {})
    const second = await reads.checkUp(app, {})
    expect(second.at).toBe(app.clock.now)
    const failed = { about: 'mail', state: 'wrong', text: '2 mails failed for good', command: 'mail --state failed' }
    expect(second.findings).toContainEqual(failed)
  })
})

test('who asks while it is looked gets what is found, without another look', async () => {
  const server = await startSmtpServer()
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url })
  const [one, other] = await Promise.all([reads.checkUp(app, {}), reads.checkUp(app, {})])
  expect(other).toBe(one)
})
