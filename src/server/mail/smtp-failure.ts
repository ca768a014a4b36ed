import { isDeadAddressStatus, statusOfReply } from '../../lib/mail/enhanced-status.ts'
import { withoutAddresses } from './mail-message.ts'
import type { Delivery } from './mailer.ts'

/** Why a step of a conversation with a mail server failed; `cause` is what nodemailer says. */
export class SmtpFailure extends Error {
  override name = 'SmtpFailure'
  /** The command that the server answered so. */
  readonly command: string
  /** The server's own words; undefined when it gave none, or none that are a reply (RFC 5321, 4.2). */
  readonly reply: string | undefined
  /** Whether the text had begun to go out, after which only a reply tells what became of the mail. */
  readonly hasBegun: boolean

  constructor(cause: Error, hasBegun: boolean) {
    super(cause.message, { cause })
    this.command = 'command' in cause ? String(cause.command) : ''
    const response = 'response' in cause ? String(cause.response) : ''
    this.reply = /^[45]\d\d(?:[ -]|$)/.test(response) ? response : undefined
    this.hasBegun = hasBegun
  }
}

/** Replies about our own log-in (RFC 4954): the set-up is wrong, not the mail, and the owner can mend it in time. */
const loginReplies = /^53[0458]/
const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA']

/** What a failure means for the mail, as `Delivery` has it. */
export function judgeFailure(error: unknown): Exclude<Delivery, { outcome: 'sent' }> {
  if (!(error instanceof SmtpFailure)) {
    return { outcome: 'deferred', answer: withoutAddresses(error instanceof Error ? error.message : String(error)) }
  }
  const { command, hasBegun, message } = error
  const reply = mailCommands.includes(command) ? error.reply : undefined
  if (hasBegun && reply === undefined) {
    return { outcome: 'unknown', answer: withoutAddresses(`no answer to the text: ${message}`) }
  }
  const answer = withoutAddresses(reply ?? message)
  if (reply === undefined || reply.startsWith('4') || loginReplies.test(reply)) return { outcome: 'deferred', answer }
  const isAboutRecipient = hasBegun || command === 'RCPT TO'
  return {
    outcome: 'refused',
    answer,
    isDeadAddress: isAboutRecipient && isDeadAddressStatus(statusOfReply(reply) ?? ''),
  }
}
