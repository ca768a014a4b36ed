import type { SmtpSession } from './smtp-session.ts'

/** As many as the outbox has lanes. */
const mostIdle = 4
/** Many servers end a connection after some hundreds. */
const mostMails = 100

export type KeptSessions = {
  /** The one that was used last. It may be dead without a sign of it. */
  take(): SmtpSession | undefined
  /** Keeps it for the next mail if it is good for one, ends it otherwise. */
  release(session: SmtpSession): void
  /** Takes leave of those that wait, and keeps none from here on. */
  close(): Promise<void>
}

type Idle = { session: SmtpSession; timer: NodeJS.Timeout }

/** Connections to a mail server between two mails. They are closed soon, and do not keep a process from ending on time. */
export function createKeptSessions(idleMs: number): KeptSessions {
  const idle: Idle[] = []
  const mailsOver = new WeakMap<SmtpSession, number>()
  let isClosed = false

  function take(): SmtpSession | undefined {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer)
      if (next.session.isOpen()) return next.session
    }
    return undefined
  }

  function release(session: SmtpSession): void {
    if (!session.isOpen()) return
    const mails = (mailsOver.get(session) ?? 0) + 1
    mailsOver.set(session, mails)
    if (isClosed || mails >= mostMails || idle.length >= mostIdle) {
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
