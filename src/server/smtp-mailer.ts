import { createTransport } from 'nodemailer'
import { toMessage, withoutAddresses } from './mail-message.ts'
import type { Delivery, Mailer } from './mailer.ts'

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A server that sends a byte now and then never meets the time-outs above. */
const wholeTryMs = 90_000

export function createSmtpMailer(smtpUrl: string, limits: typeof timeouts = timeouts): Mailer {
  const { host, ...options } = readSmtpUrl(smtpUrl)
  const transport = createTransport({ host, ...options, ...limits })
  return {
    description: `mails go to ${host} by SMTP`,
    send: async (mail, signal) => {
      try {
        const tryEnds = AbortSignal.any([signal, AbortSignal.timeout(wholeTryMs)])
        const { response } = await transport.sendMail({ ...toMessage(mail), signal: tryEnds })
        return { outcome: 'sent', answer: withoutAddresses(response) }
      } catch (error) {
        return judge(error)
      }
    },
    retract: async () => {},
    verify: async () => {
      try {
        await transport.verify()
      } catch (error) {
        throw new Error(judge(error).answer)
      }
    },
  }
}

/** With a password over the network, encryption is not negotiable; on this machine, its certificate is not checked. */
function readSmtpUrl(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'smtps:'
  const local = ['localhost', '127.0.0.1', '::1'].includes(host)
  const user = decodeURIComponent(url.username)
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: user !== '' && !local,
    ...(local && { tls: { rejectUnauthorized: false } }),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
  }
}

/** Replies about our own log-in (RFC 4954): the set-up is wrong, not the mail, and the owner can mend it in time. */
const loginReplies = [530, 534, 535, 538]
const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA']

function judge(error: unknown): Exclude<Delivery, { outcome: 'sent' }> {
  if (!(error instanceof Error)) return { outcome: 'deferred', answer: 'unknown error' }
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0
  const command = 'command' in error ? String(error.command) : ''
  const permanent = reply >= 500 && mailCommands.includes(command) && !loginReplies.includes(reply)
  const answer = withoutAddresses(error.message)
  return permanent ? { outcome: 'refused', answer, isDeadAddress: false } : { outcome: 'deferred', answer }
}
