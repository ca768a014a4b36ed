import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, openTestDatabase, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'
import type { Database } from './database.ts'
import { createFileMailer, removeMailFiles } from './file-mailer.ts'
import { createSilentLog } from './log.ts'
import type { Mailer } from './mailer.ts'
import { enqueue, type NewMail } from './outbox.repository.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { retryPausesMs } from './retry-pauses.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import type { OutboxRow } from './tables.ts'

const mail: NewMail = {
  kind: 'test',
  leadReference: undefined,
  from: { name: 'Kitewright', address: 'hello@kitewright.example' },
  to: { name: 'Ada, Countess', address: 'ada@example.com' },
  subject: 'Hello ✓',
  text: 'A text',
  html: '<p>A text</p>',
}

const hourMs = 3_600_000

type Desk = { database: Database; outbox: Outbox; clock: { now: number }; rows: () => Promise<OutboxRow[]> }

/** A database with this many mails in its outbox, and a clock that the test moves. */
async function openDesk(mailer: Mailer, mails = 1, engine = sqlite): Promise<Desk> {
  const database = await openTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 20) }
  const outbox = createOutbox({ database, mailer, now: () => clock.now, log: createSilentLog() })
  await database.write(async (tx) => {
    for (let i = 0; i < mails; i++) await enqueue(tx, mail, clock.now)
  })
  return { database, outbox, clock, rows: () => database.db.selectFrom('outbox').selectAll().execute() }
}

function mailerThat(send: Mailer['send']): Mailer {
  return { description: 'a mailer of a test', send, retract: async () => {}, verify: async () => {} }
}

describe.each(engines)('the outbox on $name', (engine) => {
  test('sends each mail once, as it was written', async () => {
    const server = await startSmtpServer()
    const desk = await openDesk(createSmtpMailer(server.url), 3, engine)
    await desk.outbox.sendDue()
    await desk.outbox.sendDue()
    expect(server.received).toHaveLength(3)
    const [first] = server.received
    expect(first).toMatchObject({
      envelope: { from: 'hello@kitewright.example', to: ['ada@example.com'] },
      to: [{ name: 'Ada, Countess', address: 'ada@example.com' }],
      subject: 'Hello ✓',
      text: 'A text\n',
      html: '<p>A text</p>\n',
    })
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(3)
    expect((await desk.rows()).map(({ state, sent_at }) => [state, sent_at])).toEqual(
      Array(3).fill(['sent', desk.clock.now]),
    )
  })

  test('tries again after growing pauses for more than a day, with the same Message-ID, then gives up', async () => {
    const tries: { at: number; messageId: string }[] = []
    const desk = await openDesk(
      mailerThat(async ({ messageId }) => {
        tries.push({ at: desk.clock.now, messageId })
        return { outcome: 'deferred', reason: '451 try later' }
      }),
      1,
      engine,
    )
    const start = desk.clock.now
    for (const pause of retryPausesMs) {
      await desk.outbox.sendDue()
      desk.clock.now += pause - 1
      await desk.outbox.sendDue() // too early: nothing happens
      desk.clock.now += 1
    }
    await desk.outbox.sendDue()
    expect(tries).toHaveLength(retryPausesMs.length + 1)
    expect(new Set(tries.map(({ messageId }) => messageId)).size).toBe(1)
    expect((tries.at(-1)?.at ?? 0) - start).toBeGreaterThan(24 * hourMs)
    expect(await desk.rows()).toMatchObject([{ state: 'failed', last_error: '451 try later' }])
  })

  test('leaves a mail to one of several senders', async () => {
    let sent = 0
    const mailer = mailerThat(async () => {
      sent++
      return { outcome: 'sent' }
    })
    const desk = await openDesk(mailer, 40, engine)
    const { database, clock } = desk
    const others = Array.from({ length: 3 }, () =>
      createOutbox({ database, mailer, now: () => clock.now, log: createSilentLog() }),
    )
    await Promise.all([desk.outbox, ...others].map((outbox) => outbox.sendDue()))
    expect(sent).toBe(40)
  })

  test('sends again what a process left behind in the middle', async () => {
    const desk = await openDesk(
      mailerThat(async () => ({ outcome: 'sent' })),
      1,
      engine,
    )
    const { clock, database } = desk
    await database.write((tx) =>
      tx
        .updateTable('outbox')
        .set({ state: 'sending', attempts: 1, due_at: clock.now + 120_000 })
        .execute(),
    )
    await desk.outbox.sendDue()
    expect(await desk.rows()).toMatchObject([{ state: 'sending' }])
    clock.now += 120_000
    await desk.outbox.sendDue()
    expect(await desk.rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })
})

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
    const limits = { connectionTimeout: 50, greetingTimeout: 50, socketTimeout: 50 }
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

test('a started outbox sends what a commit wakes it for, and stops with nothing half done', async () => {
  const server = await startSmtpServer()
  const desk = await openDesk(createSmtpMailer(server.url), 1)
  desk.outbox.start()
  await server.waitFor(1)
  await desk.database.write((tx) => enqueue(tx, mail, desk.clock.now))
  desk.outbox.wake()
  await server.waitFor(2)
  await desk.outbox.stop(5_000)
  expect((await desk.rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('stopping breaks off a mail that hangs, and it is due again later', async () => {
  const port = await startHangingServer()
  const desk = await openDesk(createSmtpMailer(`smtp://127.0.0.1:${port}`))
  desk.outbox.start()
  await desk.outbox.stop(50)
  expect(await desk.rows()).toMatchObject([{ state: 'queued' }])
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

test('a mail that is erased while it is being written leaves no file', async () => {
  const folder = `${temporaryFolder()}/mail`
  mkdirSync(folder)
  const files = createFileMailer(folder)
  const desk = await openDesk({
    ...files,
    send: async (sending, signal) => {
      await desk.database.write((tx) => tx.deleteFrom('outbox').execute())
      return await files.send(sending, signal)
    },
  })
  await desk.outbox.sendDue()
  expect(readdirSync(folder)).toEqual([])
})

/** Takes connections and never says a word. */
async function startHangingServer(): Promise<number> {
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
