import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { OutboxRow } from '../../../migrations/tables.ts'
import { engines, temporaryFolder } from '../../../tests/support/databases.ts'
import {
  dead,
  deferred,
  email,
  mailerFor,
  openOutbox,
  refused,
  startSmtpServer,
  unknown,
} from '../../../tests/support/sending.ts'
import type { Database } from '../../db/database.ts'
import { hourMs } from '../../text/time-text.ts'
import { createFileMailer, removeEmailFiles } from '../smtp/mailer.ts'
import { retryPausesMs } from './claims.ts'
import { listEmails, summarizeOutbox } from './list.ts'
import { deleteEmails, retryEmails } from './retry.ts'
import { enqueue, type RenderEmail } from './store.ts'
import { OutboxWorker } from './worker.ts'

describe.each(engines)('the outbox on $name', (engine) => {
  test('sends each email once, unchanged, through an SMTP server', async () => {
    const server = await startSmtpServer()
    const { outbox, clock, rows } = await openOutbox(mailerFor(server), 3, engine)
    await outbox.sendDue()
    await outbox.sendDue()
    expect(server.received).toHaveLength(3)
    const words = { subject: 'Hello ✓', text: 'A text\n', html: '<p>A text</p>\n' }
    expect(server.received[0]).toMatchObject({ to: [{ name: 'Ada, Countess', address: 'ada@example.com' }], ...words })
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(3)
    expect(await rows()).toMatchObject(Array(3).fill({ state: 'sent', sent_at: clock.now }))
  })

  test.each([deferred, unknown, refused])(
    'tries again for more than a day after $outcome, then gives up',
    async (delivery) => {
      const tries: string[] = []
      const judge = (_: number, { messageId }: { messageId: string }) => {
        tries.push(messageId)
        return delivery
      }
      const { outbox, clock, rows } = await openOutbox(judge, 1, engine)
      const start = clock.now
      for (const pause of retryPausesMs) {
        await outbox.sendDue()
        expect(await rows()).toMatchObject([{ state: 'queued', due_at: clock.now + pause }])
        clock.now += pause - 1
        await outbox.sendDue() // too early, so nothing is sent
        clock.now += 1
      }
      await outbox.sendDue()
      expect([tries.length, new Set(tries).size]).toEqual([retryPausesMs.length + 1, 1])
      expect(clock.now - start).toBeGreaterThan(24 * hourMs)
      expect(await rows()).toMatchObject([{ state: 'failed', last_error: delivery.answer }])
    },
  )

  test('resends a dead process’s emails, and isn’t stalled by a clock that was a year ahead', async () => {
    const { database, outbox, clock, rows } = await openOutbox(undefined, 2, engine)
    const [first, second] = await rows()
    await change(database, { state: 'sending', attempts: 1, due_at: clock.now + 120_000 }, first?.id)
    const aYearAhead = clock.now + 365 * 24 * hourMs
    await change(database, { created_at: aYearAhead, due_at: aYearAhead }, second?.id)
    await outbox.sendDue()
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['sending', 'sent'])
    clock.now += 120_000
    await outbox.sendDue()
    expect((await rows()).map(({ state, attempts }) => `${state} ${attempts}`).toSorted()).toEqual(['sent 1', 'sent 2'])
  })

  test('lists emails by state and address, failed emails first', async () => {
    const { database, clock } = await openOutbox(undefined, 0, engine)
    for (const [n, state] of (['sent', 'queued', 'failed', 'sending'] as const).entries()) {
      const to = { name: '', address: n === 1 ? 'Bob@MÜNCHEN.example' : 'ada@example.com' }
      const id = await database.write((tx) => enqueue(tx, { ...email, to }, clock.now + n))
      await change(database, { state }, id)
    }
    const states = async (wanted: Omit<Parameters<typeof listEmails>[1], 'limit'>, limit = 9) =>
      (await listEmails(database.db, { ...wanted, limit }, async () => undefined)).map(({ state }) => state).join(' ')
    expect(await states({ view: 'all' }, 3)).toBe('failed sending queued')
    expect(await states({ view: 'waiting' })).toBe('sending queued')
    expect(await states({ view: 'all', to: { address: 'ADA@example.com', recipient: undefined } })).toBe(
      'failed sending sent',
    )
    expect(await states({ view: 'all', to: { address: 'bob@MÜNCHEN.example', recipient: undefined } })).toBe('queued')
    await sql`insert into outbox (id, kind, from_name, from_address, to_name, to_address, subject, text, headers, state,
      attempts, due_at, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 70000)
      select 'many.' || n, 'test', '', '', '', 'owner@example.com', 'x', '', '{}', 'sent', 1, 0, n from numbers`.execute(
      database.db,
    )
    expect(await states({ view: 'all', to: { address: 'owner@example.com', recipient: undefined } }, 1)).toBe('sent')
  })

  test('gives up immediately on a dead address, retries other emails for a full day, and doesn’t touch sent emails', async () => {
    const { database, outbox, clock, rows } = await openOutbox(() => dead, 1, engine)
    await outbox.sendDue()
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, last_error: dead.answer }])
    const [{ id = '' } = {}] = await rows()
    const { write } = database
    const retry = () => write((tx) => retryEmails(tx, { ids: [id] }, clock.now))
    const drop = () => write((tx) => deleteEmails(tx, { ids: [id] }))
    await change(database, { attempts: 9 })
    expect(await retry()).toEqual([id])
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, due_at: clock.now }])
    for (const state of ['sent', 'sending'] as const) {
      await change(database, { state })
      expect([await retry(), await drop()]).toEqual([[], []])
    }
    await change(database, { state: 'failed' })
    expect(await drop()).toEqual([id])
  })

  test('keeps an email until it’s due, and counts waiting, scheduled, and refused emails', async () => {
    const { database, outbox, clock, got } = await openOutbox(() => dead, 1, engine)
    await outbox.sendDue()
    const { now } = clock
    await database.write(async (tx) => {
      await enqueue(tx, email, now - 9, now - 7)
      await enqueue(tx, email, now, now + hourMs)
    })
    expect(await summarizeOutbox(database.db, now)).toMatchObject({
      waiting: { count: 1, since: now - 7 },
      untriedSince: now - 7,
      later: 1,
      failed: 1,
    })
    clock.now += hourMs - 1
    await outbox.sendDue()
    expect(got).toHaveLength(2)
    clock.now += 1
    await outbox.sendDue()
    expect(got).toHaveLength(3)
  })
})

async function change({ write }: Pick<Database, 'write'>, set: Partial<OutboxRow>, id?: string): Promise<void> {
  await write((tx) => {
    const all = tx.updateTable('outbox').set(set)
    return (id === undefined ? all : all.where('id', '=', id)).execute()
  })
}

test('a started outbox sends new emails after their commit, and finishes its work when stopped', async () => {
  const server = await startSmtpServer()
  const { outbox, database, clock, rows } = await openOutbox(mailerFor(server))
  outbox.start()
  await server.waitFor(1)
  await database.write((tx) => enqueue(tx, email, clock.now))
  outbox.notify()
  await server.waitFor(2)
  await outbox.stop(5_000)
  expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('stopping aborts an email that hangs, after any number of attempts, and it’s due again later', async () => {
  const server = Promise.withResolvers<void>()
  const hanging = await startSmtpServer({ onConnect: () => server.resolve() })
  const { database, outbox, rows } = await openOutbox(mailerFor(hanging))
  await change(database, { attempts: retryPausesMs.length })
  outbox.start()
  await server.promise
  await outbox.stop(50)
  expect(await rows()).toMatchObject([{ state: 'queued' }])
})

test('an email that can’t be rendered fails, and the others go out', async () => {
  const { database, clock, rows, needs } = await openOutbox(undefined, 0)
  const render: RenderEmail = async (_, { kind }) => {
    if (kind === 'broken') throw new Error('quotes a secret')
    return email
  }
  const { subject: _, text: __, html: ___, ...unwritten } = email
  for (const kind of ['broken', 'whole']) await database.write((tx) => enqueue(tx, { ...unwritten, kind }, clock.now))
  await new OutboxWorker({ ...needs, renderEmail: render }).sendDue()
  const fates = (await rows()).map(({ kind, state, last_error }) => `${kind} ${state} ${last_error}`).toSorted()
  expect(fates).toEqual(['broken failed could not render the email', 'whole sent 250 taken'])
})

describe('without a mail server', () => {
  test('each email is a file that email apps can open', async () => {
    const folder = `${temporaryFolder()}/mail`
    const { outbox, rows } = await openOutbox(createFileMailer(folder), 2)
    await outbox.sendDue()
    const names = readdirSync(folder)
    expect(names).toEqual(Array(2).fill(expect.stringMatching(/^20261120T000000Z_[0-9a-f-]{36}\.eml$/)))
    const parsed = await PostalMime.parse(readFileSync(`${folder}/${names[0]}`))
    expect(parsed).toMatchObject({ subject: 'Hello ✓', to: [{ name: 'Ada, Countess' }], text: 'A text\n' })
    const [{ id = '' } = {}] = await rows()
    writeFileSync(`${folder}/20261120T000000Z_${id}.eml.part`, 'half')
    expect(await removeEmailFiles(folder, [id])).toBe(2)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('a read-only folder defers the email', async () => {
    const folder = temporaryFolder()
    writeFileSync(`${folder}/mail`, 'in the way')
    const { outbox, rows } = await openOutbox(createFileMailer(`${folder}/mail`))
    await outbox.sendDue()
    expect(await rows()).toMatchObject([{ state: 'queued', last_error: expect.stringContaining('EEXIST') }])
  })

  test('an email erased while it’s being written leaves no file', async () => {
    const folder = temporaryFolder()
    const files = createFileMailer(folder)
    const send: typeof files.send = async (...sending) => {
      await database.write((tx) => tx.deleteFrom('outbox').execute())
      return await files.send(...sending)
    }
    const { database, outbox } = await openOutbox({ ...files, send })
    await outbox.sendDue()
    expect(readdirSync(folder)).toEqual([])
  })
})
