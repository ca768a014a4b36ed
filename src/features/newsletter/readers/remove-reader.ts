import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { emailKey } from '../../../lib/mail/email-key.ts'
import { alreadySubscribedKind, confirmationKind } from '../newsletter.email.ts'
import { deleteSubscriber, suppress } from '../newsletter.repository.ts'
import { dropWaitingMails } from '../newsletter-mails.ts'
import { suppressionHash } from '../suppression-hash.ts'

/**
 * Takes a reader off the list, with the mails about it that wait. What stays is a hash that keeps an import from bringing
 * them back; whoever signs up and confirms anew is a reader again.
 * @returns whether there was one
 */
export async function removeReader(
  tx: Kysely<Tables>,
  email: string,
  { salt, now }: { salt: string; now: number },
): Promise<boolean> {
  const key = emailKey(email)
  if ((await deleteSubscriber(tx, key)) === undefined) return false
  await dropWaitingMails(tx, salt, key, [confirmationKind, alreadySubscribedKind])
  await suppress(tx, { email_hash: suppressionHash(key, salt), reason: 'removed', created_at: now })
  return true
}
