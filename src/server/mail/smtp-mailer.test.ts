import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { plainMail as mail } from '../../../tests/support/mails.ts'
import {
  type Heard,
  mailerFor,
  never,
  startRawSmtpServer,
  startSmtpServer,
  usualReply,
} from '../../../tests/support/smtp-server.ts'
import type { SmtpLimits } from './smtp-session.ts'

/** A server that is honest but for what it says to this. */
function answering(to: Heard, answer: string | ((socket: Socket) => void)) {
  return startRawSmtpServer((heard, socket) => {
    if (!heard.startsWith(to)) return usualReply(heard)
    if (typeof answer === 'string') return answer
    answer(socket)
    return undefined
  })
}

/** One mail to such a server. */
async function outcomeOf(to: Heard, answer: string | ((socket: Socket) => void), limits: Partial<SmtpLimits> = {}) {
  const server = await answering(to, answer)
  return { server, delivery: await mailerFor(server, limits).send(mail, never) }
}

/** Where nothing but the time ends a try that nothing was sent in. */
const hasty = { connectMs: 60, answerMs: 60 }

const say = (text: string) => (socket: Socket) => void socket.end(text)
const silence = () => {}
const hangUp = (socket: Socket) => void socket.destroy()

describe('nothing is sent, so the mail is put off, when the server', () => {
  test.each<[string, Heard, string | ((socket: Socket) => void)]>([
    ['greets with garbage', 'CONNECT', 'GET / HTTP/1.1\r\n\r\n'],
    ['greets with a refusal', 'CONNECT', '554 5.7.1 not you\r\n'],
    ['greets with half a word', 'CONNECT', '22'],
    ['says nothing', 'CONNECT', silence],
    ['hangs up at once', 'CONNECT', hangUp],
    ['never ends its greeting', 'CONNECT', '220-one\r\n220-two\r\n'],
    ['does not answer EHLO', 'EHLO', silence],
    ['ends the session at EHLO', 'EHLO', '421 going down\r\n'],
    ['hangs up at MAIL FROM', 'MAIL', hangUp],
    ['does not answer MAIL FROM', 'MAIL', silence],
    ['ends the session at MAIL FROM', 'MAIL', say('421 4.3.2 going down\r\n')],
    ['hangs up at RCPT TO', 'RCPT', hangUp],
    ['does not answer RCPT TO', 'RCPT', silence],
    ['answers RCPT TO with garbage', 'RCPT', '\r\nyes, please\r\n'],
    ['puts the recipient off', 'RCPT', '450 4.1.1 <ada@example.com> later\r\n'],
    ['ends the session at RCPT TO', 'RCPT', say('421 going down\r\n')],
    ['hangs up at DATA', 'DATA', hangUp],
    ['does not answer DATA', 'DATA', silence],
    ['puts DATA off', 'DATA', '451 4.3.0 later\r\n'],
    ['says half of 354 and hangs up', 'DATA', say('35')],
    ['puts the text off', 'TEXT', '451-4.7.1 greylisted\r\n451 4.7.1 come back\r\n'],
    ['ends the session after the text, and says that it did not take it', 'TEXT', say('421 4.3.2 going down\r\n')],
  ])('%s', async (_, to, answer) => {
    const isReply = typeof answer === 'string' && /^[45]\d\d/.test(answer)
    const { delivery } = await outcomeOf(to, answer, isReply ? {} : hasty)
    expect(delivery).toMatchObject({ outcome: 'deferred' })
    if (isReply) expect(delivery.answer).toContain(answer.slice(0, 9))
    expect(delivery.answer).not.toContain('ada@')
  })
})

describe('nobody knows what became of the mail when the server', () => {
  test.each<[string, Heard, string | ((socket: Socket) => void)]>([
    ['hangs up right after its 354', 'DATA', say('354 go on\r\n')],
    ['hangs up after the final dot', 'TEXT', hangUp],
    ['never answers the text', 'TEXT', silence],
    ['answers the text with garbage', 'TEXT', 'thank you\r\n'],
    ['answers the text with what only begins like a reply', 'TEXT', '2 out of 2\r\n'],
    ['answers the text with half a reply', 'TEXT', say('25')],
    ['answers the text with a line that does not end', 'TEXT', say('554 5.1.1 no')],
    ['asks for the text again', 'TEXT', '354 go on\r\n'],
    ['hangs up within its answer', 'TEXT', say('250-taken\r\n')],
  ])('%s', async (_, to, answer) => {
    const { delivery, server } = await outcomeOf(to, answer, answer === silence ? { wholeTryMs: 700 } : {})
    expect(delivery).toMatchObject({ outcome: 'unknown', answer: expect.stringMatching(/^no answer to the text: ./) })
    expect(server.heard.filter((each) => each.includes('MAIL FROM'))).toHaveLength(1)
    await server.empty()
  })

  test('takes the connection away in the middle of a long text', async () => {
    const server = await startRawSmtpServer((heard, socket) => {
      if (!heard.startsWith('DATA')) return usualReply(heard)
      socket.write('354 go on\r\n')
      socket.once('data', () => socket.destroy())
      return undefined
    })
    const delivery = await mailerFor(server).send({ ...mail, text: 'long '.repeat(2_000_000) }, never)
    expect(delivery).toMatchObject({ outcome: 'unknown' })
  })
})

describe('the mail is refused for good when the server refuses', () => {
  test.each<[string, Heard, string, boolean]>([
    ['an unknown recipient', 'RCPT', '550 5.1.1 <ada@example.com> unknown', true],
    ['an unknown recipient, in several lines', 'RCPT', '550-5.1.1 unknown\r\n550 5.1.1 <ada@example.com>', true],
    ['a closed mailbox after the text', 'TEXT', '554 5.2.1 closed', true],
    ['a recipient without saying why', 'RCPT', '550 no', false],
    ['a full mailbox', 'RCPT', '552 5.2.2 full', false],
    ['the sender', 'MAIL', '550 5.1.1 who are you', false],
    ['DATA', 'DATA', '554 5.1.1 no', false],
    ['the text', 'TEXT', '554 5.7.1 spam', false],
  ])('%s', async (_, to, answer, isDeadAddress) => {
    const { delivery } = await outcomeOf(to, `${answer}\r\n`)
    const words = answer.replace('ada@example.com', '(address)').replace('\r\n', ' ')
    expect(delivery).toEqual({ outcome: 'refused', answer: words, isDeadAddress })
  })
})

test('the mail is sent when the server has said so, in pieces and in lines, and hangs up', async () => {
  const pieces = ['2', '50-2.0.0', ' Ok\r', '\n250 2.0.0 queued as 4F2A\r\n']
  const { delivery, server } = await outcomeOf('TEXT', async (socket) => {
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve))
    socket.end()
  })
  expect(delivery).toEqual({ outcome: 'sent', answer: '250-2.0.0 Ok 250 2.0.0 queued as 4F2A' })
  expect(server.texts[0]).toContain('\r\n..\r\nwith a dot alone')
})

test('a server that takes all at once and then refuses the recipient gets no text', async () => {
  const server = await startRawSmtpServer((heard) => {
    if (heard.startsWith('EHLO')) return '250-here\r\n250 PIPELINING\r\n'
    return heard.startsWith('RCPT') ? '550 5.1.1 unknown\r\n' : usualReply(heard)
  })
  const delivery = mailerFor(server).send(mail, never)
  expect(await delivery).toMatchObject({ outcome: 'refused', isDeadAddress: true })
  expect(server.texts.join('')).toBe('')
})

describe('a try that is broken off', () => {
  test.each<[Heard, string]>([
    ['CONNECT', 'deferred'],
    ['EHLO', 'deferred'],
    ['MAIL', 'deferred'],
    ['DATA', 'deferred'],
    ['TEXT', 'unknown'],
  ])('at %s is %s', async (at, outcome) => {
    const breakOff = new AbortController()
    const server = await answering(at, () => breakOff.abort())
    expect(await mailerFor(server).send(mail, breakOff.signal)).toMatchObject({ outcome })
    await server.empty()
  })

  test('before it has begun is put off', async () => {
    const server = await startRawSmtpServer(usualReply)
    expect(await mailerFor(server).send(mail, AbortSignal.abort())).toMatchObject({ outcome: 'deferred' })
    expect(server.heard).toEqual([])
  })

  test('by its own time is put off, however busy the server seems', async () => {
    let drip: NodeJS.Timeout | undefined
    const { delivery } = await outcomeOf(
      'EHLO',
      (socket) => {
        drip = setInterval(() => socket.write('250-still here\r\n'), 10)
      },
      { wholeTryMs: 100 },
    )
    clearInterval(drip)
    expect(delivery).toMatchObject({ outcome: 'deferred' })
  })
})

describe('encryption', () => {
  /** This machine, under a name that the mailer does not take for it. */
  const notLocal = '[::ffff:127.0.0.1]'

  test('with a certificate of somebody else is refused by name, before anything is said', async () => {
    const server = await startSmtpServer({ disabledCommands: [] })
    const delivery = await mailerFor({ url: `smtp://${notLocal}:${server.port}` }).send(mail, never)
    expect(delivery).toMatchObject({ outcome: 'deferred', answer: expect.stringMatching(/certificate/) })
    expect(server.received).toEqual([])
  })

  test('from the start is no different', async () => {
    const server = await startSmtpServer({ secure: true })
    const delivery = await mailerFor({ url: `smtps://${notLocal}:${server.port}` }).send(mail, never)
    expect(delivery).toMatchObject({ outcome: 'deferred', answer: expect.stringMatching(/certificate/) })
  })

  test('that a server does not offer keeps a password from being sent', async () => {
    const server = await startRawSmtpServer((heard) =>
      heard.startsWith('STARTTLS') ? '502 no\r\n' : usualReply(heard),
    )
    const delivery = await mailerFor({ url: `smtp://me:hunter2@${notLocal}:${server.port}` }).send(mail, never)
    expect(delivery).toMatchObject({ outcome: 'deferred', answer: expect.stringContaining('STARTTLS') })
    expect(server.heard.some((each) => each.includes('AUTH'))).toBe(false)
  })

  test('that hangs or is garbage puts the mail off', async () => {
    for (const answer of ['220 go\r\n', '220 go\r\n250 I am no TLS\r\n']) {
      const server = await startRawSmtpServer((heard) => {
        if (heard.startsWith('EHLO')) return '250-here\r\n250 STARTTLS\r\n'
        return heard.startsWith('STARTTLS') ? answer : heard === 'CONNECT' ? usualReply(heard) : undefined
      })
      const delivery = await mailerFor(server, { connectMs: 60, answerMs: 60 }).send(mail, never)
      expect(delivery).toMatchObject({ outcome: 'deferred' })
    }
  })
})

test('a server that answers a log-in with a refusal for good puts the mail off', async () => {
  const server = await startRawSmtpServer((heard) => {
    if (heard.startsWith('EHLO')) return '250-here\r\n250 AUTH PLAIN\r\n'
    return heard.startsWith('AUTH') ? '535 5.7.8 wrong\r\n' : usualReply(heard)
  })
  const delivery = await mailerFor({ url: server.url.replace('//', '//me:hunter2@') }).send(mail, never)
  expect(delivery).toEqual({ outcome: 'deferred', answer: 'Invalid login: 535 5.7.8 wrong' })
  await server.empty()
})
