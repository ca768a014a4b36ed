import type { Delivery, Mailer } from './mailer.ts'
import { type ComposedEmail, composeEmail, withoutAddresses, withoutMailbox } from './message.ts'
import { judgeFailure, openSmtpSession, SmtpFailure, type SmtpLimits, type SmtpSession } from './smtp-session.ts'

/** A claim lasts longer than `wholeTryMs`. Two emails of an issue are a tenth of `idleMs` apart. */
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
    description: `emails go to ${settings.host} by SMTP`,
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

/** Whether the connection failed before any text was sent, so that another one may work. */
function isAboutConnection(error: unknown): boolean {
  if (!(error instanceof SmtpFailure) || error.hasBegun) return false
  const isAboutEmail = error.command === 'RCPT TO' || error.command === 'DATA'
  return !isAboutEmail || error.reply === undefined || error.reply.startsWith('421')
}

function createKeptSessions(idleMs: number) {
  const idle = new Map<SmtpSession, NodeJS.Timeout>()
  let isClosed = false

  /** The last one used. It may be dead without knowing it. */
  function take(): SmtpSession | undefined {
    for (const [session, timer] of [...idle].reverse()) {
      clearTimeout(timer)
      idle.delete(session)
      if (session.isOpen()) return session
    }
    return undefined
  }

  function release(session: SmtpSession): void {
    if (!session.isOpen()) return
    const quit = () => {
      idle.delete(session)
      void session.quit()
    }
    if (isClosed) quit()
    else idle.set(session, setTimeout(quit, idleMs).unref())
  }

  async function close(): Promise<void> {
    isClosed = true
    const ended = [...idle]
    idle.clear()
    for (const [, timer] of ended) clearTimeout(timer)
    await Promise.all(ended.map(([session]) => session.quit()))
  }

  return { take, release, close }
}

export type SmtpSettings = ReturnType<typeof readSmtpUrl>

/** A password over the network requires encryption. On this machine, the certificate isn't checked. */
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
