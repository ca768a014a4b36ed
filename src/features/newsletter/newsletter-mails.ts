import type { Kysely } from 'kysely'
import type { SubscriberRow, Tables } from '../../../migrations/tables.ts'
import { countEach, deleteLimit, type Limit, limitKey } from '../../server/limits/limits.ts'
import { type MailRoom, mailboxLimitKey, mailboxPauseMs, strangerLimits } from '../../server/mail/mail-room.ts'
import { deleteWaitingMails, enqueue } from '../../server/mail/outbox.repository.ts'
import { alreadySubscribedMail, confirmationMail, type NewsletterMailSettings } from './newsletter.email.ts'
import { putWaiting, takeWaiting } from './newsletter.repository.ts'
import { confirmLink, type LinkSettings, unsubscribeLink } from './newsletter-links.ts'

/** More than a studio's best day needs: mails to strangers cost a mail server its good name. */
export const newsletterRoom: MailRoom = { name: 'newsletter-mails', mostInAnHour: 120 }
/** The part of the room for posts without the page's marks: a flood of these leaves the rest to people. */
const barePart = 2 / 3
/** Per network: five that forge the marks leave room to the others. */
export const networkRate = { max: 20, windowMs: 60 * 60_000 } as const

export type NewsletterMailDeps = { salt: string; links: LinkSettings; mail: NewsletterMailSettings }

export type MailWish = { network: string | null; isCredible: boolean }

/**
 * Has the mail sent that this subscription needs: at once where there is room, else as soon as there is. The subscription
 * must be locked, or PostgreSQL would end one of two such writes.
 * @returns `again` when this address has had its mail today, or one waited for it already
 */
export async function askForMail(
  tx: Kysely<Tables>,
  deps: NewsletterMailDeps,
  subscriber: Pick<SubscriberRow, 'id' | 'email' | 'email_key' | 'state'>,
  { network, isCredible }: MailWish,
  now: number,
): Promise<'sent' | 'waits' | 'again'> {
  const waited = await takeWaiting(tx, subscriber.id)
  const wish = { network, isCredible: isCredible || waited?.is_credible === 1 }
  const own = mailLimitKey(subscriber.email_key, deps.salt)
  const reached = await countEach(tx, limitsOf(subscriber, own, wish, deps.salt), now)
  if (reached.length === 0) await enqueue(tx, mailFor(subscriber, deps, now), now)
  else if (reached.some(({ limit }) => limit.key === own)) return 'again'
  else {
    await putWaiting(tx, {
      subscriber_id: subscriber.id,
      network,
      is_credible: wish.isCredible ? 1 : 0,
      wanted_at: waited?.wanted_at ?? now,
      due_at: Math.max(...reached.map(({ endsAt }) => endsAt)),
    })
  }
  if (waited !== undefined) return 'again'
  return reached.length === 0 ? 'sent' : 'waits'
}

function limitsOf(
  { email_key }: Pick<SubscriberRow, 'email_key'>,
  own: string,
  { network, isCredible }: MailWish,
  salt: string,
): Limit[] {
  return [
    { key: own, max: 1, windowMs: mailboxPauseMs },
    { key: limitKey('newsletter-network', network ?? 'unknown', salt), ...networkRate },
    ...strangerLimits(newsletterRoom, email_key, salt, isCredible ? 1 : barePart),
  ]
}

function mailFor(
  { id, email, state }: Pick<SubscriberRow, 'id' | 'email' | 'state'>,
  { links, mail }: NewsletterMailDeps,
  now: number,
) {
  return state === 'confirmed'
    ? alreadySubscribedMail(email, unsubscribeLink(links, id), mail)
    : confirmationMail(email, confirmLink(links, id, now), mail)
}

/** Mails that are no longer true; the address may then have another one on the same day. */
export async function dropWaitingMails(
  tx: Kysely<Tables>,
  salt: string,
  emailKey: string,
  kinds: readonly string[],
): Promise<void> {
  const dropped = await deleteWaitingMails(tx, emailKey, kinds)
  if (dropped === 0) return
  await deleteLimit(tx, mailLimitKey(emailKey, salt))
  await deleteLimit(tx, mailboxLimitKey(emailKey, salt))
}

export function mailLimitKey(emailKey: string, salt: string): string {
  return limitKey('newsletter-mail', emailKey, salt)
}
