import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { reportsDeadAddress } from './failures.ts'
import type { Delivery } from './mailer.ts'
import { type ComposedEmail, withoutAddresses } from './message.ts'

export type SmtpSettings = ReturnType<typeof readSmtpUrl>

/** Parses SMTP_URL. A password requires encryption. On this machine, it doesn't, and certificates aren't verified. */
export function readSmtpUrl(smtpUrl: string) {
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

/** `connectMs`: until the greeting. `answerMs`: per command. `attemptMs`: per email. `idleMs`: between emails. */
export type SmtpLimits = { connectMs: number; answerMs: number; attemptMs: number; idleMs: number }

export type SmtpSession = {
  isOpen(): boolean
  /** @returns the server's last reply @throws SmtpFailure */
  send(email: ComposedEmail, signal: AbortSignal): Promise<string>
  quit(): Promise<void>
}

/** Maximum size of a reply, to bound memory. Real replies are a few lines of 512 bytes (RFC 5321, 4.5.3.1.5). */
const maxResponseSize = 65_536
/** How long to wait for the reply to QUIT, which is only a courtesy. */
const quitMs = 200

/** Connects, encrypts, and logs in. @throws SmtpFailure if any of these fails */
export async function openSmtpSession(
  { auth, ...settings }: SmtpSettings,
  { connectMs, answerMs, attemptMs }: SmtpLimits,
  signal: AbortSignal,
): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    ...settings,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: attemptMs,
    socketCloseTimeout: 0,
    maxResponseSize,
  })
  // Commands add their own listeners. This listener catches errors on an idle connection.
  connection.on('error', () => {})
  const timeLimit = { signal, ms: answerMs }
  try {
    await withTimeout(connection, timeLimit, (done) => connection.connect(done))
    if (auth !== undefined && connection.allowsAuth) {
      await withTimeout(connection, timeLimit, (done) => connection.login(auth, done))
    }
  } catch (error) {
    connection.close()
    throw error
  }
  let isClean = true

  async function send(email: ComposedEmail, signal: AbortSignal): Promise<string> {
    const timeLimit = { signal, ms: answerMs }
    // Reset the session after an email the server refused.
    if (!isClean) await withTimeout(connection, timeLimit, (done) => connection.reset(done))
    isClean = false
    const answer = await transmit(connection, email, timeLimit)
    isClean = true
    return answer
  }

  async function quit(): Promise<void> {
    if (connection.destroyed) return
    const { signal } = new AbortController()
    const quitting = withTimeout(connection, { signal, ms: quitMs }, (done) => {
      connection.once('end', done)
      connection.quit()
    })
    await quitting.catch(() => {})
  }

  return { isOpen: () => !connection.destroyed, send, quit }
}

function transmit(
  connection: SMTPConnection,
  { envelope, bytes }: ComposedEmail,
  timeLimit: TimeLimit,
): Promise<string> {
  return withTimeout(connection, timeLimit, (done, begin) => {
    const text = new Readable({
      // nodemailer reads this after the server's 354.
      read() {
        begin()
        this.push(bytes)
        this.push(null)
      },
    })
    // nodemailer changes the envelope.
    connection.send({ ...envelope }, text, (error, info) => {
      if (text.readableDidRead && !text.readableEnded) connection.close()
      done(error ?? answerError(info?.response ?? '', text.readableEnded), info?.response)
    })
  })
}

/** Rejects invalid replies that nodemailer accepts: any text that starts with a 2, even before the email's end. */
function answerError(answer: string, isTextSent: boolean): Error | null {
  if (!isTextSent) return new Error(`answered before the end of the text: ${answer}`)
  return /^2\d\d(?:[ -]|$)/.test(answer) ? null : new Error(`not a valid reply: ${answer}`)
}

type TimeLimit = { signal: AbortSignal; ms: number }
type Finish = (error?: Error | null, answer?: string | boolean) => void

/** Closes the connection if the server doesn't reply in time. A late reply would look like the next command's. */
function withTimeout(
  connection: SMTPConnection,
  { signal, ms }: TimeLimit,
  start: (done: Finish, begin: () => void) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let hasBegun = false
    const settle: Finish = (error, answer) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      connection.off('error', settle).off('end', onEnd)
      if (!error) return resolve(String(answer ?? ''))
      const failure = new SmtpFailure(error, hasBegun)
      reject(failure)
      if (failure.reply === undefined) connection.close()
    }
    const fail = (why: string) => settle(new Error(why))
    // Defer this: nodemailer emits the error for a reply that closes the connection (421) after `end`.
    const onEnd = () => setImmediate(settle, new Error('the connection was closed'))
    const onAbort = () => fail('aborted')
    const timer = setTimeout(fail, ms, 'no answer in time')
    connection.once('error', settle).once('end', onEnd)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    start(settle, () => {
      hasBegun = true
      clearTimeout(timer)
    })
  })
}

export class SmtpFailure extends Error {
  override name = 'SmtpFailure'
  readonly command: string
  /** The server's reply, or undefined if it sent no valid reply (RFC 5321, 4.2). */
  readonly reply: string | undefined
  readonly hasBegun: boolean

  constructor(cause: Error, hasBegun: boolean) {
    super(cause.message, { cause })
    this.command = 'command' in cause ? String(cause.command) : ''
    const response = 'response' in cause ? String(cause.response) : ''
    this.reply = /^[45]\d\d(?:[ -]|$)/.test(response) ? response : undefined
    this.hasBegun = hasBegun
  }
}

const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA']
/** Matches replies about the sender: login and relaying (RFC 4954), wrong senders (RFC 3463), Gmail's quota, Exchange's permissions. */
const senderStatus = /^53|^\d{3}[ -]5\.(?:1\.[78]|4\.5|7\.(?:8|57|60))\b/
const senderWords =
  /\b(?:sender|sending|send as|outgoing|outbound|relay(?:ing)?|authenticat(?:ed|ion)|verified|too many|exceeded the|rate|quickly|suspended)\b/i

/** Classifies a failure. If the server rejects the sender, which the owner can fix, the email is `deferred`. */
export function classifyFailure(error: unknown): Exclude<Delivery, { outcome: 'sent' }> {
  if (!(error instanceof SmtpFailure)) {
    return { outcome: 'deferred', answer: withoutAddresses(error instanceof Error ? error.message : String(error)) }
  }
  const { command, hasBegun, message } = error
  const reply = mailCommands.includes(command) ? error.reply : undefined
  if (hasBegun && reply === undefined) {
    return { outcome: 'unknown', answer: withoutAddresses(`no answer to the text: ${message}`) }
  }
  const answer = withoutAddresses(reply ?? message)
  const isAboutUs = command === 'MAIL FROM' || senderStatus.test(answer) || senderWords.test(answer)
  if (reply === undefined || reply.startsWith('4') || isAboutUs) return { outcome: 'deferred', answer }
  return {
    outcome: 'refused',
    answer,
    isDeadAddress: (hasBegun || command === 'RCPT TO') && reportsDeadAddress(answer),
  }
}
