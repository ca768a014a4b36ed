import { setImmediate as nextRound } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../../tests/support/databases.ts'
import { openIssueDesk } from '../../../../tests/support/issue-desk.ts'
import { reader, readerAddress } from '../../../../tests/support/made-readers.ts'
import { mailerThat } from '../../../../tests/support/outbox-desk.ts'
import type { Delivery, Mail } from '../../../server/mail/mailer.ts'
import { retryPausesMs } from '../../../server/mail/outbox.repository.ts'
import { suppressionHash } from '../subscriber.repository.ts'
import { forgetSubscriber } from '../subscriber.service.ts'

const taken: Delivery = { outcome: 'sent', answer: '250 taken' }
const refused: Delivery = { outcome: 'refused', answer: '554 5.7.1 no', isDeadAddress: false }
const dead: Delivery = { outcome: 'refused', answer: '550 5.1.1 no such user', isDeadAddress: true }
const deferred: Delivery = { outcome: 'deferred', answer: '451 later' }
const unknown: Delivery = { outcome: 'unknown', answer: 'the connection broke' }
const minuteMs = 60_000

/** A mailer that answers as `judge` says at the nth mail, and notes what it got. */
function judging(judge: (n: number, mail: Mail, signal: AbortSignal) => Delivery | Promise<Delivery>) {
  const got: string[] = []
  const mailer = mailerThat(async (mail, signal) => await judge(got.push(mail.to.address), mail, signal))
  return { mailer, got }
}

describe.each(engines)('an issue on $name', (engine) => {
  test('takes a dead address off the list, and pauses for none among good ones', async () => {
    const { mailer, got } = judging((n) => (n === 3 ? dead : taken))
    const { app, sender, mails, issue } = await openIssueDesk(mailer, { engine, readers: 20 })
    await sender.sendDue()
    expect(got).toHaveLength(20)
    const deadOne = got[2] ?? ''
    expect((await mails()).filter(({ state }) => state !== 'sent')).toMatchObject([
      { state: 'failed', answer: '550 5.1.1 no such user', sent_at: null },
    ])
    expect(await issue()).toMatchObject({ state: 'done', refusals: 0 })
    const { db } = app.database
    const bounced = await db.selectFrom('subscribers').select('email').where('state', '=', 'bounced').execute()
    expect(bounced).toEqual([{ email: deadOne }])
    const email_hash = suppressionHash(deadOne, app.newsletter.salt)
    expect(await db.selectFrom('suppressions').selectAll().execute()).toEqual([
      { email_hash, reason: 'bounced', created_at: app.clock.now },
    ])
  })

  test('calls unknown what a process has left behind in the middle, and sends the rest', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, states, issue } = await openIssueDesk(mailer, { engine, readers: 3 })
    const { clock, database } = app
    await database.db
      .updateTable('issue_mails')
      .set({ state: 'sending', attempts: 1, due_at: clock.now + 2 * minuteMs })
      .where('subscriber_id', '=', reader(0).id)
      .execute()
    await sender.sendDue()
    expect(await states()).toEqual(['sending', 'sent', 'sent'])
    expect(await issue()).toMatchObject({ state: 'sending' })
    clock.now += 2 * minuteMs
    await sender.sendDue()
    expect(await states()).toEqual(['unknown', 'sent', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done' })
    clock.now += 24 * 60 * minuteMs
    await sender.sendDue()
    expect(got).toHaveLength(2)
  })

  test('corrects an unknown mail when its own process tells after all that it was taken', async () => {
    const answer = Promise.withResolvers<Delivery>()
    const begun = Promise.withResolvers<void>()
    const { mailer } = judging(() => {
      begun.resolve()
      return answer.promise
    })
    const { app, sender, newSender, states } = await openIssueDesk(mailer, { engine })
    const sending = sender.sendDue()
    await begun.promise
    app.clock.now += 10 * minuteMs
    await newSender().sendDue()
    expect(await states()).toEqual(['unknown'])
    answer.resolve(taken)
    await sending
    expect(await states()).toEqual(['sent'])
  })

  test('is broken off when the program stops: what was not transmitted waits, what was is unknown', async () => {
    const begun: (() => void)[] = []
    const { mailer } = judging(
      (n, _, signal) =>
        new Promise((resolve) => {
          const aborted = () => resolve(n === 1 ? unknown : deferred)
          signal.addEventListener('abort', aborted)
          begun.push(aborted)
        }),
    )
    const { sender, mails, issue } = await openIssueDesk(mailer, { engine, readers: 3 })
    const sending = sender.sendDue()
    while (begun.length < 3) await nextRound()
    await sender.stop(0)
    await sending
    const states = (await mails()).map(({ state, attempts }) => `${state} ${attempts}`)
    expect(states.sort()).toEqual(['queued 0', 'queued 0', 'unknown 1'])
    expect(await issue()).toMatchObject({ state: 'sending', refusals: 0, deferrals: 0 })
  })

  test('takes back the file of a reader who was erased in that very moment', async () => {
    const retracted: string[] = []
    const { mailer } = judging(async () => {
      const deps = { salt: app.newsletter.salt, now: app.clock.now }
      await app.database.write((tx) => forgetSubscriber(tx, readerAddress(0), deps))
      return taken
    })
    const { app, sender } = await openIssueDesk(
      { ...mailer, retract: async ({ id }) => void retracted.push(id) },
      { engine },
    )
    await sender.sendDue()
    expect(retracted).toEqual([`mvp-development-guide.${reader(0).id}`])
  })

  test('takes it back as well where the process is stopped meanwhile', async () => {
    const retracted: string[] = []
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Delivery>()]
    const { mailer } = judging(async () => {
      begun.resolve()
      return await answered.promise
    })
    const { app, sender } = await openIssueDesk(
      { ...mailer, retract: async ({ id }) => void retracted.push(id) },
      { engine },
    )
    sender.start()
    await begun.promise
    const deps = { salt: app.newsletter.salt, now: app.clock.now }
    await app.database.write((tx) => forgetSubscriber(tx, readerAddress(0), deps))
    const stopped = sender.stop(10_000)
    answered.resolve(taken)
    await stopped
    expect(retracted).toEqual([`mvp-development-guide.${reader(0).id}`])
  })
})

describe('in trouble with the mail server, an issue', () => {
  test('waits for the owner after ten refusals in a row, and goes on where it stopped', async () => {
    let isBlocked = true
    const { mailer, got } = judging((n) => (n > 5 && isBlocked ? refused : taken))
    const { app, sender, issue, states } = await openIssueDesk(mailer, { readers: 40 })
    await sender.sendDue()
    expect(await issue()).toMatchObject({
      state: 'paused',
      paused_because: expect.stringContaining('10 mails in a row, the last one with: 554 5.7.1 no'),
      finished_at: null,
    })
    // Those under way with the tenth were sent as well.
    expect(got.length).toBeLessThan(5 + 10 + 4)
    isBlocked = false
    const tried = got.length
    await app.database.db.updateTable('issues').set({ state: 'sending', refusals: 0 }).execute()
    await sender.sendDue()
    expect(got).toHaveLength(40)
    expect(new Set(got).size).toBe(40)
    expect((await states()).filter((state) => state === 'failed')).toHaveLength(tried - 5)
  })

  test('waits longer and longer while the mail server defers, and loses nobody in a day without one', async () => {
    let isDown = true
    const tries: number[] = []
    const { mailer, got } = judging(() => {
      tries.push(clock.now)
      return isDown ? deferred : taken
    })
    const { app, sender, issue } = await openIssueDesk(mailer, { readers: 6 })
    const { clock } = app
    const start = clock.now
    await sender.sendDue()
    const together = tries.length
    expect(together).toBeLessThanOrEqual(4)
    for (const pause of [1, 2, 5, 10, 20, 40, 60, 60, 60]) {
      expect(await issue()).toMatchObject({ next_at: clock.now + pause * minuteMs, state: 'sending' })
      clock.now += pause * minuteMs - 1
      await sender.sendDue()
      expect(tries.at(-1)).toBeLessThan(clock.now - 1_000)
      clock.now += 1
      await sender.sendDue()
      expect(tries.at(-1)).toBe(clock.now)
    }
    while (clock.now < start + 20 * 60 * minuteMs) {
      clock.now += 60 * minuteMs
      await sender.sendDue()
    }
    isDown = false
    const before = got.length
    for (let hour = 0; hour < 10; hour++) {
      await sender.sendDue()
      clock.now += 60 * minuteMs
    }
    expect(new Set(got.slice(before)).size).toBe(6)
    expect(got.slice(before)).toHaveLength(6)
    expect(await issue()).toMatchObject({ state: 'done', deferrals: 0 })
  })

  test('gives a mail up that is deferred for more than a day, and waits for it meanwhile without looking stale', async () => {
    const { mailer, got } = judging((_, mail) => (mail.to.address === readerAddress(1) ? deferred : taken))
    const { app, sender, newSender, mails, issue } = await openIssueDesk(mailer, { readers: 3 })
    await sender.sendDue()
    for (const pause of retryPausesMs) {
      app.clock.now += pause
      // As after a restart.
      await newSender().sendDue()
    }
    expect(got.filter((address) => address === readerAddress(1))).toHaveLength(retryPausesMs.length + 1)
    expect((await mails()).map(({ state }) => state)).toEqual(['sent', 'failed', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done' })
  })

  test('never sends again what ended without an answer, and does not burn the list on a server that breaks down', async () => {
    const { mailer, got } = judging(() => unknown)
    const { app, sender, mails, issue } = await openIssueDesk(mailer, { readers: 40 })
    for (let hour = 0; hour < 12; hour++) {
      await sender.sendDue()
      app.clock.now += 60 * minuteMs
    }
    expect(await issue()).toMatchObject({
      state: 'paused',
      paused_because: expect.stringContaining('without an answer'),
    })
    expect(got.length).toBeLessThan(10 + 4)
    expect(new Set(got).size).toBe(got.length)
    expect((await mails()).filter(({ state }) => state === 'unknown')).toHaveLength(got.length)
  })

  test('fails for an address that no mail can be written to, without holding up the others', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, states, issue } = await openIssueDesk(mailer, { readers: 3 })
    const email = 'x@b.co\r\nBcc: evil@x.co'
    await app.database.db.updateTable('subscribers').set({ email }).where('id', '=', reader(1).id).execute()
    await sender.sendDue()
    expect(got).toHaveLength(2)
    expect(await states()).toEqual(['sent', 'failed', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done' })
  })
})

describe('while the database cannot be written', () => {
  test('a mail that was taken is written down as soon as it can be', async () => {
    const { mailer, got } = judging(async () => {
      await sql`pragma query_only = on`.execute(app.database.db)
      return taken
    })
    const { app, sender, states } = await openIssueDesk(mailer, { engine: sqlite })
    await sender.sendDue()
    expect(await states()).toEqual(['sending'])
    await sql`pragma query_only = off`.execute(app.database.db)
    await sender.sendDue()
    expect(await states()).toEqual(['sent'])
    expect(got).toHaveLength(1)
  })

  test('a mail that was taken and could never be written down is unknown, and is not sent again', async () => {
    const { mailer, got } = judging(async () => {
      await sql`pragma query_only = on`.execute(app.database.db)
      return taken
    })
    const { app, sender, newSender, states } = await openIssueDesk(mailer, { engine: sqlite })
    await sender.sendDue()
    await sender.stop(0)
    await sql`pragma query_only = off`.execute(app.database.db)
    app.clock.now += 2 * minuteMs
    await newSender().sendDue()
    expect(await states()).toEqual(['unknown'])
    expect(got).toHaveLength(1)
  })

  test('nothing is sent whose claim is not on the disk, and what such a commit has left behind is given back', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, states } = await openIssueDesk(mailer, { engine: sqlite, readers: 3 })
    const { write } = app.database
    let broken = 0
    app.database.write = async (work) => {
      const result = await write(work)
      if (broken++ === 0) throw new Error('the connection broke at the commit')
      return result
    }
    await sender.sendDue()
    expect(got).toEqual([])
    expect((await states()).sort()).toEqual(['queued', 'queued', 'sending'])
    await sender.sendDue()
    expect(got).toHaveLength(3)
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
  })
})
