import type { Delivery, Mailer } from './mailer.ts'
import { type ComposedEmail, composeEmail, withoutAddresses, withoutMailbox } from './message.ts'
import { judgeFailure, openSmtpSession, SmtpFailure, type SmtpLimits, type SmtpSession } from './smtp-session.ts'

/** The claim on a mail lasts longer than the whole try; the pause between two mails of a list is a tenth of `idleMs`. */
const usualLimits: SmtpLimits = { connectMs: 10_000, answerMs: 30_000, wholeTryMs: 90_000, idleMs: 5_000 }

export function createSmtpMailer(smtpUrl: string, own: Partial<SmtpLimits> = {}): Mailer {
  const limits = { ...usualLimits, ...own }
  const settings = readSmtpUrl(smtpUrl)
  const sessions = createKeptSessions(limits.idleMs)
  const open = (signal: AbortSignal) => openSmtpSession(settings, limits, signal)

  async function sendOver(session: SmtpSession, email: ComposedEmail, signal: AbortSignal): Promise<Delivery> {
    try {
      return { outcome: 'sent', answer: withoutAddresses(await session.send(email, signal)) }
    } finally {
      sessions.release(session)
    }
  }

  async function deliver(email: ComposedEmail, signal: AbortSignal): Promise<Delivery> {
    const kept = sessions.take()
    if (kept !== undefined) {
      try {
        return await sendOver(kept, email, signal)
      } catch (error) {
        if (signal.aborted || !isAboutConnection(error)) throw error
      }
    }
    return await sendOver(await open(signal), email, signal)
  }

  return {
    description: `mails go to ${settings.host} by SMTP`,
    send: async (email, signal) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.wholeTryMs)])
      const delivery = await composeEmail(email)
        .then((composed) => deliver(composed, inTime))
        .catch(judgeFailure)
      return { ...delivery, answer: withoutMailbox(delivery.answer, email.to.address) }
    },
    retract: async () => {},
    verify: async () => {
      try {
        await (await open(AbortSignal.timeout(limits.wholeTryMs))).quit()
      } catch (error) {
        throw new Error(judgeFailure(error).answer)
      }
    },
    close: sessions.close,
  }
}

/** Whether the connection failed, and not the mail: another one may take it. None of its text was sent. */
function isAboutConnection(error: unknown): boolean {
  if (!(error instanceof SmtpFailure) || error.hasBegun) return false
  const isAboutEmail = error.command === 'RCPT TO' || error.command === 'DATA'
  return !isAboutEmail || error.reply === undefined || error.reply.startsWith('421')
}

const maxIdle = 4

function createKeptSessions(idleMs: number) {
  const idle: { session: SmtpSession; timer: NodeJS.Timeout }[] = []
  let isClosed = false

  /** The one that was used last; it may be dead without a sign of it. */
  function take(): SmtpSession | undefined {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer)
      if (next.session.isOpen()) return next.session
    }
    return undefined
  }

  function release(session: SmtpSession): void {
    if (!session.isOpen()) return
    if (isClosed || idle.length >= maxIdle) {
      void session.quit()
      return
    }
    const timer = setTimeout(() => {
      const at = idle.findIndex((each) => each.session === session)
      if (at >= 0) idle.splice(at, 1)
      void session.quit()
    }, idleMs).unref()
    idle.push({ session, timer })
  }

  return {
    take,
    release,
    close: async () => {
      isClosed = true
      const ended = idle.splice(0)
      for (const { timer } of ended) clearTimeout(timer)
      await Promise.all(ended.map(({ session }) => session.quit()))
    },
  }
}

export type SmtpSettings = ReturnType<typeof readSmtpUrl>

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
    auth: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
  }
}
