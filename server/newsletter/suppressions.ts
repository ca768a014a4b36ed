import type { Db, SuppressionRow } from '../../migrations/tables.ts'
import { keyedHash } from '../../platform/signing.ts'

/** `salt`: for the suppressed address's hash. `now`: the time of the suppression (epoch ms). */
export type SaltAndTime = { salt: string; now: number }

/** Keeps imports from adding an address. An earlier reason stays. */
export async function suppress(tx: Db, emailKey: string, reason: SuppressionRow['reason'], { salt, now }: SaltAndTime) {
  await tx
    .insertInto('suppressions')
    .values({ email_hash: suppressionHash(emailKey, salt), reason, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lets imports add an address again, once its owner has confirmed. */
export async function liftSuppression(tx: Db, emailKey: string, salt: string): Promise<void> {
  await tx.deleteFrom('suppressions').where('email_hash', '=', suppressionHash(emailKey, salt)).execute()
}

/** Finds the suppressed hashes in a list. */
export async function findSuppressed(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db.selectFrom('suppressions').select('email_hash').where('email_hash', 'in', hashes).execute()
  return new Set(rows.map(({ email_hash }) => email_hash))
}

/** Hashes a suppressed address. The site can look up an address in the table, but the table doesn't reveal any. */
export function suppressionHash(emailKey: string, salt: string): string {
  return keyedHash(salt, `suppressed\n${emailKey}`)
}

/** Finds an address's suppression: its reason and start (epoch ms). */
export async function findSuppression(db: Db, emailKey: string, salt: string) {
  const suppressions = db.selectFrom('suppressions').select(['reason', 'created_at as since'])
  return await suppressions.where('email_hash', '=', suppressionHash(emailKey, salt)).executeTakeFirst()
}
