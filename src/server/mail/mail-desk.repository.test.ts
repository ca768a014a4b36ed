import { describe, expect, test } from 'vitest'
import type { OutboxRow } from '../../../migrations/tables.ts'
import { engines } from '../../../tests/support/databases.ts'
import { mail, mailerThat, openDesk } from '../../../tests/support/outbox-desk.ts'
import { dropMails, findMailIds, listMails, mailsAtAGlance, retryMails } from './mail-desk.repository.ts'
import { enqueue } from './outbox.repository.ts'

const refusing = mailerThat(async () => ({ outcome: 'refused', answer: '550 no', isDeadAddress: true }))
const hourMs = 3_600_000

describe.each(engines)('the owner’s mails on $name', (engine) => {
  test('are listed by state and address, the newest first, whichever state they are in', async () => {
    const { database, clock, rows } = await openDesk(refusing, 0, engine)
    for (const [index, state] of (['sent', 'queued', 'failed', 'sending'] as const).entries()) {
      const to = { name: '', address: index === 1 ? 'Bob@MÜNCHEN.example' : 'ada@example.com' }
      await database.write((tx) => enqueue(tx, { ...mail, to }, clock.now + index))
      await change(database, { state }, 'queued', clock.now + index)
    }
    const states = async (wanted: Omit<Parameters<typeof listMails>[1], 'limit'>, limit = 9) =>
      (await listMails(database.db, { ...wanted, limit }, {})).map(({ state }) => state)
    expect(await states({ view: 'all' })).toEqual(['sending', 'failed', 'queued', 'sent'])
    expect(await states({ view: 'all' }, 2)).toEqual(['sending', 'failed'])
    expect(await states({ view: 'waiting' })).toEqual(['sending', 'queued'])
    expect(await states({ view: 'all', to: 'ADA@example.com' })).toEqual(['sending', 'failed', 'sent'])
    expect(await states({ view: 'all', to: 'bob@MÜNCHEN.example' })).toEqual(['queued'])
    expect(await states({ view: 'sent', to: 'bob@example.com' })).toEqual([])
    const [{ id = '' } = {}] = await rows()
    expect(await findMailIds(database.db, id.slice(0, 13))).toEqual([id])
  })

  test('have another day of tries before them when they are tried anew, and keep the mark of a try', async () => {
    const { database, outbox, clock, rows } = await openDesk(refusing, 1, engine)
    await outbox.sendDue()
    await database.write((tx) => enqueue(tx, mail, clock.now, clock.now + hourMs))
    const ids = (await rows()).map(({ id }) => id)
    await change(database, { attempts: 9 }, 'failed')
    clock.now += 5
    expect(
      (await database.write((tx) => retryMails(tx, { ids }, { now: clock.now, engine: database.engine }))).toSorted(),
    ).toEqual(ids.toSorted())
    expect((await rows()).map(({ state, attempts, due_at }) => ({ state, attempts, due_at }))).toEqual(
      expect.arrayContaining([
        { state: 'queued', attempts: 1, due_at: clock.now },
        { state: 'queued', attempts: 0, due_at: clock.now },
      ]),
    )
    expect(
      await database.write((tx) => retryMails(tx, { state: 'failed' }, { now: clock.now, engine: database.engine })),
    ).toEqual([])
  })

  test('are left alone by retry and drop while they are sent, and afterwards', async () => {
    const { database, clock, rows } = await openDesk(refusing, 2, engine)
    const [first, second] = (await rows()).map(({ id }) => id)
    const ids = [first ?? '', second ?? '']
    for (const state of ['sent', 'sending'] as const) {
      await change(database, { state })
      expect(
        await database.write((tx) => retryMails(tx, { ids }, { now: clock.now, engine: database.engine })),
      ).toEqual([])
      expect(await database.write((tx) => dropMails(tx, { ids }, database.engine))).toEqual([])
    }
    await change(database, { state: 'failed' })
    expect(await database.write((tx) => dropMails(tx, { ids: ids.slice(0, 1) }, database.engine))).toEqual(
      ids.slice(0, 1),
    )
    expect(await database.write((tx) => dropMails(tx, { state: 'queued' }, database.engine))).toEqual([])
    expect(await database.write((tx) => dropMails(tx, { state: 'failed' }, database.engine))).toHaveLength(1)
  })

  test('are counted for the day: what waits, what waits on purpose, what was refused', async () => {
    const { database, outbox, clock } = await openDesk(refusing, 1, engine)
    await outbox.sendDue()
    const { now } = clock
    await database.write(async (tx) => {
      await enqueue(tx, mail, now - 9, now - 7)
      await enqueue(tx, mail, now, now + hourMs)
    })
    expect(await mailsAtAGlance(database.db, now, {})).toMatchObject({
      waiting: { count: 1, since: now - 7 },
      untouchedSince: now - 7,
      later: 1,
      failed: 1,
      refused: [{ last_error: '550 no' }],
    })
  })
})

async function change(
  { write }: Awaited<ReturnType<typeof openDesk>>['database'],
  set: Partial<OutboxRow>,
  state?: OutboxRow['state'],
  createdAt?: number,
): Promise<void> {
  await write((tx) =>
    tx
      .updateTable('outbox')
      .set(set)
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'queued'))
      .$if(createdAt !== undefined, (query) => query.where('created_at', '=', createdAt ?? 0))
      .execute(),
  )
}
