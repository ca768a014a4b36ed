import type { Kysely } from 'kysely'
import type { SubscriberState, Tables } from '../../../../migrations/tables.ts'
import { countReaders } from './reader-list.repository.ts'

export type ReadersAtAGlance = {
  states: Partial<Record<SubscriberState, number>>
  /** Who came and who left since these times; who confirmed and left counts in both. */
  changes: { gained: number; lost: number }[]
}

/** @param since times, the changes after which are asked for */
export async function readersAtAGlance(db: Kysely<Tables>, since: readonly number[]): Promise<ReadersAtAGlance> {
  const changes = since.map(async (from) => {
    const gained = await db
      .selectFrom('subscribers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('confirmed_at', '>=', from)
      .executeTakeFirstOrThrow()
    // Of whoever leaves, by whatever way, an entry of this table tells when; a person may be erased who never read a letter.
    const lost = await db
      .selectFrom('suppressions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('created_at', '>=', from)
      .where('reason', '!=', 'forgotten')
      .executeTakeFirstOrThrow()
    return { gained: gained.count, lost: lost.count }
  })
  return {
    states: await countReaders(db),
    changes: await Promise.all(changes),
  }
}
