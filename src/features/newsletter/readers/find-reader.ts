import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { readLimit } from '../../../server/limits/limits.ts'
import { findSubscriber } from '../newsletter.repository.ts'
import { mailLimitKey } from '../newsletter-mails.ts'
import { suppressionHash } from '../suppression-hash.ts'

/** Everything that is kept of an address as a reader's, or of one that must be none. */
export async function findReader(db: Kysely<Tables>, emailKey: string, salt: string) {
  const subscriber = await findSubscriber(db, { email_key: emailKey })
  const letters = db
    .selectFrom('issue_mails')
    .selectAll()
    .where('subscriber_id', '=', subscriber?.id ?? '')
    .orderBy('issue')
  const waiting = db
    .selectFrom('waiting_mails')
    .selectAll()
    .where('subscriber_id', '=', subscriber?.id ?? '')
  const suppression = db
    .selectFrom('suppressions')
    .selectAll()
    .where('email_hash', '=', suppressionHash(emailKey, salt))
  return {
    subscriber,
    waitingMail: await waiting.executeTakeFirst(),
    letters: await letters.execute(),
    suppression: (await suppression.executeTakeFirst()) ?? null,
    mailLimit: await readLimit(db, mailLimitKey(emailKey, salt)),
  }
}
