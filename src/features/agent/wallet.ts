import type { Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { limitedSender } from '../../lib/net/ip-network.ts'
import type { Database } from '../../server/db/database.ts'
import {
  correctSpent,
  countOrUndo,
  countUse,
  type Limit,
  type Limited,
  LimitReached,
  limitKey,
  type Spent,
  spendOrUndo,
  unlessLimited,
} from '../../server/limits/limits.ts'
import type { Log } from '../../server/log.ts'
import { builtInLimit, type WalletLimits, walletLimits } from '../limits.ts'

/** Whom a message counts for. `visitor` is what the tab says of itself, '' where it says nothing; `sender` an IP address. */
export type Payer = { visitor: string; sender: string }

/** Tokens that were taken out before a call. */
export type Reservation = {
  /** Counts what the call really took. To be called once, however it ended. @throws StorageError */
  settle: (tokens: number) => Promise<void>
}

export type Wallet = {
  /**
   * Takes out what a call may cost at most, before it is made; the message itself is counted with its first call.
   * @returns undefined when a limit is reached: nothing is counted then, and the built-in agent answers
   * @throws StorageError
   */
  reserve: (payer: Payer, tokens: number, call: 'first' | 'further') => Promise<Reservation | undefined>
  /** Counts a message that only the built-in agent answers. @throws StorageError */
  admit: (payer: Payer) => Promise<{ outcome: 'admitted' } | Limited>
}

export type WalletDeps = {
  database: Database
  now: () => number
  /** The database's own secret: visitors and addresses are kept as keyed hashes. */
  salt: string
  log: Log
  limits?: WalletLimits
}

type Expense = { limit: Limit; amount: number }

/** What talks may cost, counted in the database: hard, also among several processes, and over a restart. */
export function createWallet(deps: WalletDeps): Wallet {
  const { database, now } = deps
  return {
    async reserve(payer, tokens, call) {
      const expenses = expensesOf(payer, tokens, call, deps)
      try {
        const spent = await database.write((tx) => spendOrUndo(tx, expenses, now()))
        return { settle: (used) => database.write((tx) => settleAll(tx, spent, used)) }
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error
        await tellOnce(error, deps)
        return undefined
      }
    },
    async admit({ sender }) {
      const limit = { key: limitKey('chat', limitedSender(sender), deps.salt), ...builtInLimit }
      const write = database.write(async (tx) => {
        await countOrUndo(tx, limit, now())
        return { outcome: 'admitted' } as const
      })
      return await unlessLimited(write, now())
    },
  }
}

/** In one order for everybody, the most shared rows last: so two writes never wait for each other. */
function expensesOf(
  { visitor, sender }: Payer,
  tokens: number,
  call: 'first' | 'further',
  { salt, limits = walletLimits }: WalletDeps,
): Expense[] {
  const whom = { visitor, address: limitedSender(sender), site: 'site' }
  return (['visitor', 'address', 'site'] as const).flatMap((scope) => {
    // A tab may leave out what it is, or invent it anew: the address's own limits stand behind it.
    if (whom[scope] === '') return []
    return limits[scope]
      .filter(({ what }) => what === 'tokens' || call === 'first')
      .map(({ what, max, windowMs }) => {
        const key = limitKey(`chat-${scope}-${what}-${windowMs / 60_000}min`, whom[scope], salt)
        return { limit: { key, max, windowMs }, amount: what === 'tokens' ? tokens : 1 }
      })
  })
}

async function settleAll(tx: Kysely<Tables>, spent: readonly Spent[], tokens: number): Promise<void> {
  for (const each of spent) if (each.key.includes('-tokens-')) await correctSpent(tx, each, tokens)
}

/** Once a window, however many messages come in it, and however many processes answer them. */
async function tellOnce({ limit, endsAt }: LimitReached, { database, now, log }: WalletDeps): Promise<void> {
  const told = { key: `${limit.key}:told`, max: 1, windowMs: Math.max(1, endsAt - now()) }
  const isTold = (await database.write((tx) => countUse(tx, told, now()))) !== undefined
  const [name] = limit.key.split(':')
  if (!isTold)
    log.warn({ limit: name, endsAt: new Date(endsAt) }, 'the chat’s wallet is spent: the built-in agent answers')
}
