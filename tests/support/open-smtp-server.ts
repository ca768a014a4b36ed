import { openSync, readFileSync, writeSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { startChild } from './run-studio.ts'

export type ReceivedMail = Email & { envelope: { from: string; to: string[] }; raw: string }

export type TestSmtpServer = {
  url: string
  port: number
  received: ReceivedMail[]
  /** Resolves when the nth email has come in. */
  waitFor: (count: number) => Promise<void>
}

/** What becomes of an email that has come in whole: taken, refused with an error, or the server drops all connections. */
export type Verdict = Error | null | 'die'

const anyClient = { authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true }

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
    ...anyClient,
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
  const waitFor = (count: number) =>
    new Promise<void>((resolve) => (received.length >= count ? resolve() : waiting.push({ count, resolve })))
  return { url: `smtp://127.0.0.1:${port}`, port, received, stop, waitFor }
}

/** How often each email came whole, and how often that was acknowledged, by its Message-ID. */
type NotedMails = Record<'whole' | 'answered', Map<string, number>>

export type MailNoter = {
  url: string
  notes: () => NotedMails
  /** SIGKILL; what it had not noted is lost. */
  kill: () => Promise<void>
  /** After `kill`: a new one with the same address and the same notes. */
  restart: () => Promise<void>
}

/** A mail server in a process of its own. @param folder for its notes */
export async function startMailNoter(folder: string, slowestMs = 0): Promise<MailNoter> {
  const file = join(folder, 'noted-mails')
  const start = (port: string) => startChild(['tests/support/open-smtp-server.ts', file, port, `${slowestMs}`])
  let server = start('0')
  const port = await server.hear()
  return {
    url: `smtp://127.0.0.1:${port}`,
    notes: () => readNotes(readFileSync(file, 'utf8')),
    kill: () => server.kill(),
    restart: async () => {
      server = start(port)
      await server.hear()
    },
  }
}

function readNotes(text: string): NotedMails {
  const notes = { whole: new Map<string, number>(), answered: new Map<string, number>() }
  for (const line of text.split('\n').slice(0, -1)) {
    const [what, id = ''] = line.split(' ')
    const counts = what === 'whole' ? notes.whole : notes.answered
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return notes
}

if (import.meta.main) noteMails()

/**
 * What the process of `startMailNoter` does. It writes to a file, in the order in which it happens, `whole <Message-ID>` when
 * an email's text has come, and `answered …` after its 250. Arguments: the file, the port (0 picks one, which is printed), and
 * for how many ms at most it hesitates before each of: the recipient, the note, the answer.
 */
function noteMails(): void {
  const [path = '', port = '0', slowestMs = '0'] = process.argv.slice(2)
  const file = openSync(path, 'a')
  const slowest = Number(slowestMs)
  const hesitate = async () => {
    if (slowest > 0) await pause(Math.random() * slowest)
  }
  const server = new SMTPServer({
    ...anyClient,
    maxClients: 50,
    onRcptTo: (_address, _session, done) => void hesitate().then(() => done()),
    onData: (stream, _session, done) => {
      let head = ''
      stream.on('error', () => {}) // the sender broke off: it has not come whole
      stream.on('data', (chunk: Buffer) => {
        if (head.length < 4_096) head += chunk.toString('latin1')
      })
      stream.on('end', async () => {
        const id = /^Message-ID:\s+(\S+)/im.exec(head)?.[1]
        await hesitate()
        writeSync(file, `whole ${id}\n`)
        await hesitate()
        done()
        writeSync(file, `answered ${id}\n`)
      })
    },
  })
  server.on('error', () => {}) // a sender that is killed
  server.listen(Number(port), '127.0.0.1', () => {
    process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`)
  })
  // Goes with whoever started it.
  process.stdin.on('end', () => process.exit()).resume()
}
