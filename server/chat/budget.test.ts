import { describe, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import {
  budgetSender,
  minuteMs,
  openLimited,
  openPaid,
  reserve,
  withLimits,
  withUsage,
} from '../../tests/support/chat-budget.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import {
  cutsAfter,
  hangs,
  openChat,
  mvpPlan as plan,
  postChat,
  readReply,
  replies,
  repliesWhole,
  type Script,
  stallsAfter,
} from '../../tests/support/mock-gateway.ts'
import { openBudget } from './budget.ts'
import { maxReplyTokens } from './model/gateway.ts'
import { estimateTokens } from './model/prompt.ts'

describe.each(engines)('the chat’s budget on $name', ({ createPlace }) => {
  test('allows only calls that are paid for, across concurrent and later processes', async () => {
    const place = await createPlace()
    const open = async () => (await openLimited(place, { limits: { tokensPerDay: { everyone: 3_000 } } })).context
    const calls = [await open(), await open(), await open()].flatMap((context) =>
      Array.from({ length: 10 }, () => reserve(context, 300)),
    )
    expect((await Promise.all(calls)).filter((call) => call !== undefined)).toHaveLength(10)
    expect(await reserve(await open(), 1)).toBeUndefined()
  })

  test('returns unused tokens within the same window, and counts tokens used beyond the reservation', async () => {
    const { context, clock } = await openLimited(await createPlace(), { limits: { tokensPerDay: { everyone: 1_000 } } })
    const first = await reserve(context, 900)
    expect(await reserve(context, 200)).toBeUndefined()
    await first?.settle(100)
    const second = await reserve(context, 900)
    await second?.settle(950)
    expect(await reserve(context, 1)).toBeUndefined()
    clock.now += minuteMs
    const earlier = await reserve(context, 1_000)
    clock.now += minuteMs
    await reserve(context, 600)
    await earlier?.settle(0)
    expect(await reserve(context, 600)).toBeUndefined()
  })

  test('counts nothing for a call that isn’t made, and a message once for all its models', async () => {
    const limits = { tokensPerDay: { everyone: 1_000 } }
    const { context, database } = await openLimited(await createPlace(), { limits })
    expect(await reserve(context, 2_000)).toBeUndefined()
    await (await openBudget(context, budgetSender, 500)).release()
    const counted = await database.db.selectFrom('limits').selectAll().where('key', 'like', '%-tokens-%').execute()
    expect(counted.filter(({ key, count }) => !key.endsWith(':reported') && count > 0)).toEqual([])
    const one = await openLimited(await createPlace(), { limits: { messagesPerMinute: { address: 1 } } })
    const paid = await openBudget(one.context, budgetSender, 1)
    for (const _ of [1, 2]) expect(await paid.reserve(1)).toHaveProperty('settle')
    expect(await reserve(one.context, 1)).toBeUndefined()
  })

  test('counts an address, and its network', async () => {
    const limits = { messagesPerMinute: { address: 1, network: 2 } }
    const { context } = await openLimited(await createPlace(), { limits })
    const is = async (from: string) => (await reserve(context, 1, from)) !== undefined
    const senders = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:1::1']
    const answers: boolean[] = []
    for (const sender of senders) answers.push(await is(sender))
    expect(answers).toEqual([true, false, true, false, true])
  })

  test('logs once per window that it is spent, without addresses', async () => {
    const lines: string[] = []
    const log = createLog({ write: (line) => void lines.push(line) })
    const { context, clock, database } = await openLimited(await createPlace(), {
      limits: { messagesPerMinute: { address: 1 } },
      log,
    })
    for (let i = 0; i < 5; i++) await reserve(context, 1)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ limit: 'chat-messages-1min-address' })
    clock.now += minuteMs
    for (let i = 0; i < 5; i++) await reserve(context, 1)
    expect(lines).toHaveLength(2)
    const rows = await database.db.selectFrom('limits').selectAll().execute()
    expect(JSON.stringify(rows) + lines.join('')).not.toMatch(/203\.0\.113/)
  })
})

test('a visitor who writes too often is answered by the built-in agent, and by the model a minute later', async () => {
  const chatBudget = withLimits({ messagesPerMinute: { address: 2 } })
  const { app, ask, gateway } = await openChat([replies(plan)], { limits: { chatBudget } })
  for (let i = 0; i < 2; i++) await ask('Hello')
  const spent = await ask('What does an MVP cost?')
  expect(spent).toMatchObject({ status: 200, outcome: 'answered', text: expect.stringContaining('$2,999') })
  expect(gateway.requests).toHaveLength(2)
  app.clock.now += minuteMs
  await ask('Hello')
  expect(gateway.requests).toHaveLength(3)
})

test('an address that floods the built-in agent is asked to wait', async () => {
  // With a key but no gateway, there's no model to ask.
  const key = { CHAT_API_KEY: 'sk-secret' }
  const app = await openTestApp(await sqlite.createPlace(), key, { limits: { chatPosts: { address: 2 } } })
  for (let i = 0; i < 2; i++) expect((await readReply(await postChat(app, 'Hi'))).outcome).toBe('answered')
  const refused = await postChat(app, 'Hi')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await refused.json()).message).toContain('hello@kitewright.example')
  expect((await postChat(app, 'Hi', { sender: '198.51.100.1' })).status).toBe(200)
  app.clock.now += minuteMs
  expect((await postChat(app, 'Hi')).status).toBe(200)
})

test('limits concurrent replies: an address too many loses its oldest, and so does the largest network', async () => {
  const limits = { openStreams: { address: 2, network: 2, everyone: 3 } }
  const { post } = await openChat([stallsAfter('An MVP')], { timeouts: {}, limits })
  const ended: string[] = []
  const open = async (name: string, from: string) => {
    const response = await post('Hello', { sender: from })
    expect(response.status).toBe(200)
    void readReply(response).then(() => ended.push(name))
  }
  for (const n of [1, 2, 3]) await open(`flood ${n}`, '2001:db8::1')
  await expect.poll(() => ended).toEqual(['flood 1'])
  await open('flood 4', '2001:db8:0:1::1')
  await expect.poll(() => ended).toEqual(['flood 1', 'flood 2'])
  for (const from of ['10.0.0.1', '198.51.100.1']) await open(from, from)
  await expect.poll(() => ended).toEqual(['flood 1', 'flood 2', 'flood 3'])
})

test('a call is paid as the gateway counts it, with reasoning that nobody sees, but not below what was seen', async () => {
  const counted = [[90_000], [20_000], [2, 1]].map((all) => withUsage(...all.map((n) => ({ total_tokens: n }))))
  const replyTokens = await openPaid(counted)
  expect((await replyTokens()) - (await replyTokens())).toBe(70_000)
  expect(await replyTokens()).toBe(estimateTokens(plan))
})

test('a call is paid in full if the gateway doesn’t report usage', async () => {
  const nonsense = [{ total_tokens: -5 }, { total_tokens: 'few' }, {}, 7, { total_tokens: 1e300 }]
  const silent: Record<string, Script> = {
    'says nothing': replies(plan),
    'doesn’t stream': repliesWhole(plan),
    'says nonsense': withUsage(...nonsense),
    'is cut off': cutsAfter(plan),
    'counts too early': async ({ data, res }) => {
      await data({ choices: [{ delta: { content: 'An MVP starts' } }], usage: { total_tokens: 3 } })
      res.destroy()
    },
  }
  const replyTokens = await openPaid(Object.values(silent))
  for (const gateway of Object.keys(silent)) expect(await replyTokens(), gateway).toBe(maxReplyTokens)
  const hanging = await openPaid([stallsAfter(plan), hangs], { firstTokenMs: 1_500, stallMs: 1_500 })
  expect(await hanging(2)).toBe(2 * maxReplyTokens)
})
