import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { deleteLimit, type Limit, limitFor, limitKey } from '../limits/count-use.ts'
import { type Limits, mailboxLimitNames, type NamedLimit } from '../limits/limits.ts'
import { domainOf, mailboxKey } from './email-address.ts'

/** Of the room, for one domain of recipients: far more than a studio's honest mail, and no company's flood. */
const domainPart = 1 / 4
/** Of the room, for posts without the page's marks: a flood of these leaves the rest to people. */
export const barePart = 2 / 3

/** `spare`: how many of a mailbox's are left to emails with a link, by which its owner can prove that it is theirs. */
type Needs = { limits: Limits; salt: string; spare?: number }

/** Each row after those that fewer mails share, as `countEach` asks for. */
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

/** Whoever used a link in an email has proved that the mailbox is theirs, and what came was asked for. */
export async function forgetMailboxUses(tx: Kysely<Tables>, email: string, salt: string): Promise<void> {
  for (const key of mailboxLimitKeys(email, salt)) await deleteLimit(tx, key)
}

/** Of all that is counted for a mailbox. */
export function mailboxLimitKeys(email: string, salt: string): string[] {
  return mailboxLimitNames.map((name) => limitKey(name, mailboxKey(email), salt))
}
