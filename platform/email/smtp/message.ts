import { createHash } from 'node:crypto'
import EmailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { type EmailAddress, toAsciiAddress } from '../address.ts'

export type Email = {
  id: string
  from: EmailAddress
  to: EmailAddress
  replyTo: EmailAddress | undefined
  subject: string
  text: string
  html: string | undefined
  calendar?: CalendarPart | undefined
  messageId: string
  headers: Record<string, string>
  /** In ms since 1970. */
  createdAt: number
}

/** An event for email apps to add to the calendar (iMIP, RFC 6047). */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string }

/** An email to transmit. Its lines end in CRLF and have at most 998 ASCII characters (RFC 5322). */
export type ComposedEmail = { envelope: { from: string; to: string }; bytes: Buffer }

/** Composes the same bytes on every attempt. Keeps addresses separate: a parsed string could contain more recipients. */
export async function composeEmail(email: Email): Promise<ComposedEmail> {
  const from = inAscii(email.from)
  const to = inAscii(email.to)
  // nodemailer formats this header itself.
  const { References: references, ...headers } = email.headers
  const node = new EmailComposer({
    from,
    to,
    ...(email.replyTo && { replyTo: inAscii(email.replyTo) }),
    subject: safeSubject(email.subject),
    text: withPlainLineEnds(email.text),
    ...(email.html !== undefined && { html: withPlainLineEnds(email.html) }),
    ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'call.ics' } }),
    messageId: email.messageId,
    ...(references !== undefined && { references }),
    headers: onOneLine(headers),
    date: new Date(email.createdAt),
    newline: 'windows',
    baseBoundary: createHash('sha256').update(email.messageId).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: { from: from.address, to: to.address }, bytes: await node.build() }
}

/** Prevents folding. Some receivers can't verify the signature of a folded List-Unsubscribe (nodemailer, issue 1654). */
function onOneLine(headers: Record<string, string>): Record<string, { prepared: boolean; value: string }> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => {
      const value = text.replaceAll(/\p{Cc}/gu, '')
      return [name, { prepared: /^[ -~]*$/.test(value), value }]
    }),
  )
}

/** Encodes ASCII subjects with words that are too long for a line or look encoded (RFC 2047). nodemailer doesn't. */
function safeSubject(subject: string): string {
  return /[!-~]{200}|=\?/.test(subject) ? encodeWord(subject.replaceAll(/\p{Cc}+/gu, ' '), 'B', 52) : subject
}

/** Replaces lone carriage returns. Servers change them, which would break the email's signature. */
function withPlainLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

function inAscii({ name, address }: EmailAddress): EmailAddress {
  const ascii = toAsciiAddress(address)
  if (ascii === undefined) throw new Error('a stored address isn’t a valid email address')
  return { name, address: ascii }
}

/** Ignore shorter names, which could be ordinary words. */
const minMailboxLength = 4

/** Removes a mailbox named without its domain: `User ada.lovelace unknown`. */
export function withoutMailbox(answer: string, address: string): string {
  const mailbox = address.slice(0, address.lastIndexOf('@'))
  if (mailbox.length < minMailboxLength) return answer
  const pattern = new RegExp(`(?<![A-Za-z0-9])${mailbox.replaceAll(/[\W_]/g, '\\$&')}(?![A-Za-z0-9])`, 'gi')
  return answer.replaceAll(pattern, '(mailbox)')
}

/** Keeps the first sentences of a mail server's reply. */
const maxAnswerLength = 300

/** Removes addresses from a reply, and shortens it to one line for storing and logging. */
export function withoutAddresses(text: string): string {
  const line = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[^\s<>"'`:;,()[\]]+@[^\s<>"'`:;,()[\]]+/g, '(address)')
    .replaceAll(/[^\s<>"'`:;,()[\]/?#=&]+(?:%(?:25)*40|&#(?:64|x40);)[^\s<>"'`:;,()[\]/?#=&]+/gi, '(address)')
  return line.length > maxAnswerLength ? `${line.slice(0, maxAnswerLength - 1)}…` : line
}
