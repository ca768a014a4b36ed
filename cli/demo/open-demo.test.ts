import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hourMs } from '../../platform/text/time-text.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { startDesk } from '../../tests/support/owner.ts'
import { type DemoFacts, demoNow } from '../../tests/support/read-demo.ts'
import { startChild } from '../../tests/support/run-studio.ts'

async function readDemo(studio: 'busy' | 'quiet' | 'new'): Promise<DemoFacts> {
  const child = startChild(['tests/support/read-demo.ts', studio])
  onTestFinished(child.kill)
  const facts: DemoFacts = JSON.parse(await child.hear())
  expect(facts.isDeleted).toBe(true)
  return facts
}

test('the busy demo has leads to answer, calls, an issue that is going out, a failed email, and backups', async () => {
  const { overview, states, failed, ...counts } = await readDemo('busy')
  expect(overview.leads.oldest.map(({ name }) => name)).toContain('Katherine Johnson')
  expect(overview.calls.map(({ name, starts_at }) => [name, (starts_at - demoNow) / hourMs])).toEqual([
    ['Annie Easley', 4 / 3],
    ['Dorothy Vaughan', 26 + 1 / 3],
    ['Joan Clarke', 98 + 1 / 3],
    ['Mary Jackson', 112 + 5 / 6],
  ])
  expect(states).toMatchObject({ active: 2032, unconfirmed: 19, unsubscribed: 41, bounced: 3 })
  expect(overview.issues).toMatchObject([{ state: 'sending', sent: 1364 }])
  expect(failed).toMatchObject([{ to_address: 'gone@dead.example', last_error: '550 5.1.1 no such user here' }])
  expect(counts).toMatchObject({ backups: 10, saved: 12, totals: { visits: 2585, signUps: 98 } })
})

test('the quiet demo has one lead to answer, and writes emails to files in its folder', async () => {
  const { overview, emailFiles } = await readDemo('quiet')
  expect(overview.leads.oldest.map(({ name }) => name)).toContain('Katherine Johnson')
  expect(overview.week.subscribers.count).toBe(58)
  expect(emailFiles).toBeGreaterThan(0)
})

test('a new studio has an empty database', async () => {
  const { overview } = await readDemo('new')
  expect([overview.leads.toReply, overview.calls, overview.issues]).toEqual([0, [], []])
})

test('Ctrl-C deletes the demo, which never opens the owner’s database', async () => {
  const { dataDir } = await sqlite.createPlace({ isEmpty: true })
  const desk = await startDesk(dataDir, { arguments: ['--demo', 'quiet'] })
  expect(await desk.nextMessage()).toBe('A demo with made-up people. Nothing here is sent or kept.')
  expect(await desk.stop()).toBe(0)
  expect(readdirSync(dataDir)).toEqual([])
  expect(readdirSync(join(dataDir, '..')).filter((name) => name.startsWith('kitewright-demo'))).toEqual([])
})
