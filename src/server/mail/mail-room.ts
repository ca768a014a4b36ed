import { domainOf, mailboxKey } from '../../lib/mail/mail-address.ts'
import { limits } from '../../limits.ts'
import { type Limit, limitFor, limitKey } from '../limits/count-use.ts'

const hourMs = 60 * 60_000

export type MailRoom = { name: string; mostInAnHour: number }

/** Of the room, for one domain of recipients: far more than a studio's honest mail, and no company's flood. */
const domainPart = 1 / 4

/** Each row after those that fewer mails share, as `countEach` asks for. */
export function strangerLimits(room: MailRoom, to: string, salt: string, most = 1): Limit[] {
  const { name, mostInAnHour } = room
  const inAnHour = (whom: string, part: number) =>
    limitFor({ name, max: Math.floor(part * mostInAnHour), windowMs: hourMs }, whom, salt)
  return [
    limitFor(limits.mailsToMailbox, mailboxKey(to), salt),
    inAnHour(domainOf(mailboxKey(to)), domainPart),
    inAnHour('all', most),
  ]
}

export function mailboxLimitKey(email: string, salt: string): string {
  return limitKey(limits.mailsToMailbox.name, mailboxKey(email), salt)
}
