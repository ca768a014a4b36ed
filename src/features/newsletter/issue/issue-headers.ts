import type { Studio } from '../../../content/studio.ts'
import { toAsciiAddress } from '../../../lib/mail/mail-address.ts'
import { unsubscribeHeaders } from '../newsletter-links.ts'

/**
 * What a letter to the list carries beside sender and subject; all of it has to be signed. List-Id and List-Unsubscribe keep
 * vacation notices away (RFC 5230, 4.6), X-Auto-Response-Suppress those of Exchange. `Auto-Submitted` is left out: a letter
 * is written by a person, and can be answered.
 * @param unsubscribeLink of one reader
 */
export function issueHeaders(unsubscribeLink: string, { name, email }: Pick<Studio, 'name' | 'email'>) {
  return {
    ...unsubscribeHeaders(unsubscribeLink),
    'List-Id': listId(name, email),
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  }
}

/** RFC 2919: a name of the list within a domain of the sender's, and what to call it. A name beyond ASCII is left out. */
function listId(name: string, email: string): string {
  const domain = (toAsciiAddress(email) ?? email).replace(/^.*@/, '')
  const phrase = /^[\x20-\x7e]+$/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" ` : ''
  return `${phrase}<newsletter.${domain}>`
}
