import { expect, onTestFinished } from 'vitest'
import { readEnvironment } from '../../platform/environment.ts'
import { defaultLimits, type Limits, type Scope } from '../../platform/limits/limits.ts'
import { createSilentLog, type Log } from '../../platform/log.ts'
import { type ChatSender, openBudget, type Reservation } from '../../server/chat/budget.ts'
import { maxPromptTokens } from '../../server/chat/model/prompt.ts'

import type { Context } from '../../server/context.ts'
import { openContext } from '../../server/open-context.ts'
import type { Place } from './databases.ts'
import { inTurn, mvpPlan, openChat, type Script, says } from './mock-gateway.ts'

export const minuteMs = 60_000
export const budgetSender: ChatSender = { address: '203.0.113.7', requestId: 'test' }

/** Large enough that nobody's part of `everyone` shrinks below it. */
const many = 1e9
const generous = { address: many, network: many, everyone: many }

type BudgetLimits = { [Name in keyof Limits['chatBudget']]?: Partial<Record<Scope, number>> }

export function withLimits(limits: BudgetLimits): Limits['chatBudget'] {
  const merged = Object.entries(defaultLimits.chatBudget).map(([name, real]) => {
    return [name, { ...real, ...generous, ...Reflect.get(limits, name), windowMs: minuteMs }]
  })
  return Object.fromEntries(merged)
}

/** Reserves tokens for a message and its first call. */
export async function reserve(
  context: Context,
  tokens: number,
  address = budgetSender.address,
): Promise<Reservation | undefined> {
  const budget = await openBudget(context, { ...budgetSender, address }, tokens)
  return await budget.reserve(tokens)
}

type Options = { limits?: BudgetLimits; log?: Log }

/** Opens a database with these limits, and a clock that the test moves. */
export async function openLimited(place: Place, { limits = {}, log = createSilentLog() }: Options) {
  const clock = { now: Date.UTC(2026, 10, 20) }
  const environment = readEnvironment({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl })
  const context = await openContext(environment, log, {
    now: () => clock.now,
    limits: { ...defaultLimits, chatBudget: withLimits(limits) },
    role: 'desk',
  })
  onTestFinished(() => context.close(0))
  return { context, clock, database: context.database }
}

/** @returns asks something, and resolves with what the reply cost in tokens, without a prompt */
export async function openPaid(scripts: readonly Script[], timeouts = {}) {
  const variables = { CHAT_MODELS: 'vendor/primary:free' }
  const { app, ask, spentTokens } = await openChat([inTurn(...scripts)], { variables, timeouts })
  const answers = app.chat.agent().answersAt(app.clock.now)
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
