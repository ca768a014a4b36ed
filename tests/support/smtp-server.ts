import { createServer, type Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Mailer } from '../../src/server/mail/mailer.ts'
import { createSmtpMailer } from '../../src/server/mail/smtp-mailer.ts'
import { openSmtpServer, type ReceivedMail, type TestSmtpServer, type Verdict } from './open-smtp-server.ts'

/** An error that the server answers with this code. */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

/** `openSmtpServer` that goes with the test. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  afterData?: (mail: ReceivedMail) => Verdict,
): Promise<TestSmtpServer> {
  const server = await openSmtpServer(options, afterData)
  onTestFinished(server.stop)
  return server
}

/** Takes connections and never says a word. */
export async function startHangingServer(): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Closed when the test ends. */
export function mailerFor({ url }: { url: string }, limits: Parameters<typeof createSmtpMailer>[1] = {}): Mailer {
  const mailer = createSmtpMailer(url, limits)
  onTestFinished(() => mailer.close())
  return mailer
}

/** What the client did: it has connected, said a line, or sent a text with its final dot. */
export type Heard = 'CONNECT' | 'TEXT' | (string & {})

/** Answers with a text as it stands, or by itself, or not at all. @param connection 1 for the first */
type Manner = (heard: Heard, socket: Socket, connection: number) => string | undefined

export type RawSmtpServer = {
  url: string
  port: number
  /** What was heard, with the number of its connection: `1 MAIL FROM:<a@b.example>`. */
  heard: string[]
  texts: string[]
  /** Resolves when this was heard. */
  waitFor: (heard: string) => Promise<void>
  /** Resolves when no connection is open. */
  empty: () => Promise<void>
}

/** What an honest and very simple mail server says. */
export function usualReply(heard: Heard): string {
  if (heard === 'CONNECT') return '220 here\r\n'
  if (heard === 'TEXT') return '250 2.0.0 Ok: queued as 4F2A\r\n'
  if (heard.startsWith('DATA')) return '354 go on\r\n'
  if (heard.startsWith('QUIT')) return '221 bye\r\n'
  return '250 ok\r\n'
}

/** A mail server that speaks as the test wants it to: wrongly, in pieces, too early, not at all. It goes with the test. */
export async function startRawSmtpServer(manner: Manner): Promise<RawSmtpServer> {
  const heard: string[] = []
  const texts: string[] = []
  const sockets = new Set<Socket>()
  let wake: (() => void)[] = []
  const changed = () => {
    for (const each of wake) each()
    wake = []
  }
  let connections = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = ++connections
    let buffer = ''
    let isText = false
    const hear = (what: Heard) => {
      heard.push(`${connection} ${what}`)
      const answer = manner(what, socket, connection)
      if (what.startsWith('DATA')) isText = true
      if (answer !== undefined) {
        isText = /^354/.test(answer)
        socket.write(answer)
      }
      changed()
    }
    const next = () => {
      const end = (isText ? /(?:^|\r\n)\.\r\n/ : /\r\n/).exec(buffer)
      if (end === null) return false
      const part = buffer.slice(0, end.index)
      buffer = buffer.slice(end.index + end[0].length)
      if (isText) texts.push(part)
      const wasText = isText
      isText = false
      hear(wasText ? 'TEXT' : part)
      return true
    }
    sockets.add(socket)
    socket.on('error', () => {}) // a client that breaks off is what some tests are about
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      sockets.delete(socket)
      changed()
    })
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      while (next()) {}
    })
    hear('CONNECT')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>((resolve) => wake.push(resolve))
  }
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    heard,
    texts,
    waitFor: (what) => until(() => heard.includes(what)),
    empty: () => until(() => sockets.size === 0),
  }
}
