import { StorageError } from '../../platform/db/database.ts'
import {
  type CountedCharge,
  correctCount,
  countEach,
  countOne,
  LimitReached,
  oneUseOf,
} from '../../platform/limits/count-use.ts'
import { visitorLimits } from '../../platform/limits/sender-limits.ts'
import type { Context } from '../context.ts'

/** The sender's IP address, and the request's ID for the log. */
export type ChatSender = { address: string; requestId: string }

export type Reservation = {
  /** Replaces the reserved tokens with the tokens used. Call it once, even if the model call failed. Never throws. */
  settle: (tokens: number) => Promise<void>
}

/** Pays for a message's model calls. The tokens for the first call are already reserved. */
export type ChatBudget = {
  /** @returns undefined if the budget is spent or unreadable, so the built-in agent answers */
  reserve: (tokens: number) => Promise<Reservation | undefined>
  /** Returns the tokens reserved for the first call if the chat never made it. */
  release: () => Promise<void>
}

/** Counts a message before it's answered, and reserves the tokens for its first call. @param tokens 0 if the call is free */
export async function openBudget(context: Context, sender: ChatSender, tokens: number): Promise<ChatBudget> {
  const first = tokens > 0 ? await reserveSafely(context, sender, { tokens, isFirst: true }) : undefined
  let unused = first
  return {
    async reserve(amount) {
      if (first === undefined) return undefined
      if (unused === undefined) return await reserveSafely(context, sender, { tokens: amount, isFirst: false })
      unused = undefined
      return first
    },
    async release() {
      await unused?.settle(0)
      unused = undefined
    },
  }
}

/** A model call to count. A message's first call also counts the message. */
type ModelCall = { tokens: number; isFirst: boolean }

async function reserveSafely(context: Context, sender: ChatSender, call: ModelCall): Promise<Reservation | undefined> {
  try {
    return await reserve(context, sender, call)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const { requestId } = sender
    context.log.error({ requestId, err: error }, 'Couldn’t read the chat’s budget. The built-in agent answers')
    return undefined
  }
}

/** @returns undefined if a limit is reached @throws StorageError */
async function reserve(context: Context, sender: ChatSender, call: ModelCall): Promise<Reservation | undefined> {
  try {
    const counted = await countCall(context, sender, call)
    return { settle: (usedTokens) => settle(context, sender, counted, usedTokens) }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    await reportOnce(context, error)
    return undefined
  }
}

/** Counts a call toward all limits, or toward none. @returns the counted tokens @throws LimitReached, StorageError */
async function countCall(
  context: Context,
  sender: ChatSender,
  { tokens, isFirst }: ModelCall,
): Promise<CountedCharge[]> {
  const { database, now, salt, limits } = context
  const { messagesPerMinute, messagesPerDay, tokensPerDay } = limits.chatBudget
  const messageLimits = isFirst ? [messagesPerMinute, messagesPerDay] : []
  const messages = oneUseOf(messageLimits.flatMap((limit) => Object.values(visitorLimits(limit, sender.address, salt))))
  const tokenUses = Object.values(visitorLimits(tokensPerDay, sender.address, salt)).map((limit) => ({
    limit,
    amount: tokens,
  }))
  const counted = await database.write((tx) => countOne(tx, [...messages, ...tokenUses], now()))
  return counted.slice(messages.length)
}

async function settle(
  { database, log }: Context,
  { requestId }: ChatSender,
  counted: readonly CountedCharge[],
  usedTokens: number,
): Promise<void> {
  try {
    await database.write(async (tx) => {
      for (const each of counted) await correctCount(tx, each, usedTokens)
    })
  } catch (error) {
    log.error({ requestId, err: error }, 'Couldn’t return unused tokens to the chat’s budget')
  }
}

/** Logs a reached limit once per window. */
async function reportOnce({ database, now, log }: Context, { limit, endsAt }: LimitReached): Promise<void> {
  const reportLimit = { key: `${limit.key}:reported`, max: 1, windowMs: Math.max(1, endsAt - now()) }
  const reached = await database.write((tx) => countEach(tx, [reportLimit], now()))
  if (reached.length > 0) return
  const [name] = limit.key.split(':')
  log.warn({ limit: name, endsAt: new Date(endsAt) }, 'The chat’s budget is spent. The built-in agent answers')
}
