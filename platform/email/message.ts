import { createHash } from 'node:crypto'
import EmailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { type EmailAddress, toAsciiAddress } from './email-address.ts'
import type { Email } from './mailer.ts'

/** Every line ends in CRLF and has at most 998 characters of ASCII (RFC 5322). */
export type ComposedEmail = { envelope: { from: string; to: string }; bytes: Buffer }

/** Gives the same bytes on every attempt. Addresses stay in parts, because a parsed string could name more recipients. */
export async function composeEmail(email: Email): Promise<ComposedEmail> {
  const [from, to] = [inAscii(email.from), inAscii(email.to)]
  const node = new EmailComposer({
    from,
    to,
    ...(email.replyTo && { replyTo: inAscii(email.replyTo) }),
    subject: safeSubject(email.subject),
    text: withPlainLineEnds(email.text),
    ...(email.html !== undefined && { html: withPlainLineEnds(email.html) }),
    ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'call.ics' } }),
    messageId: email.messageId,
    headers: onOneLine(email.headers),
    date: new Date(email.createdAt),
    newline: 'windows',
    baseBoundary: createHash('sha256').update(email.messageId).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: { from: from.address, to: to.address }, bytes: await node.build() }
}

/** A folded List-Unsubscribe fails the signature check of some receivers (nodemailer, issue 1654). */
function onOneLine(headers: Record<string, string>): Record<string, { prepared: boolean; value: string }> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => {
      const value = text.replaceAll(/\p{Cc}/gu, '')
      return [name, { prepared: /^[ -~]*$/.test(value), value }]
    }),
  )
}

/** nodemailer doesn't encode ASCII, not even words too long for a line or words that look encoded. */
function safeSubject(subject: string): string {
  return /[!-~]{200}|=\?/.test(subject) ? encodeWord(subject.replaceAll(/\p{Cc}+/gu, ' '), 'B', 52) : subject
}

/** A lone carriage return would be changed on the way, after signing. */
function withPlainLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

function inAscii({ name, address }: EmailAddress): EmailAddress {
  const ascii = toAsciiAddress(address)
  if (ascii === undefined) throw new Error('a stored address cannot be sent to')
  return { name, address: ascii }
}

/** A server may name the mailbox without its domain: `User ada.lovelace unknown`. Shorter names could be any word. */
export function withoutMailbox(answer: string, address: string): string {
  const mailbox = address.slice(0, address.lastIndexOf('@'))
  if (mailbox.length < 4) return answer
  const words = new RegExp(`(?<![A-Za-z0-9])${mailbox.replaceAll(/[\W_]/g, '\\$&')}(?![A-Za-z0-9])`, 'gi')
  return answer.replaceAll(words, '(mailbox)')
}

/** For storing and logging: one line of at most 300 characters, without addresses. */
export function withoutAddresses(text: string): string {
  const line = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[^\s<>"'`:;,()[\]]+@[^\s<>"'`:;,()[\]]+/g, '(address)')
    .replaceAll(/[^\s<>"'`:;,()[\]/?#=&]+(?:%(?:25)*40|&#(?:64|x40);)[^\s<>"'`:;,()[\]/?#=&]+/gi, '(address)')
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}
