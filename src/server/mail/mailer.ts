import { join } from 'node:path'
import type { MailAddress } from '../../lib/mail/mail-address.ts'
import type { Environment } from '../environment.ts'
import { createFileMailer } from './file-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** A mail as it is stored: rendered, and with everything that has to be the same when it is tried again. */
export type Mail = {
  id: string
  from: MailAddress
  to: MailAddress
  replyTo: MailAddress | undefined
  subject: string
  text: string
  html: string | undefined
  /** With its angle brackets. */
  messageId: string
  headers: Record<string, string>
  createdAt: number
}

/**
 * What became of one try. `refused`: the server said for good (5xx) that it does not take this mail; `isDeadAddress`: since
 * nobody is there. `deferred`: it was not taken, and may be later. `unknown`: the text was on its way when the connection
 * ended, and no answer came. `answer` is what the server said, or what went wrong, and holds no addresses.
 */
export type Delivery =
  | { outcome: 'sent'; answer: string }
  | { outcome: 'refused'; answer: string; isDeadAddress: boolean }
  | { outcome: 'deferred' | 'unknown'; answer: string }

export type Mailer = {
  /** One line for the log: where mails go. */
  readonly description: string
  /** Never rejects. A try that is aborted counts as deferred, or as unknown where the text was on its way. */
  send(mail: Mail, signal: AbortSignal): Promise<Delivery>
  /** Takes back what a sent mail left on this machine, when its row was erased in the same moment. */
  retract(mail: Mail): Promise<void>
  /** @throws Error that says why mails cannot be sent */
  verify(): Promise<void>
  /** To be called when nothing is being sent any more: ends the connections that are kept between mails. */
  close(): Promise<void>
}

export function createMailer({ smtpUrl, dataDir }: Pick<Environment, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? createFileMailer(mailFolder(dataDir)) : createSmtpMailer(smtpUrl)
}

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}
