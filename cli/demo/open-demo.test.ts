import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emailFolder } from '../../platform/email/mailer.ts'
import { hourMs } from '../../platform/text/time-text.ts'
import { summarizeSubscribers } from '../../server/newsletter/subscribers.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { act } from '../../tests/support/desk.ts'
import { startDesk } from '../../tests/support/owner.ts'
import { openDemo } from './open-demo.ts'
import type { DemoName } from './studio.ts'

const thursday = Date.parse('2026-11-26T17:40:00+05:30')

async function openTestDemo(studio: DemoName | 'new') {
  const caller = process.cwd()
  const demo = await openDemo({ studio, now: () => thursday })
  onTestFinished(async () => {
    await demo.close()
    expect(existsSync(demo.folder)).toBe(false)
    expect([process.cwd(), process.env['CONTENT_DIR']]).toEqual([caller, 'sample'])
  })
  return demo
}

test('the busy demo has leads to answer, calls, an issue that is going out, a failed email, and backups', async () => {
  const demo = await openTestDemo('busy')
  const overview = await act(demo, 'overview.show', {})
  expect(overview.leads.oldest.map(({ name }) => name)).toContain('Katherine Johnson')
  expect(overview.calls.map(({ name, starts_at }) => [name, (starts_at - thursday) / hourMs])).toEqual([
    ['Annie Easley', 4 / 3],
    ['Dorothy Vaughan', 26 + 1 / 3],
    ['Joan Clarke', 98 + 1 / 3],
    ['Mary Jackson', 112 + 5 / 6],
  ])
  const { states } = await summarizeSubscribers(demo.database.db, [])
  expect(states).toMatchObject({ confirmed: 2032, pending: 19, unsubscribed: 41, bounced: 3 })
  expect(overview.issues).toMatchObject([{ state: 'sending', sent: 1364 }])
  const failed = await act(demo, 'outbox.list', { state: 'failed' })
  expect(failed.emails).toMatchObject([{ to_address: 'gone@dead.example', last_error: '550 5.1.1 no such user here' }])
  const { backups } = await act(demo, 'backup.list', {})
  expect(backups).toHaveLength(10)
  expect((await act(demo, 'visits.report', {})).totals).toMatchObject({ visits: 2585, leads: expect.any(Number) })
})

test('the quiet demo has one lead to answer, and writes emails to files in its folder', async () => {
  const demo = await openTestDemo('quiet')
  const { leads, week } = await act(demo, 'overview.show', {})
  expect(leads.oldest.map(({ name }) => name)).toContain('Katherine Johnson')
  expect(week.subscribers.count).toBe(58)
  const call = (await act(demo, 'calls.list', {})).find(({ state }) => state === 'booked')
  await act(demo, 'calls.cancel', { reference: call?.reference ?? '', note: '' })
  await demo.outbox.stop(1_000)
  expect(readdirSync(emailFolder(demo.environment.dataDir)).length).toBeGreaterThan(0)
})

test('a new studio has an empty database', async () => {
  const { leads, calls, issues } = await act(await openTestDemo('new'), 'overview.show', {})
  expect([leads.toReply, calls, issues]).toEqual([0, [], []])
})

test('Ctrl-C deletes the demo, which never opens the owner’s database', async () => {
  const { dataDir } = await sqlite.createPlace({ isEmpty: true })
  const desk = await startDesk(dataDir, { arguments: ['--demo', 'quiet'] })
  expect(await desk.nextMessage()).toBe('A demo with made-up people. Nothing here is sent or kept.')
  expect(await desk.stop()).toBe(0)
  expect(readdirSync(dataDir)).toEqual([])
  expect(readdirSync(join(dataDir, '..')).filter((name) => name.startsWith('kitewright-demo'))).toEqual([])
})
