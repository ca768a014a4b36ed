import { openSync, readFileSync, writeSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { startChild } from './run-studio.ts'

export type ReceivedEmail = Email & { envelope: { from: string; to: string[] }; raw: string }

export type TestSmtpServer = {
  url: string
  port: number
  received: ReceivedEmail[]
  /** Resolves when the nth email has come in. */
  waitFor: (count: number) => Promise<void>
}

type OnText = (raw: string, session: SMTPServerSession, done: (error?: Error | null) => void) => Promise<void>

async function listen(onText: OnText, options: SMTPServerOptions) {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // A text that breaks off has not come.
    onData: (stream, session, done) =>
      text(stream).then(
        (raw) => onText(raw, session, done),
        () => {},
      ),
    ...options,
  })
  server.on('error', () => {}) // a client that breaks off is what some tests are about
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy() // mailers keep their connections for a while
    return closed
  }
  return { port: (server.server.address() as AddressInfo).port, stop }
}

/**
 * A real SMTP server in this process.
 * @param options its behavior, in the words of the smtp-server package
 * @param afterData what becomes of an email that has come in whole: taken, or refused with an error
 */
export async function openSmtpServer(
  options: SMTPServerOptions = {},
  afterData: (email: ReceivedEmail) => Error | null = () => null,
): Promise<TestSmtpServer & { stop: () => Promise<void> }> {
  const received: ReceivedEmail[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const onText: OnText = async (raw, { envelope: { mailFrom, rcptTo } }, done) => {
    const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) }
    const email = { ...(await PostalMime.parse(raw)), envelope, raw }
    const verdict = afterData(email)
    if (verdict === null) received.push(email)
    done(verdict)
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
  }
  const { port, stop } = await listen(onText, options)
  const waitFor = (count: number) =>
    new Promise<void>((resolve) => (received.length >= count ? resolve() : waiting.push({ count, resolve })))
  return { url: `smtp://127.0.0.1:${port}`, port, received, stop, waitFor }
}

export type EmailRecorder = {
  url: string
  /** How often each email came whole, and how often that was acknowledged, by its Message-ID. */
  records: () => Record<'whole' | 'answered', Map<string, number>>
  kill: () => Promise<void>
}

/** A mail server in a process of its own. @param folder for its notes */
export async function startEmailRecorder(folder: string, slowestMs = 0): Promise<EmailRecorder> {
  const file = join(folder, 'noted-mails')
  const server = startChild(['tests/support/open-smtp-server.ts', file, `${slowestMs}`])
  const port = await server.hear()
  const records = () => {
    const counts = { whole: new Map<string, number>(), answered: new Map<string, number>() }
    for (const [, what, id = ''] of readFileSync(file, 'utf8').matchAll(/^(whole|answered) (.*)\n/gm)) {
      const count = what === 'whole' ? counts.whole : counts.answered
      count.set(id, (count.get(id) ?? 0) + 1)
    }
    return counts
  }
  return { url: `smtp://127.0.0.1:${port}`, records, kill: server.kill }
}

if (import.meta.main) await recordEmails()

/**
 * What the process of `startEmailRecorder` does. It writes to a file, in the order in which it happens, `whole <Message-ID>` when
 * an email's text has come, and `answered …` after its 250; it prints its port. Arguments: the file, and for how many ms at
 * most it hesitates before each of: the recipient, the note, the answer.
 */
async function recordEmails(): Promise<void> {
  const [path = '', slowestMs] = process.argv.slice(2)
  const file = openSync(path, 'a')
  const hesitate = async () => {
    if (Number(slowestMs) > 0) await pause(Math.random() * Number(slowestMs))
  }
  const onText: OnText = async (raw, _, done) => {
    const id = /^Message-ID:\s+(\S+)/im.exec(raw)?.[1]
    await hesitate()
    writeSync(file, `whole ${id}\n`)
    await hesitate()
    done()
    writeSync(file, `answered ${id}\n`)
  }
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_, __, done) => void hesitate().then(() => done())
  const { port } = await listen(onText, { maxClients: 50, onRcptTo })
  process.stdout.write(`${port}\n`)
  // Goes with whoever started it.
  process.stdin.on('end', () => process.exit()).resume()
}
