import type { Kysely } from 'kysely'
import type { SubscriberState, Tables } from '../../../migrations/tables.ts'
import { emailKey } from '../../lib/mail/email-key.ts'
import { deleteLimit, readLimit } from '../../server/limits/limits.ts'
import { deleteMailsTo } from '../../server/mail/outbox.repository.ts'
import { deleteQueuedLetters } from './issue/issue-mail.repository.ts'
import { alreadySubscribedKind, confirmationKind } from './newsletter.email.ts'
import { countReaders, deleteSubscriber, findSubscriber, setBounced, suppress, suppressionHash } from './newsletter.repository.ts'
import { dropWaitingMails, mailLimitKey } from './newsletter-mails.ts'

/**
 * Takes a reader off the list, with the mails about it that wait. What stays is a hash that keeps an import from bringing
 * them back; whoever signs up and confirms anew is a reader again.
 */
export async function removeReader(
  tx: Kysely<Tables>,
  email: string,
  { salt, now }: { salt: string; now: number },
): Promise<boolean> {
  const key = emailKey(email)
  if ((await deleteSubscriber(tx, key)) === undefined) return false
  await dropWaitingMails(tx, salt, key, [confirmationKind, alreadySubscribedKind])
  await suppress(tx, key, 'removed', { salt, now })
  return true
}

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
  await suppress(tx, key, 'forgotten', { salt, now })
  return { subscriptions: id === undefined ? 0 : 1, mailIds: await deleteMailsTo(tx, key) }
}

/**
 * Ends what a mail server's answer says is in vain, and keeps it ended over an import. It counts as leaving, for whoever
 * asks when.
 */
export async function endSubscription(
  tx: Kysely<Tables>,
  id: string,
  { salt, now }: { salt: string; now: number },
): Promise<void> {
  const key = await setBounced(tx, id, now)
  if (key !== undefined) await suppress(tx, key, 'bounced', { salt, now })
}

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

export type ReadersAtAGlance = {
  states: Partial<Record<SubscriberState, number>>
  /** Who came and who left since these times; who confirmed and left counts in both. */
  changes: { gained: number; lost: number }[]
}

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
