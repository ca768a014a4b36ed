import { getDomain } from 'tldts-icann'
import type { Db } from '../../migrations/tables.ts'
import { domainOf, mailboxKey } from '../email/email-address.ts'
import { deleteLimit, type Limit, limitFor, limitKey, visitorLimits } from './count-use.ts'
import { type EmailLimit, type Limits, mailboxLimitNames, type NamedLimit } from './limits.ts'

/** `spare`: how many uses are reserved for emails whose link proves who owns the mailbox. */
type Needs = { limits: Limits; salt: string; spare?: number }

type Recipient = {
  to: string
  sender: string
  /** The kind's limit per mailbox, if it has its own. */
  ofKind?: NamedLimit
  isCredible?: boolean
}

/** Posts that the page's script didn't send get this part of everyone's limit, so a flood leaves the rest to people. */
const barePostShare = 2 / 3

/** The limits of an email to an unconfirmed address: sender, network, mailbox, domain, and everyone, in this order. */
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

/** Whoever owns a domain owns all names below it, so `a.example.co.uk` is `example.co.uk` (publicsuffix.org). */
export function registeredDomain(email: string): string {
  const domain = domainOf(mailboxKey(email))
  return getDomain(domain) ?? domain
}

export function mailboxLimit(to: string, { limits: { emailsToMailbox }, salt, spare = 0 }: Needs): Limit {
  return limitFor({ ...emailsToMailbox, max: emailsToMailbox.max - spare }, mailboxKey(to), salt)
}

/** Using a link in an email proves that the person owns the mailbox and wanted the email. */
export async function forgetMailboxUses(tx: Db, email: string, salt: string): Promise<void> {
  for (const key of mailboxLimitKeys(email, salt)) await deleteLimit(tx, key)
}

export function mailboxLimitKeys(email: string, salt: string): string[] {
  return mailboxLimitNames.map((name) => limitKey(name, mailboxKey(email), salt))
}
