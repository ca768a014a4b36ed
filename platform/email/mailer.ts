import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { createFileMailer } from './file-mailer.ts'
import type { MailAddress } from './mail-address.ts'
import type { CalendarPart } from './mail-composers.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

export type Mail = {
  id: string
  from: MailAddress
  to: MailAddress
  replyTo: MailAddress | undefined
  subject: string
  text: string
  html: string | undefined
  calendar?: CalendarPart | undefined
  messageId: string
  headers: Record<string, string>
  createdAt: number
}

/** `refused`: for good (5xx). `unknown`: it may have arrived. `answer` holds no addresses. */
export type Delivery =
  | { outcome: 'sent'; answer: string }
  | { outcome: 'refused'; answer: string; isDeadAddress: boolean }
  | { outcome: 'deferred' | 'unknown'; answer: string }

export type Mailer = {
  readonly description: string
  /** Never rejects. A try that is aborted is deferred, or unknown once the text was on its way. */
  send(mail: Mail, signal: AbortSignal): Promise<Delivery>
  retract(mail: Mail): Promise<void>
  verify(): Promise<void>
  close(): Promise<void>
}

export function createMailer({ smtpUrl, dataDir }: Pick<Environment, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? createFileMailer(mailFolder(dataDir)) : createSmtpMailer(smtpUrl)
}

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}
