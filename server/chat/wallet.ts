import { StorageError } from '../../platform/db/database.ts'
import { correctCount, countEach, countOne, LimitReached, oneUseOf } from '../../platform/limits/count-use.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { visitorLimits } from '../../platform/limits/sender-limits.ts'
import type { Context } from '../context.ts'

export type Reservation = {
  /** Replaces the reservation with the tokens used. Called once, however the call ended. Never throws. */
  settle: (tokens: number) => Promise<void>
}

export type Payment = {
  /** @returns undefined if the wallet is spent or can't be read: the built-in agent answers */
  reserve: (tokens: number) => Promise<Reservation | undefined>
  release: () => Promise<void>
}

export type Wallet = ReturnType<typeof createWallet>

type WalletDeps = Pick<Context, 'database' | 'now' | 'salt' | 'log'> & { limits: Pick<Limits, 'wallet'> }

/** Limits what chats may cost, counted in the database: a hard limit across processes and restarts. */
export function createWallet(deps: WalletDeps) {
  const { log } = deps
  return {
    /** Counts a message before it's answered, and reserves what its first call may cost. @param tokens 0 if free */
    async admit(sender: string, tokens: number, requestId: string): Promise<Payment> {
      const fallBackToBuiltIn = (error: unknown): undefined => {
        if (!(error instanceof StorageError)) throw error
        log.error({ requestId, err: error }, 'the wallet can’t be read: the built-in agent answers')
      }
      const reserveFor = (amount: number, call: 'first' | 'further') =>
        reserve({ sender, tokens: amount, call }, requestId, deps).catch(fallBackToBuiltIn)
      const firstReservation = tokens > 0 ? await reserveFor(tokens, 'first') : undefined
      let unused = firstReservation
      return {
        async reserve(amount) {
          const reservation = unused
          unused = undefined
          if (reservation !== undefined || firstReservation === undefined) return reservation
          return await reserveFor(amount, 'further')
        },
        async release() {
          await unused?.settle(0)
          unused = undefined
        },
      }
    },
  }
}

/** Counts a message with its first call. @returns undefined, without counting anything, if a limit is reached */
async function reserve(
  { sender, tokens, call }: { sender: string; tokens: number; call: 'first' | 'further' },
  requestId: string,
  { database, now, salt, log, limits: { wallet } }: WalletDeps,
): Promise<Reservation | undefined> {
  const messageLimits = call === 'first' ? [wallet.messagesPerMinute, wallet.messagesPerDay] : []
  const messages = oneUseOf(messageLimits.flatMap((limit) => visitorLimits(limit, sender, salt)))
  const reserved = visitorLimits(wallet.tokensPerDay, sender, salt).map((limit) => ({ limit, amount: tokens }))
  try {
    const counted = await database.write((tx) => countOne(tx, [...messages, ...reserved], now()))
    const countedTokens = counted.slice(messages.length)
    return {
      settle: (used) =>
        database
          .write(async (tx) => {
            for (const each of countedTokens) await correctCount(tx, each, used)
          })
          .catch((error: unknown) => {
            log.error({ requestId, err: error }, 'unused tokens could not be returned to the wallet')
          }),
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    await reportOnce(error, { database, now, log })
    return undefined
  }
}

async function reportOnce(
  { limit, endsAt }: LimitReached,
  { database, now, log }: Pick<WalletDeps, 'database' | 'now' | 'log'>,
): Promise<void> {
  const reportLimit = { key: `${limit.key}:reported`, max: 1, windowMs: Math.max(1, endsAt - now()) }
  const wasReported = (await database.write((tx) => countEach(tx, [reportLimit], now()))).length > 0
  const [name] = limit.key.split(':')
  if (!wasReported)
    log.warn({ limit: name, endsAt: new Date(endsAt) }, 'the chat’s wallet is spent: the built-in agent answers')
}
