import { getDomain } from 'tldts-icann'
import type { Db } from '../../migrations/tables.ts'
import { domainOf, mailboxKey } from '../email/address.ts'
import { deleteLimit } from './limit-rows.ts'
import { type EmailLimit, type Limits, mailboxLimitNames, type NamedLimit } from './limits.ts'
import { type Limit, limitFor, limitKey, visitorLimits } from './sender-limits.ts'

/** `reservedUses`: how many of the mailbox's uses are reserved for emails with a verification link. */
type MailboxOptions = { limits: Limits; salt: string; reservedUses?: number }

type Recipient = {
  to: string
  sender: string
  /** The limit per mailbox for this kind of email, if there is one. */
  kindLimit?: NamedLimit
  isCredible?: boolean
}

/** Fraction of the total limit available to submissions without the page's script, so bots can't use up the rest. */
const noScriptShare = 2 / 3

/** Lists the limits for an email to an unverified address: by sender, network, mailbox, domain, and in total. */
export function emailLimits(limit: EmailLimit, recipient: Recipient, options: MailboxOptions): Limit[] {
  const { to, sender, kindLimit, isCredible = true } = recipient
  const { salt } = options
  const everyoneMax = isCredible ? limit.everyone : Math.floor(limit.everyone * noScriptShare)
  const { address, network, everyone } = visitorLimits({ ...limit, everyone: everyoneMax }, sender, salt)
  const domainLimit = { name: `${limit.name}-domain`, max: limit.domain, windowMs: limit.windowMs }
  const domain = limitFor(domainLimit, registeredDomain(to), salt)
  const kind = kindLimit === undefined ? [] : [limitFor(kindLimit, mailboxKey(to), salt)]
  return [address, network, ...kind, mailboxLimit(to, options), domain, everyone]
}

/** `example.co.uk` for `a.example.co.uk`: a domain's owner can make up any subdomain (publicsuffix.org). */
export function registeredDomain(email: string): string {
  const domain = domainOf(mailboxKey(email))
  return getDomain(domain) ?? domain
}

export function mailboxLimit(to: string, { limits, salt, reservedUses = 0 }: MailboxOptions): Limit {
  const { emailsToMailbox } = limits
  return limitFor({ ...emailsToMailbox, max: emailsToMailbox.max - reservedUses }, mailboxKey(to), salt)
}

/** Resets a mailbox's limits once someone has used an email's link: the mailbox is theirs, and they wanted the email. */
export async function forgetMailboxUses(tx: Db, email: string, salt: string): Promise<void> {
  for (const key of mailboxLimitKeys(email, salt)) await deleteLimit(tx, key)
}

export function mailboxLimitKeys(email: string, salt: string): string[] {
  return mailboxLimitNames.map((name) => limitKey(name, mailboxKey(email), salt))
}
