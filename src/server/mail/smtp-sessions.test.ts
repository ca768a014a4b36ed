import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { plainMail as mail } from '../../../tests/support/mails.ts'
import {
  type Heard,
  mailerFor,
  never,
  type RawSmtpServer,
  startRawSmtpServer,
  usualReply,
} from '../../../tests/support/smtp-server.ts'

describe('a connection', () => {
  const openedBy = ({ heard }: RawSmtpServer) => heard.filter((each) => each.endsWith('CONNECT')).length

  test('is kept for the next mails', async () => {
    const server = await startRawSmtpServer(usualReply)
    const mailer = mailerFor(server)
    for (let i = 0; i < 5; i++) expect(await mailer.send(mail, never)).toMatchObject({ outcome: 'sent' })
    expect(openedBy(server)).toBe(1)
  })

  test('is closed after a while, and when the mailer is', async () => {
    const server = await startRawSmtpServer(usualReply)
    const mailer = mailerFor(server, { idleMs: 20 })
    await mailer.send(mail, never)
    await server.empty()
    const other = mailerFor(server)
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => other.send(mail, never)))
    await other.close()
    await server.empty()
    await other.send(mail, never)
    await server.empty()
  })

  test.each<[string, Heard, (socket: Socket) => string | undefined]>([
    ['was closed meanwhile', 'TEXT', (socket) => void socket.end(usualReply('TEXT'))],
    ['is closed at MAIL FROM', 'MAIL', (socket) => void socket.destroy()],
    ['ends at MAIL FROM', 'MAIL', () => '421 4.4.2 idle for too long\r\n'],
    ['has had its share', 'MAIL', () => '554 5.7.0 too many mails\r\n'],
    ['hangs', 'MAIL', () => undefined],
    ['has lost its thread', 'MAIL', () => 'what?\r\n'],
  ])('that %s is replaced within the same try', async (_, at, behaviour) => {
    let mails = 0
    const server = await startRawSmtpServer((heard, socket, connection) => {
      if (heard === 'TEXT') mails++
      const isTime = connection === 1 && heard.startsWith(at) && mails === 1
      return isTime ? behaviour(socket) : usualReply(heard)
    })
    // Long enough for the first mail, however busy the machine is.
    const mailer = mailerFor(server, { answerMs: 500 })
    expect(await mailer.send(mail, never)).toMatchObject({ outcome: 'sent' })
    expect(await mailer.send(mail, never)).toMatchObject({ outcome: 'sent' })
    expect(server.texts).toHaveLength(2)
    expect(openedBy(server)).toBe(2)
  })

  test('that was kept is not replaced once the text was on its way', async () => {
    let mails = 0
    const server = await startRawSmtpServer((heard, socket) => {
      if (heard !== 'TEXT' || ++mails === 1) return usualReply(heard)
      socket.destroy()
      return undefined
    })
    const mailer = mailerFor(server)
    await mailer.send(mail, never)
    expect(await mailer.send(mail, never)).toMatchObject({ outcome: 'unknown' })
    expect(server.texts).toHaveLength(2)
  })

  test('on which a mail was refused is asked to forget it, and takes the next', async () => {
    let isFirst = true
    const server = await startRawSmtpServer((heard) => {
      if (!heard.startsWith('RCPT') || !isFirst) return usualReply(heard)
      isFirst = false
      return '550 5.1.1 unknown\r\n'
    })
    const mailer = mailerFor(server)
    expect(await mailer.send(mail, never)).toMatchObject({ outcome: 'refused' })
    expect(await mailer.send(mail, never)).toMatchObject({ outcome: 'sent' })
    expect(server.heard.filter((each) => each.endsWith('RSET'))).toEqual(['1 RSET'])
    expect(openedBy(server)).toBe(1)
  })
})
