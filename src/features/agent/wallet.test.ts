import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, type Place } from '../../../tests/support/databases.ts'
import { defaultLimits, type WalletLimits } from '../../limits.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { createLog, createSilentLog, type Log } from '../../server/log.ts'
import { createWallet, type Payer, type Reservation, type Wallet } from './wallet.ts'

const minuteMs = 60_000
const generous = [
  { what: 'messages', max: 1_000, windowMs: minuteMs },
  { what: 'tokens', max: 100_000, windowMs: minuteMs },
] as const
const ada = { visitor: 'tab-1', sender: '203.0.113.7' }

/** What a message of its own may spend on its first call. */
async function reserve(wallet: Wallet, payer: Payer, tokens: number): Promise<Reservation | undefined> {
  const payment = await wallet.admit(payer, tokens, 'test')
  return 'outcome' in payment ? undefined : await payment.reserve(tokens)
}

type Kept = { wallet: Wallet; database: Database; clock: { now: number } }

async function openWallet(
  place: Place,
  { limits = {}, log = createSilentLog() }: { limits?: Partial<WalletLimits>; log?: Log } = {},
): Promise<Kept> {
  const database = await openDatabase(place, createSilentLog())
  onTestFinished(() => database.close())
  const clock = { now: Date.UTC(2026, 10, 20) }
  const wallet = { visitor: generous, address: generous, site: generous, ...limits }
  const all = { ...defaultLimits, wallet }
  return { database, clock, wallet: createWallet({ database, now: () => clock.now, salt: 'salt', log, limits: all }) }
}

describe.each(engines)('the wallet on $name', ({ createPlace }) => {
  const tokens = (max: number) => [{ what: 'tokens', max, windowMs: minuteMs }] as const
  const messages = (max: number) => [{ what: 'messages', max, windowMs: minuteMs }] as const

  test('is hard: of many calls at once no more go through than are paid for', async () => {
    const { wallet } = await openWallet(await createPlace(), { limits: { site: tokens(1_000) } })
    const calls = Array.from({ length: 50 }, (_, i) => reserve(wallet, { ...ada, visitor: `tab-${i}` }, 300))
    expect((await Promise.all(calls)).filter((call) => call !== undefined)).toHaveLength(3)
  })

  test('is one for several processes, and for those that start later', async () => {
    const place = await createPlace()
    const all: Kept[] = []
    for (let i = 0; i < 3; i++) all.push(await openWallet(place, { limits: { site: messages(10) } }))
    const calls = all.flatMap(({ wallet }) => Array.from({ length: 10 }, () => reserve(wallet, ada, 1)))
    expect((await Promise.all(calls)).filter((call) => call !== undefined)).toHaveLength(10)
    const later = await openWallet(place, { limits: { site: messages(10) } })
    expect(await reserve(later.wallet, ada, 1)).toBeUndefined()
  })

  test('takes back what was not used, and counts what was used beyond', async () => {
    const { wallet } = await openWallet(await createPlace(), { limits: { site: tokens(1_000) } })
    const first = await reserve(wallet, ada, 900)
    expect(await reserve(wallet, ada, 200)).toBeUndefined()
    await first?.settle(100)
    const second = await reserve(wallet, ada, 900)
    await second?.settle(950)
    expect(await reserve(wallet, ada, 1)).toBeUndefined()
  })

  test('gives nothing back into a window that began later', async () => {
    const { wallet, clock } = await openWallet(await createPlace(), { limits: { site: tokens(1_000) } })
    const first = await reserve(wallet, ada, 1_000)
    clock.now += minuteMs
    await reserve(wallet, ada, 600)
    await first?.settle(0)
    expect(await reserve(wallet, ada, 600)).toBeUndefined()
  })

  test('counts nothing for a call that is not made', async () => {
    const limits = { visitor: tokens(5_000), address: tokens(5_000), site: tokens(1_000) }
    const { wallet, database } = await openWallet(await createPlace(), { limits })
    expect(await reserve(wallet, ada, 2_000)).toBeUndefined()
    const payment = await wallet.admit({ ...ada, visitor: 'tab-2' }, 500, 'test')
    if ('reserve' in payment) await payment.release()
    const counted = await database.db.selectFrom('limits').selectAll().where('key', 'like', '%-tokens-%').execute()
    expect(counted.filter(({ key, count }) => !key.endsWith(':told') && count > 0)).toEqual([])
  })

  test('counts a message once, however many models are asked', async () => {
    const { wallet } = await openWallet(await createPlace(), { limits: { address: messages(1) } })
    const payment = await wallet.admit(ada, 1, 'test')
    if ('outcome' in payment) throw new Error('refused')
    expect(await payment.reserve(1)).toBeDefined()
    expect(await payment.reserve(1)).toBeDefined()
    expect(await reserve(wallet, ada, 1)).toBeUndefined()
  })

  test('knows a visitor in every network, and a network with every visitor', async () => {
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

  test('says once a window that it is spent, and keeps no visitor and no address', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    stream.on('data', (line: Buffer) => lines.push(line.toString()))
    const log = createLog(stream)
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

  test('lets an address ask the built-in agent often, and then to come back', async () => {
    const { wallet, clock } = await openWallet(await createPlace())
    const flood = Array.from({ length: defaultLimits.builtInMessages.max + 1 }, () => wallet.admit(ada, 0, 'test'))
    const results = await Promise.all(flood)
    expect(results.filter((result) => 'reserve' in result)).toHaveLength(defaultLimits.builtInMessages.max)
    expect(await wallet.admit(ada, 0, 'test')).toEqual({ outcome: 'limited', retryAfterSeconds: 60 })
    expect(await wallet.admit({ ...ada, sender: '198.51.100.1' }, 0, 'test')).toHaveProperty('reserve')
    clock.now += minuteMs
    expect(await wallet.admit(ada, 0, 'test')).toHaveProperty('reserve')
  })
})
