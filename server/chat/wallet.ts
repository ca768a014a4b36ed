import { StorageError } from '../../platform/db/database.ts'
import { limitedSender } from '../../platform/http/sender.ts'
import {
  correctSpent,
  countEach,
  type Expense,
  type Limited,
  LimitReached,
  limitFor,
  reserveAll,
} from '../../platform/limits/count-use.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { countPost } from '../leads/accept-lead.ts'

/** Whom a message counts for. `visitor` is the tab's id, or '' if it sends none; `sender` is an IP address. */
export type Payer = { visitor: string; sender: string }

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

type WalletDeps = Pick<Context, 'database' | 'now' | 'salt' | 'log'> & {
  limits: Pick<Limits, 'wallet' | 'builtInMessages'>
}

/** Limits what chats may cost, counted in the database: a hard limit across processes and restarts. */
export function createWallet(deps: WalletDeps) {
  const { log } = deps
  return {
    /** Counts a message before it's answered, and reserves what its first call may cost. @param tokens 0 if free */
    async admit(payer: Payer, tokens: number, requestId: string): Promise<Payment | Limited> {
      let firstReservation: Reservation | undefined
      const fallBackToBuiltIn = (error: unknown): undefined => {
        if (!(error instanceof StorageError)) throw error
        log.error({ requestId, err: error }, 'the wallet can’t be read: the built-in agent answers')
      }
      try {
        if (tokens > 0) firstReservation = await reserve(payer, tokens, 'first', requestId, deps)
        const limited =
          firstReservation === undefined && (await countPost(deps, deps.limits.builtInMessages, payer.sender))
        if (limited) return limited
      } catch (error) {
        fallBackToBuiltIn(error)
      }
      let unused = firstReservation
      return {
        async reserve(amount) {
          const reservation = unused
          unused = undefined
          if (reservation !== undefined || firstReservation === undefined) return reservation
          return await reserve(payer, amount, 'further', requestId, deps).catch(fallBackToBuiltIn)
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
  payer: Payer,
  tokens: number,
  call: 'first' | 'further',
  requestId: string,
  deps: WalletDeps,
): Promise<Reservation | undefined> {
  const { database, now, log } = deps
  try {
    const expenses = await database.write((tx) => reserveAll(tx, expensesOf(payer, tokens, call, deps), now()))
    return {
      settle: (used) =>
        database
          .write(async (tx) => {
            for (const expense of expenses)
              if (expense.limit.key.includes('-tokens-')) await correctSpent(tx, expense, used)
          })
          .catch((error: unknown) => {
            log.error({ requestId, err: error }, 'unused tokens could not be returned to the wallet')
          }),
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    await reportOnce(error, deps)
    return undefined
  }
}

/** Always in the same order, with the most shared rows last, so that writes never deadlock. */
function expensesOf(
  { visitor, sender }: Payer,
  tokens: number,
  call: 'first' | 'further',
  { salt, limits }: WalletDeps,
): Expense[] {
  const owners = { visitor, address: limitedSender(sender), site: 'site' }
  return (['visitor', 'address', 'site'] as const).flatMap((scope) => {
    // A tab may send no visitor, or a new one each time: the address's limits still apply.
    if (owners[scope] === '') return []
    return limits.wallet[scope]
      .filter(({ what }) => what === 'tokens' || call === 'first')
      .map(({ what, max, windowMs }) => {
        const name = `chat-${scope}-${what}-${windowMs / minuteMs}min`
        return { limit: limitFor({ name, max, windowMs }, owners[scope], salt), amount: what === 'tokens' ? tokens : 1 }
      })
  })
}

async function reportOnce({ limit, endsAt }: LimitReached, { database, now, log }: WalletDeps): Promise<void> {
  const reportLimit = { key: `${limit.key}:reported`, max: 1, windowMs: Math.max(1, endsAt - now()) }
  const wasReported = (await database.write((tx) => countEach(tx, [reportLimit], now()))).length > 0
  const [name] = limit.key.split(':')
  if (!wasReported)
    log.warn({ limit: name, endsAt: new Date(endsAt) }, 'the chat’s wallet is spent: the built-in agent answers')
}
