import type { Environment } from '../../environment.ts'
import { createFileMailer, type Delivery, emailFolder, type Mailer } from './mailer.ts'
import { type ComposedEmail, composeEmail, withoutAddresses, withoutMailbox } from './message.ts'
import {
  classifyFailure,
  openSmtpSession,
  readSmtpUrl,
  SmtpFailure,
  type SmtpLimits,
  type SmtpSession,
} from './session.ts'

/** `attemptMs` must be shorter than a claim (120 s). `idleMs` is ten times the delay between an issue's emails. */
const defaultLimits: SmtpLimits = { connectMs: 10_000, answerMs: 30_000, attemptMs: 90_000, idleMs: 5_000 }

/** Creates a mailer that sends through SMTP_URL or, if that's unset, writes files. */
export function createMailer({ smtpUrl, dataDir }: Pick<Environment, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? createFileMailer(emailFolder(dataDir)) : createSmtpMailer(smtpUrl)
}

export function createSmtpMailer(smtpUrl: string, overrides: Partial<SmtpLimits> = {}): Mailer {
  const limits = { ...defaultLimits, ...overrides }
  const settings = readSmtpUrl(smtpUrl)
  const sessions = createSessionPool(limits.idleMs)
  const open = (signal: AbortSignal) => openSmtpSession(settings, limits, signal)

  async function sendOver(session: SmtpSession, email: ComposedEmail, signal: AbortSignal): Promise<Delivery> {
    try {
      return { outcome: 'sent', answer: withoutAddresses(await session.send(email, signal)) }
    } finally {
      sessions.release(session)
    }
  }

  async function deliver(email: ComposedEmail, signal: AbortSignal): Promise<Delivery> {
    const reused = sessions.take()
    if (reused !== undefined) {
      try {
        return await sendOver(reused, email, signal)
      } catch (error) {
        if (signal.aborted || !isAboutConnection(error)) throw error
      }
    }
    return await sendOver(await open(signal), email, signal)
  }

  return {
    description: `emails go to ${settings.host} by SMTP`,
    send: async (email, signal) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.attemptMs)])
      const delivery = await composeEmail(email)
        .then((composed) => deliver(composed, inTime))
        .catch(classifyFailure)
      return { ...delivery, answer: withoutMailbox(delivery.answer, email.to.address) }
    },
    retract: async () => {},
    verify: async () => {
      try {
        await (await open(AbortSignal.timeout(limits.attemptMs))).quit()
      } catch (error) {
        throw new Error(classifyFailure(error).answer)
      }
    },
    close: sessions.close,
  }
}

/** Whether the connection failed before the email was transmitted. A new connection might then work. */
function isAboutConnection(error: unknown): boolean {
  if (!(error instanceof SmtpFailure) || error.hasBegun) return false
  const isAboutEmail = error.command === 'RCPT TO' || error.command === 'DATA'
  return !isAboutEmail || error.reply === undefined || error.reply.startsWith('421')
}

function createSessionPool(idleMs: number) {
  const idle = new Map<SmtpSession, NodeJS.Timeout>()
  let isClosed = false
  const remove = (session: SmtpSession) => {
    clearTimeout(idle.get(session))
    idle.delete(session)
  }
  const quit = (session: SmtpSession) => {
    remove(session)
    return session.quit()
  }
  return {
    /** Takes the most recently used session the server hasn't closed. */
    take: (): SmtpSession | undefined => {
      const sessions = [...idle.keys()]
      for (const session of sessions) if (!session.isOpen()) remove(session)
      const last = sessions.findLast((session) => session.isOpen())
      if (last !== undefined) remove(last)
      return last
    },
    release: (session: SmtpSession): void => {
      if (!session.isOpen()) return
      if (isClosed) void session.quit()
      else idle.set(session, setTimeout(quit, idleMs, session).unref())
    },
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all([...idle.keys()].map(quit))
    },
  }
}
