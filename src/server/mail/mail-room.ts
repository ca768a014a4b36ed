import { domainOf, mailboxKey } from '../../lib/mail/mail-address.ts'
import { defaultLimits, type Limits, type NamedLimit } from '../../limits.ts'
import { type Limit, limitFor, limitKey } from '../limits/count-use.ts'

/** Of the room, for one domain of recipients: far more than a studio's honest mail, and no company's flood. */
const domainPart = 1 / 4

/** Each row after those that fewer mails share, as `countEach` asks for. */
export function strangerLimits(
  room: NamedLimit,
  to: string,
  { limits, salt }: { limits: Limits; salt: string },
  most = 1,
): Limit[] {
  const partOf = (whom: string, part: number) => limitFor({ ...room, max: Math.floor(part * room.max) }, whom, salt)
  return [
    limitFor(limits.mailsToMailbox, mailboxKey(to), salt),
    partOf(domainOf(mailboxKey(to)), domainPart),
    partOf('all', most),
  ]
}

export function mailboxLimitKey(email: string, salt: string): string {
  return limitKey(defaultLimits.mailsToMailbox.name, mailboxKey(email), salt)
}
