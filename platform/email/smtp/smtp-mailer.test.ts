import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../tests/support/listen.ts'
import { mailerFor, email as queued, reply, startSmtpServer } from '../../../tests/support/sending.ts'
import type { Delivery, Mailer } from './mailer.ts'
import type { Email } from './message.ts'
import type { SmtpLimits } from './session.ts'

const sent = { id: 'm1', messageId: '<m1@kitewright.example>', replyTo: undefined, headers: {}, createdAt: 0 }
const email: Email = { ...queued, ...sent, html: '<p>A text</p>', text: 'A text\n.\nwith a dot alone' }
const { signal: never } = new AbortController()
const send = (mailer: Mailer): Promise<Delivery> => mailer.send(email, never)

/** A client's action: CONNECT, TEXT (an email with its final dot), or the command it sent. */
type Heard = 'CONNECT' | 'TEXT' | (string & {})

/** The replies of a simple, correct mail server. */
function usualReply(heard: Heard): string {
  if (heard === 'CONNECT') return '220 here\r\n'
  if (heard === 'TEXT') return '250 2.0.0 Ok: queued as 4F2A\r\n'
  if (heard.startsWith('DATA')) return '354 go on\r\n'
  return heard.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n'
}

/** Returns a raw reply, or writes to the socket itself, or doesn't reply. @param connection its number, starting at 1 */
type Manner = (heard: Heard, socket: Socket, connection: number) => string | undefined

/** Starts a mail server that can misbehave: it replies incorrectly, in pieces, too early, or not at all. */
async function startRawServer(manner: Manner) {
  /** Received commands, each after the connection's number: `1 MAIL FROM:<a@b.example>`. */
  const heard: string[] = []
  const texts: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = ++connections
    let buffer = ''
    let isText = false
    const hear = (what: Heard) => {
      heard.push(`${connection} ${what}`)
      const answer = manner(what, socket, connection)
      isText = answer === undefined ? what.startsWith('DATA') : answer.startsWith('354')
      if (answer !== undefined) socket.write(answer)
    }
    sockets.add(socket)
    socket.on('error', () => {}) // some tests have the client disconnect
    socket.on('end', () => socket.end())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      for (;;) {
        const end = (isText ? /(?:^|\r\n)\.\r\n/ : /\r\n/).exec(buffer)
        if (end === null) return
        const part = buffer.slice(0, end.index)
        buffer = buffer.slice(end.index + end[0].length)
        if (isText) texts.push(part)
        hear(isText ? 'TEXT' : part)
      }
    })
    hear('CONNECT')
  })
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  /** Resolves once no connection is open. */
  const empty = async () => {
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close')
  }
  return { url: `smtp://127.0.0.1:${port}`, port, heard, texts, empty }
}

/** A reply, or an action on the socket, instead of the usual reply. */
type Answer = string | ((socket: Socket) => void)

function answering(to: Heard, answer: Answer) {
  return startRawServer((heard, socket) => {
    if (!heard.startsWith(to)) return usualReply(heard)
    if (typeof answer === 'string') return answer
    answer(socket)
    return undefined
  })
}

async function outcomeOf(to: Heard, answer: Answer, limits: Partial<SmtpLimits> = {}) {
  const server = await answering(to, answer)
  return { server, delivery: await send(mailerFor(server, limits)) }
}

/** Short limits, for attempts that only a timeout ends. */
const hasty = { connectMs: 60, answerMs: 60 }
const say = (text: string) => (socket: Socket) => void socket.end(text)
const silence = () => {}
const hangUp = (socket: Socket) => void socket.destroy()

describe('an email is deferred if it can’t have been sent, and unknown if it might have been, when the server', () => {
  test.each<['deferred' | 'unknown', string, Heard, Answer]>([
    ['deferred', 'refuses the connection', 'CONNECT', '554 5.7.1 blocked\r\n'],
    ['deferred', 'greets with garbage', 'CONNECT', 'GET / HTTP/1.1\r\n\r\n'],
    ['deferred', 'never ends its greeting', 'CONNECT', '220-one\r\n220-two\r\n'],
    ['deferred', 'does not answer MAIL FROM', 'MAIL', silence],
    ['deferred', 'hangs up at RCPT TO', 'RCPT', hangUp],
    ['deferred', 'defers the recipient', 'RCPT', '450 4.1.1 <ada@example.com> later\r\n'],
    ['deferred', 'says half of 354 and hangs up', 'DATA', say('35')],
    ['deferred', 'defers the text', 'TEXT', '451-4.7.1 greylisted\r\n451 4.7.1 come back\r\n'],
    ['deferred', 'says 421 after the text', 'TEXT', say('421 4.3.2 going down\r\n')],
    ['unknown', 'hangs up right after its 354', 'DATA', say('354 go on\r\n')],
    ['unknown', 'hangs up after the final dot', 'TEXT', hangUp],
    ['unknown', 'never answers the text', 'TEXT', silence],
    ['unknown', 'answers the text with what only begins like a reply', 'TEXT', '2 out of 2\r\n'],
    ['unknown', 'answers the text with half a reply', 'TEXT', say('25')],
    ['unknown', 'asks for the text again', 'TEXT', '354 go on\r\n'],
  ])('%s: %s', async (outcome, _, to, answer) => {
    const isTimed = to === 'CONNECT' || answer === silence
    const limits = to === 'TEXT' ? { attemptMs: 700 } : hasty
    const { delivery, server } = await outcomeOf(to, answer, isTimed ? limits : {})
    expect(delivery).toMatchObject({ outcome })
    expect(delivery.answer.startsWith('no answer to the text: ')).toBe(outcome === 'unknown')
    if (typeof answer === 'string' && answer.startsWith('45')) expect(delivery.answer).toContain(answer.slice(0, 9))
    expect(delivery.answer).not.toContain('ada@')
    expect(server.heard.filter((each) => each.includes('MAIL FROM')).length).toBeLessThanOrEqual(1)
    await server.empty()
  })

  test('is not there', async () => {
    expect(await send(mailerFor({ url: 'smtp://127.0.0.1:1' }))).toMatchObject({ outcome: 'deferred' })
  })
})

/** The codes are from RFC 3463, and the words from Gmail, Exchange, Exim, Postfix, Amazon SES, and others. */
test.each<[string, Heard, string]>([
  ['who sends', 'MAIL', '550 5.1.1 who are you'],
  ['how much was sent today', 'MAIL', '550 5.4.5 Daily user sending limit exceeded'],
  ['how much was sent today, at RCPT TO', 'RCPT', '550 5.4.5 Daily SMTP relay limit exceeded'],
  ['the room for outgoing mail', 'MAIL', '552 5.2.3 over quota'],
  ['the address at MAIL FROM', 'MAIL', '554 no'],
  ['the login', 'RCPT', '530 5.7.0 Authentication required'],
  ['the rights of the login', 'TEXT', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['a sender that isn’t verified', 'TEXT', '554 Message rejected: Email address is not verified.'],
  ['relaying', 'RCPT', '550 5.7.1 <ada@example.com>: Relay access denied'],
  [
    'a sender that Exim calls back',
    'RCPT',
    '550-Verification failed\r\n550-No Such User Here\r\n550 Sender verify failed',
  ],
  ['a sender that Postfix doesn’t know', 'RCPT', '550 5.1.1 Sender address rejected: User unknown'],
  ['a rate', 'RCPT', '550 5.2.1 This user is receiving mail at a rate that prevents additional messages'],
])('an email is deferred when a 5xx is about us: %s', async (_, to, answer) => {
  const { delivery } = await outcomeOf(to, `${answer}\r\n`)
  const words = answer.replace('ada@example.com', '(address)').replaceAll('\r\n', ' ')
  expect(delivery).toEqual({ outcome: 'deferred', answer: words })
})

/** An address is dead if the status code says so or, if the code is generic, the words do. */
test.each<[string, Heard, string, boolean]>([
  ['an unknown recipient, in several lines', 'RCPT', '550-5.1.10 unknown\r\n550 5.1.10 <ada@example.com>', true],
  ['a closed mailbox after the text', 'TEXT', '554 5.2.1 closed', true],
  ['an unknown recipient in words', 'RCPT', '550 <ada@example.com>: User unknown', true],
  ['an unknown recipient in words behind a status that says nothing', 'RCPT', '550 5.1.0 No such user here', true],
  ['an unknown recipient as qmail says it', 'RCPT', '550 sorry, no mailbox here by that name (#5.1.1)', true],
  ['a name that only reads so', 'RCPT', '550 <no.such.user.unknown@example.com> is not for you', false],
  ['a recipient by a version that looks like a status', 'RCPT', '550 version 5.1.1 says no', false],
  ['a full mailbox', 'RCPT', '552 5.2.2 full', false],
  ['the text', 'TEXT', '554 5.7.1 spam', false],
])('an email is refused when the server refuses %s', async (_, to, answer, isDeadAddress) => {
  const { delivery } = await outcomeOf(to, `${answer}\r\n`)
  const words = answer.replace(/[a-z.]+@example\.com/, '(address)').replace('\r\n', ' ')
  expect(delivery).toEqual({ outcome: 'refused', answer: words, isDeadAddress })
})

test('an email is sent once the server confirms it, in any number of pieces and lines, even if it then disconnects', async () => {
  const pieces = ['2', '50-2.0.0', ' Ok\r', '\n250 2.0.0 queued as 4F2A\r\n']
  const { delivery, server } = await outcomeOf('TEXT', async (socket) => {
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve))
    socket.end()
  })
  expect(delivery).toEqual({ outcome: 'sent', answer: '250-2.0.0 Ok 250 2.0.0 queued as 4F2A' })
  expect(server.texts[0]).toContain('\r\n..\r\nwith a dot alone')
})

describe('an aborted attempt', () => {
  test.each<[Heard, string]>([
    ['DATA', 'deferred'],
    ['TEXT', 'unknown'],
  ])('at %s is %s', async (at, outcome) => {
    const abort = new AbortController()
    const server = await answering(at, () => abort.abort())
    expect(await mailerFor(server).send(email, abort.signal)).toMatchObject({ outcome })
    await server.empty()
  })

  test('at its time limit is deferred, however busy the server seems', async () => {
    const stillHere = (socket: Socket) => {
      const drip = setInterval(() => socket.write('250-still here\r\n'), 10)
      socket.on('close', () => clearInterval(drip))
    }
    const { delivery } = await outcomeOf('EHLO', stillHere, { attemptMs: 100 })
    expect(delivery).toMatchObject({ outcome: 'deferred' })
  })
})

describe('encryption', () => {
  /** This machine's address, in a form the mailer doesn't recognize as local. */
  const notLocal = '[::ffff:127.0.0.1]'

  test('is used if the server offers it', async () => {
    const onMailFrom: SMTPServerOptions['onMailFrom'] = (_, { secure }, done) =>
      done(secure ? null : new Error('clear'))
    const server = await startSmtpServer({ disabledCommands: [], onMailFrom })
    expect(await send(mailerFor(server))).toMatchObject({ outcome: 'sent' })
  })

  test.each([
    ['smtp', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ])('with another server’s certificate is refused before anything is sent by %s', async (scheme, options) => {
    const server = await startSmtpServer(options)
    const delivery = await send(mailerFor({ url: `${scheme}://${notLocal}:${server.port}` }))
    expect(delivery).toMatchObject({ outcome: 'deferred', answer: expect.stringMatching(/certificate/) })
    expect(server.received).toEqual([])
  })

  test('that the server doesn’t offer prevents sending the password', async () => {
    const server = await answering('STARTTLS', '502 no\r\n')
    const delivery = await send(mailerFor({ url: `smtp://me:hunter2@${notLocal}:${server.port}` }))
    expect(delivery).toMatchObject({ outcome: 'deferred', answer: expect.stringContaining('STARTTLS') })
    expect(server.heard.some((each) => each.includes('AUTH'))).toBe(false)
  })
})

test('a login uses SMTP_URL’s credentials, and a refused login defers the email, so the owner can fix it', async () => {
  const server = await startSmtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'me@x' && password === 'p/w' ? done(null, { user: username }) : done(reply(535, '5.7.8 wrong')),
  })
  const sendBy = (login: string) => send(mailerFor({ url: server.url.replace('//', `//${login}@`) }))
  expect(await sendBy('me%40x:p%2Fw')).toMatchObject({ outcome: 'sent' })
  expect(await sendBy('me:hunter2')).toEqual({ outcome: 'deferred', answer: 'Invalid login: 535 5.7.8 wrong' })
})

describe('a connection', () => {
  const openedTo = ({ heard }: { heard: string[] }) => heard.filter((each) => each.endsWith('CONNECT')).length

  test('is reused for the next emails, and closed when idle or with the mailer', async () => {
    const server = await startRawServer(usualReply)
    const mailer = mailerFor(server, { idleMs: 200 })
    for (let i = 0; i < 3; i++) expect(await send(mailer)).toMatchObject({ outcome: 'sent' })
    expect(openedTo(server)).toBe(1)
    await server.empty()
    const other = mailerFor(server)
    await Promise.all([send(other), send(other)])
    await other.close()
    await server.empty()
  })

  test.each<[string, Heard, (socket: Socket) => string | undefined]>([
    ['was closed meanwhile', 'TEXT', (socket) => void socket.end(usualReply('TEXT'))],
    ['ends at MAIL FROM', 'MAIL', () => '421 4.4.2 idle for too long\r\n'],
    ['has had its share', 'MAIL', () => '554 5.7.0 too many mails\r\n'],
    ['hangs', 'MAIL', () => undefined],
  ])('that %s is replaced within the same try', async (_, at, behave) => {
    let emails = 0
    const server = await startRawServer((heard, socket, connection) => {
      if (heard === 'TEXT') emails++
      const isTime = connection === 1 && heard.startsWith(at) && emails === 1
      return isTime ? behave(socket) : usualReply(heard)
    })
    // Long enough for the first email, even on a busy machine.
    const mailer = mailerFor(server, { answerMs: 500 })
    for (let i = 0; i < 2; i++) expect(await send(mailer)).toMatchObject({ outcome: 'sent' })
    expect([server.texts.length, openedTo(server)]).toEqual([2, 2])
  })

  test('isn’t replaced once the body was being sent', async () => {
    let emails = 0
    const server = await startRawServer((heard, socket) =>
      heard !== 'TEXT' || ++emails === 1 ? usualReply(heard) : void socket.destroy(),
    )
    const mailer = mailerFor(server)
    for (const outcome of ['sent', 'unknown']) expect(await send(mailer)).toMatchObject({ outcome })
    expect(server.texts).toHaveLength(2)
  })

  test('is reset after a refused email, and reused for the next', async () => {
    const replies = ['550 5.1.1 unknown\r\n']
    const server = await startRawServer((heard) => (heard.startsWith('RCPT') && replies.pop()) || usualReply(heard))
    const mailer = mailerFor(server)
    for (const outcome of ['refused', 'sent']) expect(await send(mailer)).toMatchObject({ outcome })
    expect(server.heard.filter((each) => each.endsWith('RSET'))).toEqual(['1 RSET'])
    expect(openedTo(server)).toBe(1)
  })
})
