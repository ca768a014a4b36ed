import { type ComposedMail, composeMail, withoutAddresses, withoutMailbox } from './mail-message.ts'
import type { Delivery, Mail, Mailer } from './mailer.ts'
import { judgeFailure, SmtpFailure } from './smtp-failure.ts'
import { openSmtpSession, type SmtpLimits, type SmtpSession } from './smtp-session.ts'
import { createKeptSessions } from './smtp-sessions.ts'
import { readSmtpUrl } from './smtp-settings.ts'

/** The claim on a mail lasts longer than the whole try; the pause between two mails of a list is a tenth of `idleMs`. */
const usualLimits: SmtpLimits = { connectMs: 10_000, answerMs: 30_000, wholeTryMs: 90_000, idleMs: 5_000 }

/** Sends by SMTP, over connections that are kept between mails: at most four wait at a time. */
export function createSmtpMailer(smtpUrl: string, own: Partial<SmtpLimits> = {}): Mailer {
  const limits = { ...usualLimits, ...own }
  const settings = readSmtpUrl(smtpUrl)
  const sessions = createKeptSessions(limits.idleMs)
  const open = (signal: AbortSignal) => openSmtpSession(settings, limits, signal)

  async function attempt(mail: Mail, signal: AbortSignal): Promise<Delivery> {
    try {
      return await deliver(await composeMail(mail), signal)
    } catch (error) {
      return judgeFailure(error)
    }
  }

  async function sendOver(session: SmtpSession, mail: ComposedMail, signal: AbortSignal): Promise<Delivery> {
    try {
      return { outcome: 'sent', answer: withoutAddresses(await session.send(mail, signal)) }
    } finally {
      sessions.release(session)
    }
  }

  async function deliver(mail: ComposedMail, signal: AbortSignal): Promise<Delivery> {
    const kept = sessions.take()
    if (kept !== undefined) {
      try {
        return await sendOver(kept, mail, signal)
      } catch (error) {
        if (signal.aborted || !isAboutConnection(error)) throw error
      }
    }
    return await sendOver(await open(signal), mail, signal)
  }

  return {
    description: `mails go to ${settings.host} by SMTP`,
    send: async (mail, signal) => {
      const patience = limited(signal, limits.wholeTryMs)
      const delivery = await attempt(mail, patience.signal)
      patience.end()
      return { ...delivery, answer: withoutMailbox(delivery.answer, mail.to.address) }
    },
    retract: async () => {},
    verify: async () => {
      const patience = limited(undefined, limits.wholeTryMs)
      try {
        await (await open(patience.signal)).quit()
      } catch (error) {
        throw new Error(judgeFailure(error).answer)
      } finally {
        patience.end()
      }
    },
    close: sessions.close,
  }
}

/**
 * Whether a mail failed on a kept connection for what the connection has been through, and not for what it is: another one
 * may take it. Nothing of its text was sent.
 */
function isAboutConnection(error: unknown): boolean {
  if (!(error instanceof SmtpFailure) || error.hasBegun) return false
  const isAboutMail = error.command === 'RCPT TO' || error.command === 'DATA'
  return !isAboutMail || error.reply === undefined || error.reply.startsWith('421')
}

/** `AbortSignal.timeout` and `any` would keep something of every mail until its time is up. */
function limited(outer: AbortSignal | undefined, ms: number): { signal: AbortSignal; end: () => void } {
  const ending = new AbortController()
  const abort = () => ending.abort()
  const timer = setTimeout(abort, ms)
  outer?.addEventListener('abort', abort, { once: true })
  if (outer?.aborted) abort()
  const end = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
  return { signal: ending.signal, end }
}
