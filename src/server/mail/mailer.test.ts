import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { mail, openDesk } from '../../../tests/support/outbox-desk.ts'
import { reply, startHangingServer, startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { createFileMailer, removeMailFiles } from './file-mailer.ts'
import { enqueue } from './outbox.repository.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

describe('a mail server', () => {
  test('that is not there puts the mail off', async () => {
    const desk = await openDesk(createSmtpMailer('smtp://127.0.0.1:1'))
    await desk.outbox.sendDue()
    expect(await desk.rows()).toMatchObject([{ state: 'queued', attempts: 1, due_at: desk.clock.now + 60_000 }])
  })

  test.each([
    [
      'to the recipient',
      { onRcptTo: (_: unknown, __: unknown, done: (e: Error) => void) => done(reply(451, 'later')) },
    ],
    ['to the sender', { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(reply(450, 'later')) }],
    ['to the greeting', { onConnect: (_: unknown, done: (e: Error) => void) => done(reply(554, 'not today')) }],
    [
      'about the log-in',
      { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(reply(530, 'log in')) },
    ],
  ])('that says “not now” %s puts the mail off', async (_, options) => {
    const server = await startSmtpServer(options)
    const desk = await openDesk(createSmtpMailer(server.url))
    await desk.outbox.sendDue()
    expect(await desk.rows()).toMatchObject([{ state: 'queued', attempts: 1 }])
  })

  test('that refuses the recipient for good ends the tries, and its words are kept without the address', async () => {
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _, done) => done(reply(550, `5.1.1 <${address}> is unknown`)),
    })
    const desk = await openDesk(createSmtpMailer(server.url))
    await desk.outbox.sendDue()
    const [row] = await desk.rows()
    expect(row?.state).toBe('failed')
    expect(row?.last_error).toContain('550 5.1.1 <(address)> is unknown')
  })

  test('that refuses the text for good ends the tries', async () => {
    const server = await startSmtpServer({}, () => reply(554, 'no such words here'))
    const desk = await openDesk(createSmtpMailer(server.url))
    await desk.outbox.sendDue()
    expect(await desk.rows()).toMatchObject([{ state: 'failed', last_error: expect.stringContaining('no such words') }])
  })

  test('that hangs is given up after a while', async () => {
    const port = await startHangingServer()
    const limits = { connectMs: 50, answerMs: 50, wholeTryMs: 50 }
    const desk = await openDesk(createSmtpMailer(`smtp://127.0.0.1:${port}`, limits))
    await desk.outbox.sendDue()
    expect(await desk.rows()).toMatchObject([{ state: 'queued', attempts: 1 }])
  })

  test('that dies after the text has come in gets the same mail again', async () => {
    const messageIds: string[] = []
    let dead = true
    const server = await startSmtpServer({}, ({ messageId }) => {
      messageIds.push(messageId ?? '')
      return dead ? 'die' : null
    })
    const desk = await openDesk(createSmtpMailer(server.url))
    await desk.outbox.sendDue()
    expect(await desk.rows()).toMatchObject([{ state: 'queued' }])
    dead = false
    desk.clock.now += 60_000
    await desk.outbox.sendDue()
    expect(messageIds).toHaveLength(2)
    expect(new Set(messageIds).size).toBe(1)
    expect(await desk.rows()).toMatchObject([{ state: 'sent' }])
  })

  test('that asks for a log-in gets the one of SMTP_URL', async () => {
    const logins: unknown[] = []
    const server = await startSmtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) => {
        logins.push([username, password])
        done(null, { user: username })
      },
    })
    const desk = await openDesk(createSmtpMailer(server.url.replace('//', '//me%40x:p%2Fw@')))
    await desk.outbox.sendDue()
    expect(logins).toEqual([['me@x', 'p/w']])
    expect(await desk.rows()).toMatchObject([{ state: 'sent' }])
  })
})

test('encryption is used where the server offers it', async () => {
  const encrypted: boolean[] = []
  const server = await startSmtpServer({
    disabledCommands: [],
    onMailFrom: (_, session, done) => {
      encrypted.push(session.secure)
      done()
    },
  })
  const desk = await openDesk(createSmtpMailer(server.url))
  await desk.outbox.sendDue()
  expect(encrypted).toEqual([true])
})

test('words of a visitor cannot add a recipient or a header', async () => {
  const server = await startSmtpServer()
  const desk = await openDesk(createSmtpMailer(server.url), 0)
  const evil = 'x\r\nBcc: evil@example.org, "evil@example.org" <evil@example.org>'
  await desk.database.write((tx) =>
    enqueue(tx, { ...mail, subject: evil, replyTo: { name: evil, address: 'v@example.com' } }, desk.clock.now),
  )
  await desk.outbox.sendDue()
  const [received] = server.received
  expect(received?.envelope.to).toEqual(['ada@example.com'])
  expect(received?.bcc).toBeUndefined()
  expect(received?.replyTo).toMatchObject([{ address: 'v@example.com' }])
  expect(received?.raw).not.toMatch(/^Bcc:/im)
})

test('a stored address that is none is not sent to', async () => {
  const server = await startSmtpServer()
  const desk = await openDesk(createSmtpMailer(server.url), 0)
  const to = { name: '', address: 'a@example.com, evil@example.org' }
  await desk.database.write((tx) => enqueue(tx, { ...mail, to }, desk.clock.now))
  await desk.outbox.sendDue()
  expect(server.received).toEqual([])
})

test('an international domain is written the way that mail servers read', async () => {
  const server = await startSmtpServer()
  const desk = await openDesk(createSmtpMailer(server.url), 0)
  await desk.database.write((tx) =>
    enqueue(tx, { ...mail, to: { name: '', address: 'a@münchen.example' } }, desk.clock.now),
  )
  await desk.outbox.sendDue()
  expect(server.received[0]?.raw).toContain('To: a@xn--mnchen-3ya.example\r\n')
})

test('without a mail server each mail is a file that a mail program reads', async () => {
  const folder = `${temporaryFolder()}/mail`
  const desk = await openDesk(createFileMailer(folder), 2)
  await desk.outbox.sendDue()
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  expect(names.every((name) => /^20261120T000000Z_[0-9a-f-]{36}\.eml$/.test(name))).toBe(true)
  const parsed = await PostalMime.parse(readFileSync(`${folder}/${names[0]}`))
  expect(parsed).toMatchObject({ subject: 'Hello ✓', to: [{ name: 'Ada, Countess' }], text: 'A text\n' })
  const [row] = await desk.rows()
  writeFileSync(`${folder}/20261120T000000Z_${row?.id}.eml.part`, 'half')
  expect(await removeMailFiles(folder, [row?.id ?? ''])).toBe(2)
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a folder that takes no files puts the mail off', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/mail`, 'in the way')
  const desk = await openDesk(createFileMailer(`${folder}/mail`))
  await desk.outbox.sendDue()
  expect(await desk.rows()).toMatchObject([{ state: 'queued', last_error: expect.stringContaining('EEXIST') }])
})
