import { expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { openTestApp } from '../../../tests/support/desk.ts'
import { answersStatus, mvpReply, replies, stallsAfter } from '../../../tests/support/mock-gateway.ts'
import { openTalk, postTo, readReply } from '../../../tests/support/talk.ts'
import { defaultLimits } from '../../limits.ts'

const whole = mvpReply
const perMinute = defaultLimits.wallet.visitor[0]?.max ?? 0

test('a visitor who writes too often is answered by the built-in agent, and by the model a minute later', async () => {
  const { app, ask, gateway } = await openTalk([replies(whole)])
  const visitor = 'tab-1'
  for (let i = 0; i < perMinute; i++) await ask('Hello', { visitor })
  expect(gateway.requests).toHaveLength(perMinute)
  const spent = await ask('What does an MVP cost?', { visitor })
  expect(spent).toMatchObject({ status: 200, outcome: 'answered' })
  expect(spent.text).toContain('$2,999')
  expect(gateway.requests).toHaveLength(perMinute)
  app.clock.now += 60_000
  await ask('Hello', { visitor })
  expect(gateway.requests).toHaveLength(perMinute + 1)
})

test('a message that several models fail to answer is paid for each of them', async () => {
  const { app, ask } = await openTalk([answersStatus(500), answersStatus(500)])
  await ask('Hello')
  const prompt = app.chat.promptTokens([{ role: 'user', content: 'Hello' }])
  const rows = await app.database.db.selectFrom('limits').selectAll().where('key', 'like', '%tokens%').execute()
  expect(rows.map(({ count }) => count)).toEqual(rows.map(() => 2 * prompt))
})

test('an address that floods the built-in agent is told to wait', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  for (let i = 0; i < defaultLimits.builtInMessages.max; i++) {
    expect((await readReply(await postTo(app, 'Hi', {}))).outcome).toBe('answered')
  }
  const refused = await postTo(app, 'Hi', {})
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.json()).toMatchObject({
    ok: false,
    message: expect.stringContaining('hello@kitewright.example'),
  })
})

test('replies at once are bounded for an address and for the site, and their places come back', async () => {
  const { post, gateway } = await openTalk([stallsAfter('An MVP')], { options: { timeouts: {} } })
  const open = async (sender: string) => {
    const response = await post('Hello', { sender })
    return { status: response.status, retry: response.headers.get('retry-after'), response }
  }
  const mine = await Promise.all(Array.from({ length: defaultLimits.openStreams.address }, () => open('203.0.113.7')))
  expect(mine.every(({ status }) => status === 200)).toBe(true)
  expect(await open('203.0.113.7')).toMatchObject({ status: 429, retry: '5' })
  const others = defaultLimits.openStreams.site - defaultLimits.openStreams.address
  for (let i = 0; i < others; i++) await open(`10.0.${i >> 8}.${i & 255}`)
  expect(await open('198.51.100.1')).toMatchObject({ status: 503, retry: '5' })
  await mine[0]?.response.body?.cancel()
  expect(await open('198.51.100.1')).toMatchObject({ status: 200 })
  expect(gateway.requests.length).toBeLessThanOrEqual(defaultLimits.openStreams.site + 1)
})
