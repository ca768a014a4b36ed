import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { emailKey } from '../../../lib/mail/email-key.ts'
import { deleteLimit } from '../../../server/limits/limits.ts'
import { deleteMailsTo } from '../../../server/mail/outbox.repository.ts'
import { deleteQueuedLetters, deleteSubscriber, suppress } from '../newsletter.repository.ts'
import { mailLimitKey } from '../newsletter-mails.ts'
import { suppressionHash } from '../suppression-hash.ts'

/**
 * Deletes a reader's subscription, the mails about it, letters that wait for their turn and the note that a mail was sent.
 * What stays is a hash that keeps a later import from writing to them, also when there was no subscription yet: who asks to
 * be forgotten asks not to be written to. Of letters that went out a row stays that counts and names nobody.
 * @returns how many subscriptions, and the mails whose files are to be removed
 */
export async function forgetReader(
  tx: Kysely<Tables>,
  email: string,
  { salt, now }: { salt: string; now: number },
): Promise<{ subscriptions: number; mailIds: string[] }> {
  const key = emailKey(email)
  // The reader before the letters and the limits, as whoever sends takes them: else PostgreSQL would end one of the two.
  const id = await deleteSubscriber(tx, key)
  if (id !== undefined) await deleteQueuedLetters(tx, id)
  await deleteLimit(tx, mailLimitKey(key, salt))
  await suppress(tx, { email_hash: suppressionHash(key, salt), reason: 'forgotten', created_at: now })
  return { subscriptions: id === undefined ? 0 : 1, mailIds: await deleteMailsTo(tx, key) }
}
