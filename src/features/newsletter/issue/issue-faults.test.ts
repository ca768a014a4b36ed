import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reader, readerAddress } from '../../../../tests/support/readers.ts'
import { deferred, judging, openIssue, refused, taken, unknown } from '../../../../tests/support/sending.ts'
import { mailerFor, reply, startSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { retryPausesMs } from '../../../server/mail/outbox.repository.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('in trouble with the mail server, an issue', () => {
  test('waits for the owner after ten refusals in a row, and goes on where it stopped', async () => {
    let isBlocked = true
    const { mailer, got } = judging((n) => (n > 5 && isBlocked ? refused : taken))
    const { app, sender, issue, states } = await openIssue(mailer, { readers: 40 })
    await sender.sendDue()
    const why = expect.stringContaining('10 mails in a row, the last one with: 554 5.7.1 no')
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: why, finished_at: null })
    // Those under way with the tenth were sent as well.
    expect(got.length).toBeLessThan(5 + 10 + 4)
    isBlocked = false
    const tried = got.length
    await app.database.db.updateTable('issues').set({ state: 'sending', refusals: 0 }).execute()
    await sender.sendDue()
    expect([got.length, new Set(got).size]).toEqual([40, 40])
    expect((await states()).filter((state) => state === 'failed')).toHaveLength(tried - 5)
  })

  test('waits longer and longer while the server defers, and loses nobody in a day without one', async () => {
    let isDown = true
    const tries: number[] = []
    const { mailer, got } = judging(() => {
      tries.push(clock.now)
      return isDown ? deferred : taken
    })
    const { app, sender, issue } = await openIssue(mailer, { readers: 6 })
    const { clock } = app
    const start = clock.now
    await sender.sendDue()
    expect(tries.length).toBeLessThanOrEqual(4)
    for (const pause of [1, 2, 5, 10, 20, 40, 60, 60, 60]) {
      expect(await issue()).toMatchObject({ next_at: clock.now + pause * minuteMs, state: 'sending' })
      clock.now += pause * minuteMs - 1
      await sender.sendDue()
      expect(tries.at(-1)).toBeLessThan(clock.now - 1_000)
      clock.now += 1
      await sender.sendDue()
      expect(tries.at(-1)).toBe(clock.now)
    }
    const sendForHours = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        await sender.sendDue()
        clock.now += hourMs
      }
    }
    await sendForHours(20 - Math.floor((clock.now - start) / hourMs))
    isDown = false
    const before = got.length
    await sendForHours(10)
    expect(got.slice(before).toSorted()).toEqual([0, 1, 2, 3, 4, 5].map(readerAddress))
    expect(await issue()).toMatchObject({ state: 'done', deferrals: 0 })
  })

  test('gives up on an email that is deferred for more than a day, even across restarts', async () => {
    const { mailer, got } = judging((_, mail) => (mail.to.address === readerAddress(1) ? deferred : taken))
    const { app, sender, newSender, states, issue } = await openIssue(mailer, { readers: 3 })
    await sender.sendDue()
    for (const pause of retryPausesMs) {
      app.clock.now += pause
      await newSender().sendDue()
    }
    expect(got.filter((address) => address === readerAddress(1))).toHaveLength(retryPausesMs.length + 1)
    expect(await states()).toEqual(['sent', 'failed', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done' })
  })

  test('never repeats what ended without an answer, and waits for the owner after ten of those', async () => {
    const { mailer, got } = judging(() => unknown)
    const { app, sender, states, issue } = await openIssue(mailer, { readers: 40 })
    for (let hour = 0; hour < 12; hour++) {
      await sender.sendDue()
      app.clock.now += hourMs
    }
    const why = expect.stringContaining('without an answer')
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: why })
    expect(got.length).toBeLessThan(10 + 4)
    expect(new Set(got).size).toBe(got.length)
    expect((await states()).filter((state) => state === 'unknown')).toHaveLength(got.length)
  })

  test('fails for an address that no email can be written to, and reaches the others', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, states, issue } = await openIssue(mailer, { readers: 3 })
    const email = 'x@b.co\r\nBcc: evil@x.co'
    await app.database.db.updateTable('subscribers').set({ email }).where('id', '=', reader(1).id).execute()
    await sender.sendDue()
    expect(got).toHaveLength(2)
    expect(await states()).toEqual(['sent', 'failed', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done' })
  })
})

type Done = (error?: Error | null) => void

/** What a server does the first three times that `isBroken()` is asked; then it works. */
const faults = {
  'says 421 and closes': (isBroken: () => boolean) => ({
    options: { onRcptTo: (_: unknown, __: unknown, done: Done) => done(isBroken() ? reply(421, 'bye') : null) },
  }),
  'falls silent before it has the text': (isBroken: () => boolean) => ({
    options: { onRcptTo: (_: unknown, __: unknown, done: Done) => (isBroken() ? undefined : done()) },
  }),
  'defers once it has the text': (isBroken: () => boolean) => ({
    afterData: () => (isBroken() ? reply(452, 'no room') : null),
  }),
  'refuses for good': (isBroken: () => boolean) => ({
    afterData: () => (isBroken() ? reply(554, '5.7.1 no') : null),
    left: 'failed',
  }),
  'drops the connection once it has the text': (isBroken: () => boolean) => ({
    afterData: () => (isBroken() ? ('die' as const) : null),
    left: 'unknown',
  }),
}

test.each(Object.entries(faults))(
  'after a server that %s, nobody gets an issue twice and the rows are right',
  async (_, fault) => {
    let breaks = 3
    const { options, afterData, left }: { options?: object; afterData?: () => Error | 'die' | null; left?: string } =
      fault(() => breaks-- > 0)
    const server = await startSmtpServer(options, afterData)
    const { app, sender, mails, issue } = await openIssue(mailerFor(server, { answerMs: 150, wholeTryMs: 500 }), {
      readers: 8,
    })
    for (let hour = 0; hour < 10 && (await issue()).state === 'sending'; hour++) {
      await sender.sendDue()
      app.clock.now += hourMs
    }
    const rows = await mails()
    const countOf = (wanted: string) => rows.filter(({ state }) => state === wanted).length
    const sent = rows.flatMap(({ state }, n) => (state === 'sent' ? [readerAddress(n)] : []))
    const got = server.received.flatMap(({ envelope }) => envelope.to)
    expect(new Set(got).size).toBe(got.length)
    expect(sent).toEqual(got.toSorted())
    expect(countOf('failed')).toBe(left === 'failed' ? 3 : 0)
    // What was under way on other connections when the server dropped them all may be unknown too.
    expect(countOf('unknown') >= 3).toBe(left === 'unknown')
    expect(sent.length + countOf('failed') + countOf('unknown')).toBe(8)
    expect(await issue()).toMatchObject({ state: 'done' })
  },
)

describe('while the database cannot be written', () => {
  test.each([
    [true, 'sent'],
    [false, 'unknown'],
  ])('an email that was taken is not sent again; its process lives on: %j, it ends as %s', async (livesOn, state) => {
    const { mailer, got } = judging(async () => {
      await sql`pragma query_only = on`.execute(app.database.db)
      return taken
    })
    const { app, sender, newSender, states } = await openIssue(mailer)
    await sender.sendDue()
    expect(await states()).toEqual(['sending'])
    if (!livesOn) await sender.stop(0)
    await sql`pragma query_only = off`.execute(app.database.db)
    if (!livesOn) app.clock.now += 2 * minuteMs
    await (livesOn ? sender : newSender()).sendDue()
    expect(await states()).toEqual([state])
    expect(got).toHaveLength(1)
  })

  test('nothing is sent whose claim may not be on the disk, and the claim is given back', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, states } = await openIssue(mailer, { readers: 3 })
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
