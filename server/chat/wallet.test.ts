import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { defaultLimits, type WalletLimits } from '../../platform/limits/limits.ts'
import { createLog, createSilentLog, type Log } from '../../platform/log.ts'
import { engines, type Place, sqlite } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import {
  cutsAfter,
  hangs,
  inTurn,
  openChat,
  postChat,
  readReply,
  replies,
  repliesWhole,
  type Script,
  says,
  stallsAfter,
} from '../../tests/support/mock-gateway.ts'
import { maxReplyTokens } from './gateway.ts'
import { estimateTokens, maxPromptTokens } from './prompt.ts'
import { createWallet, type Payer, type Reservation, type Wallet } from './wallet.ts'

const minuteMs = 60_000
const whole = '1\n2\n3'
const tokens = (max: number) => [{ what: 'tokens', max, windowMs: minuteMs }] as const
const messages = (max: number) => [{ what: 'messages', max, windowMs: minuteMs }] as const
const generous = [...messages(1_000), ...tokens(100_000)]
const ada = { visitor: 'tab-1', sender: '203.0.113.7' }

/** Pays for a message and its first call. */
async function reserve(wallet: Wallet, payer: Payer, tokens: number): Promise<Reservation | undefined> {
  const payment = await wallet.admit(payer, tokens, 'test')
  return 'outcome' in payment ? undefined : await payment.reserve(tokens)
}

type Options = { limits?: Partial<WalletLimits>; log?: Log }

async function openWallet(place: Place, { limits = {}, log = createSilentLog() }: Options) {
  const database = await openDatabase(place, createSilentLog())
  onTestFinished(() => database.close())
  const clock = { now: Date.UTC(2026, 10, 20) }
  const wallet = { visitor: generous, address: generous, site: generous, ...limits }
  const all = { ...defaultLimits, wallet }
  return { database, clock, wallet: createWallet({ database, now: () => clock.now, salt: 'salt', log, limits: all }) }
}

describe.each(engines)('the wallet on $name', ({ createPlace }) => {
  test('allows only calls that are paid for, across concurrent and later processes', async () => {
    const place = await createPlace()
    const open = async () => (await openWallet(place, { limits: { site: tokens(3_000) } })).wallet
    const calls = [await open(), await open(), await open()].flatMap((wallet) =>
      Array.from({ length: 10 }, () => reserve(wallet, ada, 300)),
    )
    expect((await Promise.all(calls)).filter((call) => call !== undefined)).toHaveLength(10)
    expect(await reserve(await open(), ada, 1)).toBeUndefined()
  })

  test('returns unused tokens within the same window, and counts tokens used beyond the reservation', async () => {
    const { wallet, clock } = await openWallet(await createPlace(), { limits: { site: tokens(1_000) } })
    const first = await reserve(wallet, ada, 900)
    expect(await reserve(wallet, ada, 200)).toBeUndefined()
    await first?.settle(100)
    const second = await reserve(wallet, ada, 900)
    await second?.settle(950)
    expect(await reserve(wallet, ada, 1)).toBeUndefined()
    clock.now += minuteMs
    const earlier = await reserve(wallet, ada, 1_000)
    clock.now += minuteMs
    await reserve(wallet, ada, 600)
    await earlier?.settle(0)
    expect(await reserve(wallet, ada, 600)).toBeUndefined()
  })

  test('counts nothing for a call that isn’t made, and a message once for all its models', async () => {
    const limits = { visitor: tokens(5_000), address: tokens(5_000), site: tokens(1_000) }
    const { wallet, database } = await openWallet(await createPlace(), { limits })
    expect(await reserve(wallet, ada, 2_000)).toBeUndefined()
    const payment = await wallet.admit({ ...ada, visitor: 'tab-2' }, 500, 'test')
    if ('reserve' in payment) await payment.release()
    const counted = await database.db.selectFrom('limits').selectAll().where('key', 'like', '%-tokens-%').execute()
    expect(counted.filter(({ key, count }) => !key.endsWith(':reported') && count > 0)).toEqual([])
    const one = await openWallet(await createPlace(), { limits: { address: messages(1) } })
    const paid = await one.wallet.admit(ada, 1, 'test')
    for (const _ of [1, 2]) expect('reserve' in paid && (await paid.reserve(1))).toHaveProperty('settle')
    expect(await reserve(one.wallet, ada, 1)).toBeUndefined()
  })

  test('counts a visitor across networks, and a network across visitors', async () => {
    const limits = { visitor: messages(1), address: messages(2) }
    const { wallet } = await openWallet(await createPlace(), { limits })
    const is = async (visitor: string, sender: string) => (await reserve(wallet, { visitor, sender }, 1)) !== undefined
    expect(await is('tab-1', '203.0.113.7')).toBe(true)
    expect(await is('tab-1', '198.51.100.1')).toBe(false)
    expect(await is('tab-2', '203.0.113.7')).toBe(true)
    expect(await is('', '203.0.113.7')).toBe(false)
    expect(await is('', '2001:db8::1')).toBe(true)
    expect(await is('', '2001:db8::2')).toBe(true)
    expect(await is('', '2001:db8::3')).toBe(false)
  })

  test('logs once per window that it is spent, without visitor or address', async () => {
    const lines: string[] = []
    const log = createLog({ write: (line) => void lines.push(line) })
    const { wallet, clock, database } = await openWallet(await createPlace(), { limits: { visitor: messages(1) }, log })
    for (let i = 0; i < 5; i++) await reserve(wallet, ada, 1)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ limit: 'chat-visitor-messages-1min' })
    clock.now += minuteMs
    for (let i = 0; i < 5; i++) await reserve(wallet, ada, 1)
    expect(lines).toHaveLength(2)
    const rows = await database.db.selectFrom('limits').selectAll().execute()
    expect(JSON.stringify(rows) + lines.join('')).not.toMatch(/tab-1|203\.0\.113/)
  })
})

test('a visitor who writes too often is answered by the built-in agent, and by the model a minute later', async () => {
  const wallet = { visitor: messages(2), address: generous, site: generous }
  const { app, ask, gateway } = await openChat([replies(whole)], { limits: { wallet } })
  for (let i = 0; i < 2; i++) await ask('Hello', { visitor: 'tab-1' })
  const spent = await ask('What does an MVP cost?', { visitor: 'tab-1' })
  expect(spent).toMatchObject({ status: 200, outcome: 'answered', text: expect.stringContaining('$2,999') })
  expect(gateway.requests).toHaveLength(2)
  app.clock.now += minuteMs
  await ask('Hello', { visitor: 'tab-1' })
  expect(gateway.requests).toHaveLength(3)
})

test('an address that floods the built-in agent is asked to wait', async () => {
  // A key without a gateway asks no model.
  const key = { CHAT_API_KEY: 'sk-secret' }
  const app = await openTestApp(await sqlite.createPlace(), key, { limits: { builtInMessages: { max: 2 } } })
  for (let i = 0; i < 2; i++) expect((await readReply(await postChat(app, 'Hi'))).outcome).toBe('answered')
  const refused = await postChat(app, 'Hi')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await refused.json()).message).toContain('hello@kitewright.example')
  expect((await postChat(app, 'Hi', { sender: '198.51.100.1' })).status).toBe(200)
  app.clock.now += minuteMs
  expect((await postChat(app, 'Hi')).status).toBe(200)
})

test('limits concurrent replies per address and in total', async () => {
  const limits = { openStreams: { address: 2, site: 3 } }
  const { post } = await openChat([stallsAfter('An MVP')], { timeouts: {}, limits })
  const open = async (sender: string) => {
    const response = await post('Hello', { sender })
    return { status: response.status, retry: response.headers.get('retry-after'), response }
  }
  const mine = await open('203.0.113.7')
  expect([mine.status, (await open('203.0.113.7')).status]).toEqual([200, 200])
  expect(await open('203.0.113.7')).toMatchObject({ status: 429, retry: '5' })
  expect((await open('10.0.0.1')).status).toBe(200)
  expect(await open('198.51.100.1')).toMatchObject({ status: 503, retry: '5' })
  await mine.response.body?.cancel()
  expect((await open('198.51.100.1')).status).toBe(200)
})

describe('a call is paid', () => {
  /** @returns asks something, and resolves with what the reply cost in tokens, without a prompt */
  async function openPaid(scripts: readonly Script[], timeouts = {}) {
    const variables = { CHAT_MODELS: 'vendor/primary:free' }
    const { app, ask, spentTokens } = await openChat([inTurn(...scripts)], { variables, timeouts })
    const prompt = maxPromptTokens(app.chat.prompt, [{ role: 'user', content: 'Hello' }])
    const count = async () => {
      const counts = new Set(await spentTokens())
      expect(counts.size).toBeLessThanOrEqual(1)
      return Math.max(0, ...counts)
    }
    return async (times = 1) => {
      const before = await count()
      await Promise.all(Array.from({ length: times }, () => ask('Hello')))
      return (await count()) - before - times * prompt
    }
  }

  /** Gateways send what a reply took after its end, before the mark of the end. */
  const withUsage = (...usages: unknown[]) =>
    says(whole, async ({ data, end }) => {
      await data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
      for (const usage of usages) await data({ choices: [], usage })
      await end()
    })

  test('as the gateway counts it, with reasoning that nobody sees, but not below what was seen', async () => {
    const counted = [[90_000], [9_000], [2, 1]].map((all) => withUsage(...all.map((n) => ({ total_tokens: n }))))
    const replyTokens = await openPaid(counted)
    expect((await replyTokens()) - (await replyTokens())).toBe(81_000)
    expect(await replyTokens()).toBe(estimateTokens(whole))
  })

  test('in full if the gateway doesn’t report usage', async () => {
    const nonsense = [{ total_tokens: -5 }, { total_tokens: 'few' }, {}, 7, { total_tokens: 1e300 }]
    const silent: Record<string, Script> = {
      'says nothing': replies(whole),
      'doesn’t stream': repliesWhole(whole),
      'says nonsense': withUsage(...nonsense),
      'is cut off': cutsAfter(whole),
      'counts too early': async ({ data, res }) => {
        await data({ choices: [{ delta: { content: 'An MVP starts' } }], usage: { total_tokens: 3 } })
        res.destroy()
      },
    }
    const replyTokens = await openPaid(Object.values(silent))
    for (const gateway of Object.keys(silent)) expect(await replyTokens(), gateway).toBe(maxReplyTokens)
    const hanging = await openPaid([stallsAfter(whole), hangs], { firstTokenMs: 1_500, stallMs: 1_500 })
    expect(await hanging(2)).toBe(2 * maxReplyTokens)
  })
})
