import { onTestFinished } from 'vitest'
import type { Mailer } from '../../src/server/mail/mailer.ts'
import { createSmtpMailer } from '../../src/server/mail/smtp-mailer.ts'

/** No try is broken off by it. */
export const never = new AbortController().signal

/** Closed when the test ends. */
export function mailerFor({ url }: { url: string }, limits: Parameters<typeof createSmtpMailer>[1] = {}): Mailer {
  const mailer = createSmtpMailer(url, limits)
  onTestFinished(() => mailer.close())
  return mailer
}
