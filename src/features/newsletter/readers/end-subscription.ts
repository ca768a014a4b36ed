import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { setGone, suppress } from '../newsletter.repository.ts'
import { suppressionHash } from '../suppression-hash.ts'

/**
 * Ends what a mail server's answer or a report says is in vain, and keeps it ended over an import. It counts as leaving,
 * for whoever asks when.
 * @returns false when there was nothing to end (any more)
 */
export async function endSubscription(
  tx: Kysely<Tables>,
  id: string,
  state: 'bounced' | 'complained',
  { salt, now }: { salt: string; now: number },
): Promise<boolean> {
  const emailKey = await setGone(tx, id, state, now)
  if (emailKey === undefined) return false
  await suppress(tx, { email_hash: suppressionHash(emailKey, salt), reason: state, created_at: now })
  return true
}
