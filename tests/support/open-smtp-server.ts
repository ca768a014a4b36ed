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
  /** Resolves when this many emails have arrived. */
  waitFor: (count: number) => Promise<void>
}

type OnText = (raw: string, session: SMTPServerSession, done: (error?: Error | null) => void) => Promise<void>

async function listen(onText: OnText, options: SMTPServerOptions) {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // An email that was cut off doesn't count.
    onData: (stream, session, done) =>
      text(stream).then(
        (raw) => onText(raw, session, done),
        () => {},
      ),
    ...options,
  })
  server.on('error', () => {}) // some tests cut off the client
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutOff = () => sockets.forEach((socket) => void socket.destroy())
  const stop = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    cutOff() // mailers keep their connections for a while
    return closed
  }
  return { port: (server.server.address() as AddressInfo).port, stop, cutOff }
}

/**
 * A real SMTP server in this process.
 * @param options of the smtp-server package
 * @param afterData returns null to accept a complete email, or an error to refuse it
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
  /** How often each email arrived completely, and how often that was acknowledged, by Message-ID. */
  records: () => Record<'whole' | 'answered', Map<string, number>>
  kill: () => Promise<void>
}

/**
 * A mail server in its own process.
 * @param folder for its records
 * @param faults the longest delay of each step, and the share of emails whose recipient it defers with 421, and of those
 * whose connection it drops before it answers their text
 */
export async function startEmailRecorder(
  folder: string,
  { slowestMs = 0, deferred = 0, dropped = 0 } = {},
): Promise<EmailRecorder> {
  const file = join(folder, 'recorded-emails')
  const faults = [slowestMs, deferred, dropped].map(String)
  const server = startChild(['tests/support/open-smtp-server.ts', file, ...faults])
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
 * Runs in the process of `startEmailRecorder`. It prints its port and appends to a file: `whole <Message-ID>` when the
 * text of an email has arrived, `answered <Message-ID>` after the 250. Arguments: the file, and the faults.
 */
async function recordEmails(): Promise<void> {
  const [path = '', ...faults] = process.argv.slice(2)
  const [slowestMs = 0, deferred = 0, dropped = 0] = faults.map(Number)
  const file = openSync(path, 'a')
  const delay = async () => {
    if (slowestMs > 0) await pause(Math.random() * slowestMs)
  }
  const onText: OnText = async (raw, _, done) => {
    const id = /^Message-ID:\s+(\S+)/im.exec(raw)?.[1]
    await delay()
    writeSync(file, `whole ${id}\n`)
    await delay()
    if (Math.random() < dropped) return cutOff()
    done()
    writeSync(file, `answered ${id}\n`)
  }
  const tooBusy = Object.assign(new Error('4.3.2 too busy'), { responseCode: 421 })
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_, __, done) =>
    void delay().then(() => done(Math.random() < deferred ? tooBusy : null))
  const { port, cutOff } = await listen(onText, { maxClients: 50, onRcptTo })
  process.stdout.write(`${port}\n`)
  // Exits with its parent.
  process.stdin.on('end', () => process.exit()).resume()
}
