import type { Kysely } from 'kysely'
import { countOrUndo, countUse, deleteLimit, limitKey, requireRoom } from '../../server/limits.ts'
import { deleteWaitingMails, enqueue } from '../../server/mail/outbox.repository.ts'
import type { SubscriberRow, Tables } from '../../server/tables.ts'
import { alreadySubscribedMail, confirmationMail, type NewsletterMailSettings } from './newsletter.email.ts'
import { confirmLink, type LinkSettings, unsubscribeLink } from './newsletter-links.ts'

const hourMs = 60 * 60_000

/**
 * For all addresses together. A studio wins a few readers an hour on its best day; what comes faster is somebody who has
 * the site write to strangers, and a mail server's good name is lost with some hundreds of such mails.
 */
export const mailCap = { max: 100, windowMs: hourMs } as const
const mailRate = { max: 1, windowMs: 24 * hourMs }

export type NewsletterMailDeps = { salt: string; links: LinkSettings; mail: NewsletterMailSettings }

/**
 * Counts a mail to this address, one a day at most.
 * @returns whether it may be sent
 * @throws LimitReached at the cap, whether or not this address has had its mail: that must not be told from the answer
 */
export async function countMail(
  tx: Kysely<Tables>,
  { salt }: NewsletterMailDeps,
  emailKey: string,
  now: number,
): Promise<boolean> {
  const cap = { key: limitKey('newsletter-mails', 'all', salt), ...mailCap }
  const hadOne = (await countUse(tx, { key: mailLimitKey(emailKey, salt), ...mailRate }, now)) !== undefined
  await (hadOne ? requireRoom(tx, cap, now) : countOrUndo(tx, cap, now))
  return !hadOne
}

/** Drops mails that are no longer true before they are sent; the address may then have another one on the same day. */
export async function dropWaitingMails(
  tx: Kysely<Tables>,
  salt: string,
  emailKey: string,
  kinds: readonly string[],
): Promise<void> {
  const dropped = await deleteWaitingMails(tx, emailKey, kinds)
  if (dropped > 0) await deleteLimit(tx, mailLimitKey(emailKey, salt))
}

export function mailLimitKey(emailKey: string, salt: string): string {
  return limitKey('newsletter-mail', emailKey, salt)
}

/** Asks for a confirmation; a reader who has confirmed is told so instead. */
export async function enqueueMail(
  tx: Kysely<Tables>,
  { links, mail }: NewsletterMailDeps,
  { id, email, state }: Pick<SubscriberRow, 'id' | 'email' | 'state'>,
  now: number,
): Promise<void> {
  const letter =
    state === 'confirmed'
      ? alreadySubscribedMail(email, unsubscribeLink(links, id), mail)
      : confirmationMail(email, confirmLink(links, id, now), mail)
  await enqueue(tx, letter, now)
}
