import type { SendMailOptions } from 'nodemailer'
import { type MailAddress, toAsciiAddress } from '../lib/mail-address.ts'
import type { Mail } from './mailer.ts'

/** The mail in nodemailer's words. Addresses stay in parts: a string would be parsed, and could name further recipients. */
export function toMessage(mail: Mail): SendMailOptions {
  return {
    from: inAscii(mail.from),
    to: inAscii(mail.to),
    ...(mail.replyTo && { replyTo: inAscii(mail.replyTo) }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    messageId: mail.messageId,
    headers: onOneLine(mail.headers),
    date: new Date(mail.createdAt),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * The headers of this program's own making, each on one line however long it is: a List-Unsubscribe that is folded fails
 * the signature check of some receivers (nodemailer, issue 1654).
 */
function onOneLine(headers: Record<string, string>): Record<string, { prepared: true; value: string }> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { prepared: true, value: value.replaceAll(/\p{Cc}/gu, '') }]),
  )
}

function inAscii({ name, address }: MailAddress): MailAddress {
  const ascii = toAsciiAddress(address)
  if (ascii === undefined) throw new Error('a stored address cannot be sent to')
  return { name, address: ascii }
}

/** What a server or a driver said, fit to be kept and logged: one line, no addresses, not longer than 300 characters. */
export function withoutAddresses(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[^\s<>"'`:;,()[\]]+@[^\s<>"'`:;,()[\]]+/g, '(address)')
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}
