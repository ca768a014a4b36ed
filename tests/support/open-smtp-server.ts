import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = Email & { envelope: { from: string; to: string[] }; raw: string }

export type TestSmtpServer = {
  url: string
  port: number
  received: ReceivedMail[]
  /** Resolves when the nth mail has come in. */
  waitFor: (count: number) => Promise<void>
}

/** What becomes of a mail that has come in whole: taken, refused with an error, or the server breaks down. */
export type Verdict = Error | null | 'die'

/**
 * A real SMTP server in this process.
 * @param options its behavior, in the words of the smtp-server package
 */
export async function openSmtpServer(
  options: SMTPServerOptions = {},
  afterData: (mail: ReceivedMail) => Verdict = () => null,
): Promise<TestSmtpServer & { stop: () => Promise<void> }> {
  const received: ReceivedMail[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) }
        const mail = { ...(await PostalMime.parse(raw)), envelope, raw }
        const verdict = afterData(mail)
        if (verdict === 'die') {
          for (const socket of sockets) socket.destroy()
          return
        }
        if (verdict === null) received.push(mail)
        callback(verdict)
        for (const { count, resolve } of waiting) if (received.length >= count) resolve()
      })
    },
    ...options,
  })
  server.on('error', () => {}) // a client that breaks off is what some tests are about
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Mailers keep their connections for a while.
    for (const socket of sockets) socket.destroy()
    return closed
  }
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    stop,
    waitFor: (count) =>
      new Promise((resolve) => (received.length >= count ? resolve() : waiting.push({ count, resolve }))),
  }
}
