import { once } from 'node:events'
import { setImmediate as nextRound } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Delivery } from '../../../platform/email/smtp/mailer.ts'
import { hourMs, minuteMs } from '../../../platform/text/time-text.ts'
import { engines } from '../../../tests/support/databases.ts'
import { act } from '../../../tests/support/desk.ts'
import {
  dead,
  deferred,
  judging,
  mailerFor,
  openIssue,
  refused,
  sendTestIssue,
  slug,
  startSmtpServer,
  taken,
  unknown,
} from '../../../tests/support/sending.ts'
import { subscriber, subscriberAddress } from '../../../tests/support/subscribers.ts'
import { unsubscribePath } from '../links.ts'
import { suppressionHash } from '../suppressions.ts'
import { issueHeaders } from './emails.ts'

const addresses = (count: number) => Array.from({ length: count }, (_, n) => subscriberAddress(n)).sort()

describe.each(engines)('an issue on $name', (engine) => {
  test('reaches each subscriber once through an SMTP server, with a link and headers of their own', async () => {
    const server = await startSmtpServer()
    const { app, sender, emails, issue } = await openIssue(mailerFor(server), { engine, subscribers: 5 })
    await sender.sendDue()
    await sender.sendDue()
    expect(server.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual(addresses(5))
    const first = server.received.find(({ envelope }) => envelope.to[0] === subscriberAddress(0))
    const link = app.environment.siteUrl + unsubscribePath(app.linkKey, subscriber(0).id)
    expect(first).toMatchObject({
      subject: 'An issue ✓',
      text: `A text\n\nLeave: ${link}\n`,
      html: `<p>A text</p><a href="${link}">Leave</a>\n`,
      messageId: `<${slug}.${subscriber(0).id}@kitewright.example>`,
      date: '2026-11-20T09:30:00.000Z',
    })
    for (const header of [
      `List-Unsubscribe: <${link}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'List-ID: "Kitewright" <newsletter.kitewright.example>',
      'X-Auto-Response-Suppress: OOF, AutoReply',
    ])
      expect(first?.raw.split('\r\n')).toContain(header)
    expect(await emails()).toMatchObject(Array(5).fill({ state: 'sent', attempts: 1, sent_at: app.clock.now }))
    expect(await issue()).toMatchObject({ state: 'done', finished_at: app.clock.now, subscribers: 5 })
  })

  test('is sent by multiple processes, each email by one of them', async () => {
    const { sender, newSender, states, got } = await openIssue(undefined, { engine, subscribers: 60 })
    await Promise.all([sender, newSender(), newSender()].map((each) => each.sendDue()))
    expect(got.toSorted()).toEqual(addresses(60))
    expect(new Set(await states())).toEqual(new Set(['sent']))
  })

  test('shares one pace with other issues, oldest first, and doesn’t catch up after a pause', async () => {
    const sent: string[] = []
    const note = (_: number, { id }: { id: string }) => {
      sent.push(id.split('.')[0] ?? '')
      return taken
    }
    const { app, sender, newSender } = await openIssue(note, { engine, subscribers: 3, emailsPerMinute: 120 })
    app.clock.now += 1
    await sendTestIssue(app, 3, { slug: 'later' })
    const senders = [sender, newSender()]
    const counts: number[] = []
    for (const ms of [0, 498, 1, 500, 500, 30 * minuteMs]) {
      app.clock.now += ms
      await Promise.all(senders.map((each) => each.sendDue()))
      counts.push(sent.length)
    }
    expect(counts).toEqual([1, 1, 2, 3, 4, 5])
    expect(sent).toEqual([slug, slug, slug, 'later', 'later'])
  })

  test('removes a dead address permanently', async () => {
    const judge = (n: number) => (n === 3 ? dead : taken)
    // Send one per second, so results are stored in order.
    const options = { engine, subscribers: 5, emailsPerMinute: 60 }
    const { app, sendEachSecond, emails, issue, got } = await openIssue(judge, options)
    await sendEachSecond(5)
    const [, , email = ''] = got
    expect((await emails()).filter(({ state }) => state !== 'sent')).toMatchObject([
      { state: 'failed', last_error: dead.answer, sent_at: null },
    ])
    expect(await issue()).toMatchObject({ state: 'done', refusals: 0 })
    const { db } = app.database
    const bounced = db.selectFrom('subscribers').select('email').where('state', '=', 'bounced')
    expect(await bounced.execute()).toEqual([{ email }])
    const suppressed = { email_hash: suppressionHash(email, app.salt), reason: 'bounced' }
    expect(await db.selectFrom('suppressions').selectAll().execute()).toMatchObject([suppressed])
  })

  test('marks emails of a dead process as unknown, doesn’t resend them, and sends the rest', async () => {
    const { app, sender, states, issue, got } = await openIssue(undefined, { engine, subscribers: 3 })
    const claim = { state: 'sending', attempts: 1, due_at: app.clock.now + 2 * minuteMs } as const
    const { db } = app.database
    await db.updateTable('outbox').set(claim).where('recipient', '=', subscriber(0).id).execute()
    await sender.sendDue()
    expect(await states()).toEqual(['sending', 'sent', 'sent'])
    expect(await issue()).toMatchObject({ state: 'sending' })
    app.clock.now += 2 * minuteMs
    await sender.sendDue()
    expect(await states()).toEqual(['unknown', 'sent', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done' })
    app.clock.now += 24 * hourMs
    await sender.sendDue()
    expect(got).toHaveLength(2)
  })

  test('corrects an unknown email when its own process reports its delivery late', async () => {
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Delivery>()]
    const judge = () => {
      begun.resolve()
      return answer.promise
    }
    const { app, sender, newSender, states } = await openIssue(judge, { engine })
    const sending = sender.sendDue()
    await begun.promise
    app.clock.now += 10 * minuteMs
    await newSender().sendDue()
    expect(await states()).toEqual(['unknown'])
    answer.resolve(taken)
    await sending
    expect(await states()).toEqual(['sent'])
  })

  test('when the server stops, marks the email being sent as unknown and keeps the rest queued', async () => {
    const transmit = async (n: number, _: unknown, signal: AbortSignal) => {
      await once(signal, 'abort')
      return n === 1 ? unknown : deferred
    }
    const { sender, emails, issue, got } = await openIssue(transmit, { engine, subscribers: 3 })
    const sending = sender.sendDue()
    while (got.length < 3) await nextRound()
    await sender.stop(0)
    await sending
    const left = (await emails()).map(({ state, attempts }) => `${state} ${attempts}`)
    expect(left.sort()).toEqual(['queued 0', 'queued 0', 'unknown 1'])
    expect(await issue()).toMatchObject({ state: 'sending', refusals: 0, deferrals: 0 })
  })
})

describe('in trouble, an issue', () => {
  test.each([
    ['ten refusals', refused, 'failed', '10 emails in a row, most recently: 554 5.7.1 no'],
    ['ten without a response', unknown, 'unknown', 'got no response'],
  ])('pauses after %s in a row, and continues where it stopped', async (_, delivery, state, why) => {
    let isBlocked = true
    const judge = (n: number) => (n > 5 && isBlocked ? delivery : taken)
    const { app, sender, sendHourly, issue, states, got } = await openIssue(judge, { subscribers: 40 })
    await sendHourly(12)
    const paused_because = expect.stringContaining(why)
    expect(await issue()).toMatchObject({ state: 'paused', paused_because, finished_at: null })
    // Emails in transit at the same time as the tenth also went out.
    expect(got.length).toBeLessThan(5 + 10 + 4)
    isBlocked = false
    const tried = got.length
    await act(app, 'issue.resume', { slug })
    await sender.sendDue()
    expect([got.length, new Set(got).size]).toEqual([40, 40])
    expect((await states()).filter((each) => each === state)).toHaveLength(tried - 5)
  })

  test('waits longer after each deferral, and loses no email in a day without a server', async () => {
    let isDown = true
    const tries: number[] = []
    const { mailer, got } = judging(() => {
      tries.push(clock.now)
      return isDown ? deferred : taken
    })
    const { app, sender, sendHourly, issue } = await openIssue(mailer, { subscribers: 6 })
    const { clock } = app
    await sender.sendDue()
    for (const pause of [1, 2, 5, 10, 20, 40, 60, 60]) {
      expect(await issue()).toMatchObject({ next_at: clock.now + pause * minuteMs, state: 'sending' })
      clock.now += pause * minuteMs - 1
      await sender.sendDue()
      expect(tries.at(-1)).toBeLessThan(clock.now - 1_000)
      clock.now += 1
      await sender.sendDue()
      expect(tries.at(-1)).toBe(clock.now)
    }
    await sendHourly(17)
    isDown = false
    const before = got.length
    await sendHourly(10)
    expect(got.slice(before).toSorted()).toEqual(addresses(6))
    expect(await issue()).toMatchObject({ state: 'done', deferrals: 0 })
  })

  test.each([
    [true, 'sent'],
    [false, 'unknown'],
  ])(
    'doesn’t resend an email delivered while the database was full; process survives: %j, it ends as %s',
    async (livesOn, state) => {
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
    },
  )

  test('doesn’t send an email if its claim might not be stored, and releases the claim', async () => {
    const { app, sender, states, got } = await openIssue(undefined, { subscribers: 3 })
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

describe('an issue', () => {
  test('has an ASCII List-Id for any studio name', () => {
    const listId = (name: string) => issueHeaders('', { name, email: 'hello@münchen.example' })['List-Id']
    expect(listId('A "studio"')).toBe(String.raw`"A \"studio\"" <newsletter.xn--mnchen-3ya.example>`)
    expect(listId('Děti větru')).toBe('<newsletter.xn--mnchen-3ya.example>')
  })

  test.each([6, 30 * 24 * 60])('continues when the clock is set back by %i minutes', async (minutes) => {
    const { app, sender, got } = await openIssue(undefined, { subscribers: 2 })
    app.clock.now -= minutes * minuteMs
    await sender.sendDue()
    expect(got).toHaveLength(2)
  })
})
