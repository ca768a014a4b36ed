import { StorageError } from '../../server/db/database.ts'
import type { Limited } from '../../server/limits/limits.ts'
import type { Log } from '../../server/log.ts'
import type { Payer, Reservation, Wallet } from './wallet.ts'

/** What one message may spend. */
export type Payment = {
  /** Of the first call the tokens are taken out already. @returns undefined where the wallet is spent. @throws StorageError */
  reserve: (tokens: number) => Promise<Reservation | undefined>
  /** Gives back what was taken out for a call that was never made. */
  release: () => Promise<void>
}

/**
 * Counts a message before its answer begins, as long as it can still be refused, and takes out what its first call may
 * cost. A wallet that cannot be read is a spent one: nothing that costs is asked, and the built-in agent answers.
 * @param tokens 0 where the first call costs nothing
 */
export async function openPayment(
  payer: Payer,
  tokens: number,
  requestId: string,
  { wallet, log }: { wallet: Wallet; log: Log },
): Promise<Payment | Limited> {
  try {
    const first = tokens > 0 ? await wallet.reserve(payer, tokens, 'first') : undefined
    if (first !== undefined) return paid(first, (amount) => wallet.reserve(payer, amount, 'further'))
    const admission = await wallet.admit(payer)
    if (admission.outcome === 'limited') return admission
    return unpaid(tokens > 0 ? async () => undefined : (amount) => wallet.reserve(payer, amount, 'first'))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    log.error({ requestId, err: error }, 'the wallet cannot be read: the built-in agent answers')
    return unpaid(async () => undefined)
  }
}

function paid(first: Reservation, further: Payment['reserve']): Payment {
  let unused: Reservation | undefined = first
  return {
    reserve: async (tokens) => {
      const reservation = unused ?? (await further(tokens))
      unused = undefined
      return reservation
    },
    release: async () => {
      await unused?.settle(0)
      unused = undefined
    },
  }
}

function unpaid(reserve: Payment['reserve']): Payment {
  return { reserve, release: async () => undefined }
}
