import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hourMs } from '../../platform/text/time-text.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { startDesk } from '../../tests/support/owner.ts'
import { type DemoFacts, demoNow } from '../../tests/support/read-demo.ts'
import { startChild } from '../../tests/support/run-studio.ts'

test('the busy demo has data in every view, the quiet one a lead to answer, and a new studio none', async () => {
  const child = startChild(['tests/support/read-demo.ts'])
  const readDemo = async (): Promise<DemoFacts> => JSON.parse(await child.hear())
  const [busy, quiet, empty] = [await readDemo(), await readDemo(), await readDemo()]
  await child.kill()
  expect([busy, quiet, empty].map(({ isDeleted }) => isDeleted)).toEqual([true, true, true])

  const { overview, states, failed, ...counts } = busy
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

  expect(quiet.overview.leads.oldest.map(({ name }) => name)).toContain('Katherine Johnson')
  expect(quiet.overview.week.subscribers.count).toBe(58)
  expect(quiet.emailFiles).toBeGreaterThan(0)

  const { leads, calls, issues } = empty.overview
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
