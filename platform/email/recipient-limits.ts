import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { deleteLimit, type Limit, limitFor, limitKey } from '../limits/count-use.ts'
import { type Limits, mailboxLimitNames, type NamedLimit } from '../limits/limits.ts'
import { domainOf, mailboxKey } from './email-address.ts'

/** Share of the hourly limit for one domain of recipients: more than a studio needs, but no flood. */
const domainPart = 1 / 4
/** Share for posts that don't come from the page, so that a flood of them leaves the rest to people. */
export const barePart = 2 / 3

/** `spare`: how many are reserved for emails with a link that proves who owns the mailbox. */
type Needs = { limits: Limits; salt: string; spare?: number }

/** Ordered from the narrowest limit to the widest, as `countEach` requires. */
export function recipientLimits(ofKind: NamedLimit, room: NamedLimit, to: string, needs: Needs, max = 1): Limit[] {
  return [limitFor(ofKind, mailboxKey(to), needs.salt), mailboxLimit(to, needs), ...outboxLimits(room, to, needs, max)]
}

export function mailboxLimit(to: string, { limits: { emailsToMailbox }, salt, spare = 0 }: Needs): Limit {
  return limitFor({ ...emailsToMailbox, max: emailsToMailbox.max - spare }, mailboxKey(to), salt)
}

export function outboxLimits(room: NamedLimit, to: string, { salt }: Needs, max: number): Limit[] {
  const partOf = (whom: string, part: number) => limitFor({ ...room, max: Math.floor(part * room.max) }, whom, salt)
  return [partOf(domainOf(mailboxKey(to)), domainPart), partOf('all', max)]
}

/** Using a link in an email proves that the mailbox is theirs and that they wanted the email. */
export async function forgetMailboxUses(tx: Kysely<Tables>, email: string, salt: string): Promise<void> {
  for (const key of mailboxLimitKeys(email, salt)) await deleteLimit(tx, key)
}

/** Keys of everything that is counted for a mailbox. */
export function mailboxLimitKeys(email: string, salt: string): string[] {
  return mailboxLimitNames.map((name) => limitKey(name, mailboxKey(email), salt))
}
