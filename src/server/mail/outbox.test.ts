import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { engines, temporaryFolder } from '../../../tests/support/databases.ts'
import { mail, mailerThat, openDesk } from '../../../tests/support/outbox-desk.ts'
import { startHangingServer, startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { createSilentLog } from '../log.ts'
import { createFileMailer } from './file-mailer.ts'
import { mailsAtAGlance } from './mail-desk.repository.ts'
import { enqueue, retryPausesMs } from './outbox.repository.ts'
import { Outbox } from './outbox.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const hourMs = 3_600_000

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

  test('keeps a mail until it is due, and does not call it late before', async () => {
    const server = await startSmtpServer()
    const { database, clock, outbox } = await openDesk(createSmtpMailer(server.url), 0, engine)
    const dueAt = clock.now + hourMs
    await database.write((tx) => enqueue(tx, mail, clock.now, dueAt))
    await outbox.sendDue()
    expect(server.received).toEqual([])
    expect(await mailsAtAGlance(database.db, clock.now, {})).toMatchObject({ waiting: { count: 0 }, later: 1 })
    clock.now = dueAt
    await outbox.sendDue()
    expect(server.received).toHaveLength(1)
  })

  test('is not stalled by a clock that was far ahead once, whether the mail waits or was being sent then', async () => {
    const sent: string[] = []
    const mailer = mailerThat(async ({ id }) => {
      sent.push(id)
      return { outcome: 'sent', answer: '250 ok' }
    })
    const { database, outbox, clock, rows } = await openDesk(mailer, 2, engine)
    const [first] = await rows()
    const aYearAhead = { due_at: clock.now + 365 * 24 * 3_600_000 }
    await database.db.updateTable('outbox').set(aYearAhead).execute()
    await database.db
      .updateTable('outbox')
      .set({ state: 'sending', attempts: 1 })
      .where('id', '=', first?.id ?? '')
      .execute()
    await outbox.sendDue()
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(2)
  })

  test('tries again after growing pauses for more than a day, with the same Message-ID, then gives up', async () => {
    const tries: { at: number; messageId: string }[] = []
    const desk = await openDesk(
      mailerThat(async ({ messageId }) => {
        tries.push({ at: desk.clock.now, messageId })
        return { outcome: 'deferred', answer: '451 try later' }
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
      return { outcome: 'sent', answer: '250 taken' }
    })
    const desk = await openDesk(mailer, 40, engine)
    const { database, clock } = desk
    const others = Array.from(
      { length: 3 },
      () => new Outbox({ database, mailer, composers: {}, now: () => clock.now, log: createSilentLog() }),
    )
    await Promise.all([desk.outbox, ...others].map((outbox) => outbox.sendDue()))
    expect(sent).toBe(40)
  })

  test('sends again what a process left behind in the middle', async () => {
    const desk = await openDesk(
      mailerThat(async () => ({ outcome: 'sent', answer: '250 taken' })),
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

test('a started outbox sends what a commit wakes it for, and stops with nothing half done', async () => {
  const server = await startSmtpServer()
  const desk = await openDesk(createSmtpMailer(server.url), 1)
  desk.outbox.start()
  await server.waitFor(1)
  await desk.database.write((tx) => enqueue(tx, mail, desk.clock.now))
  desk.outbox.notify()
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

test('stopping ends no mail’s tries, however many it has had', async () => {
  const desk = await openDesk(
    mailerThat(async (_, signal) => {
      if (!signal.aborted) await once(signal, 'abort')
      return { outcome: 'deferred', answer: 'broken off' }
    }),
  )
  await desk.database.db.updateTable('outbox').set({ attempts: retryPausesMs.length }).execute()
  desk.outbox.start()
  await vi.waitUntil(async () => (await desk.rows())[0]?.attempts === retryPausesMs.length + 1)
  await desk.outbox.stop(50)
  expect(await desk.rows()).toMatchObject([{ state: 'queued' }])
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

test('a mail whose words cannot be made of what is stored has failed, and the others go out', async () => {
  const { database, clock, rows } = await openDesk(
    mailerThat(async () => ({ outcome: 'sent', answer: '250' })),
    0,
  )
  const composers = { broken: () => Promise.reject(new Error('quotes a secret')), told: async () => mail }
  const outbox = new Outbox({
    database,
    mailer: mailerThat(async () => ({ outcome: 'sent', answer: '250' })),
    composers,
    now: () => clock.now,
    log: createSilentLog(),
  })
  const { subject: _, text: __, html: ___, ...unwritten } = mail
  await database.write((tx) => enqueue(tx, { ...unwritten, kind: 'broken' }, clock.now))
  await database.write((tx) => enqueue(tx, { ...unwritten, kind: 'told' }, clock.now + 1))
  clock.now += 2
  await outbox.sendDue()
  const kept = (await rows()).toSorted((a, b) => a.created_at - b.created_at)
  expect(kept).toMatchObject([
    { kind: 'broken', state: 'failed', last_error: 'its words could not be made of what is stored' },
    { kind: 'told', state: 'sent' },
  ])
})
