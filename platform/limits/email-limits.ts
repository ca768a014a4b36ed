import { getDomain } from 'tldts-icann'
import type { Db } from '../../migrations/tables.ts'
import { domainOf, mailboxKey } from '../email/address.ts'
import { deleteLimit } from './limit-rows.ts'
import { type EmailLimit, type Limits, mailboxLimitNames, type NamedLimit } from './limits.ts'
import { type Limit, limitFor, limitKey, visitorLimits } from './sender-limits.ts'

/** `spare`: how many uses are reserved for emails whose link verifies the mailbox. */
type Needs = { limits: Limits; salt: string; spare?: number }

type Recipient = {
  to: string
  sender: string
  /** The limit per mailbox for this kind of email, if it has its own. */
  ofKind?: NamedLimit
  isCredible?: boolean
}

/** Part of everyone's limit for submissions not sent by the page's script. Bots can't use up the rest. */
const barePostShare = 2 / 3

/** Returns the limits for an email to an unconfirmed address: sender, network, mailbox, domain, everyone. */
export function emailLimits(limit: EmailLimit, recipient: Recipient, needs: Needs): Limit[] {
  const { to, sender, ofKind, isCredible = true } = recipient
  const everyone = Math.floor(limit.everyone * (isCredible ? 1 : barePostShare))
  const [ofAddress, ofNetwork, ofEveryone] = visitorLimits({ ...limit, everyone }, sender, needs.salt)
  const mailbox = mailboxKey(to)
  const ofMailbox = ofKind === undefined ? [] : [limitFor(ofKind, mailbox, needs.salt)]
  const perDomain = { name: `${limit.name}-domain`, max: limit.domain, windowMs: limit.windowMs }
  const ofDomain = limitFor(perDomain, registeredDomain(to), needs.salt)
  return [ofAddress, ofNetwork, ...ofMailbox, mailboxLimit(to, needs), ofDomain, ofEveryone]
}

/** `example.co.uk` for `a.example.co.uk`: a domain's owner can invent any subdomain (publicsuffix.org). */
export function registeredDomain(email: string): string {
  const domain = domainOf(mailboxKey(email))
  return getDomain(domain) ?? domain
}

export function mailboxLimit(to: string, { limits: { emailsToMailbox }, salt, spare = 0 }: Needs): Limit {
  return limitFor({ ...emailsToMailbox, max: emailsToMailbox.max - spare }, mailboxKey(to), salt)
}

/** Call this when someone uses a link in an email: the mailbox is theirs, and they wanted the email. */
export async function forgetMailboxUses(tx: Db, email: string, salt: string): Promise<void> {
  for (const key of mailboxLimitKeys(email, salt)) await deleteLimit(tx, key)
}

export function mailboxLimitKeys(email: string, salt: string): string[] {
  return mailboxLimitNames.map((name) => limitKey(name, mailboxKey(email), salt))
}
