import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { confirmationKind } from '../newsletter.email.ts'

const dayMs = 24 * 60 * 60_000

type Terms = {
  now: number
  /** How long a link to confirm can be used. */
  confirmWithinDays: number
  /** How long an entry is kept after its link has ended, or without a mail. */
  keepUnconfirmedDays: number
}

/** Deletes the entries that nobody has confirmed in time: each mail that asks for it starts the time anew. */
export async function deleteUnconfirmed(
  tx: Kysely<Tables>,
  { now, confirmWithinDays, keepUnconfirmedDays }: Terms,
): Promise<void> {
  const heldBefore = now - keepUnconfirmedDays * dayMs
  const askedBefore = heldBefore - confirmWithinDays * dayMs
  // Read once, and not for each entry: the outbox keeps every mail, and has no index of whom they went to.
  const asked = tx
    .selectFrom('outbox')
    .select(sql<string>`lower(to_address)`.as('address'))
    .where('kind', '=', confirmationKind)
    .where('created_at', '>', askedBefore)
  await tx
    .deleteFrom('subscribers')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'held'), eb('consent_at', '<=', heldBefore)]),
        eb.and([eb('state', '=', 'pending'), eb('consent_at', '<=', askedBefore), eb('email_key', 'not in', asked)]),
      ]),
    )
    .execute()
}
