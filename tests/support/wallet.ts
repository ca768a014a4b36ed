import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { defaultLimits, type Limits, type Scope } from '../../platform/limits/limits.ts'
import { createSilentLog, type Log } from '../../platform/log.ts'
import { maxPromptTokens } from '../../server/chat/model-plan.ts'
import { createWallet, type Reservation, type Wallet } from '../../server/chat/wallet.ts'
import type { Place } from './databases.ts'
import { inTurn, mvpPlan, openChat, type Script, says } from './mock-gateway.ts'

export const minuteMs = 60_000
export const walletSender = '203.0.113.7'

/** Large enough that nobody's part of `everyone` shrinks below it. */
const many = 1e9
const generous = { address: many, network: many, everyone: many }

type WalletLimits = { [Name in keyof Limits['wallet']]?: Partial<Record<Scope, number>> }

export function withLimits(limits: WalletLimits): Limits['wallet'] {
  const merged = Object.entries(defaultLimits.wallet).map(([name, real]) => {
    return [name, { ...real, ...generous, ...Reflect.get(limits, name), windowMs: minuteMs }]
  })
  return Object.fromEntries(merged)
}

/** Pays for a message and its first call. */
export async function reserve(wallet: Wallet, tokens: number, from = walletSender): Promise<Reservation | undefined> {
  return await (await wallet.admit(from, tokens, 'test')).reserve(tokens)
}

type Options = { limits?: WalletLimits; log?: Log }

export async function openWallet(place: Place, { limits = {}, log = createSilentLog() }: Options) {
  const database = await openDatabase(place, createSilentLog())
  onTestFinished(() => database.close())
  const clock = { now: Date.UTC(2026, 10, 20) }
  const wallet = createWallet({
    ...{ database, now: () => clock.now, salt: 'salt', log },
    limits: { wallet: withLimits(limits) },
  })
  return { database, clock, wallet }
}

/** @returns asks something, and resolves with what the reply cost in tokens, without a prompt */
export async function openPaid(scripts: readonly Script[], timeouts = {}) {
  const variables = { CHAT_MODELS: 'vendor/primary:free' }
  const { app, ask, spentTokens } = await openChat([inTurn(...scripts)], { variables, timeouts })
  const answers = app.chat.answerer().answersAt(app.clock.now)
  const prompt = maxPromptTokens(app.chat.prompt, answers, [{ role: 'user', content: 'Hello' }])
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
export const withUsage = (...usages: unknown[]) =>
  says(mvpPlan, async ({ data, end }) => {
    await data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    for (const usage of usages) await data({ choices: [], usage })
    await end()
  })
