import { describe, expect, test } from 'vitest'
import { engines } from '../../../../tests/support/databases.ts'
import { openIssueDesk, sendLetter, slug } from '../../../../tests/support/issue-desk.ts'
import { reader, readerAddress } from '../../../../tests/support/made-readers.ts'
import { mailerThat } from '../../../../tests/support/outbox-desk.ts'
import { startSmtpServer } from '../../../../tests/support/smtp-server.ts'
import type { Delivery, Mail } from '../../../server/mail/mailer.ts'
import { liftMute, type Mute, mute } from '../../../server/mail/mute.ts'
import { createSmtpMailer } from '../../../server/mail/smtp-mailer.ts'
import { unsubscribe } from '../mail-link.route.ts'
import { unsubscribeLink } from '../newsletter-links.ts'
import { forgetSubscriber } from '../subscriber.service.ts'

const taken: Delivery = { outcome: 'sent', answer: '250 taken' }
const minuteMs = 60_000

/** A mailer that notes what it gets, and answers in turn; the last answer stays. */
function scripted(...answers: (Delivery | ((mail: Mail, signal: AbortSignal) => Promise<Delivery>))[]) {
  const got: Mail[] = []
  const mailer = mailerThat(async (mail, signal) => {
    const answer = answers[Math.min(got.push(mail), answers.length) - 1] ?? taken
    return typeof answer === 'function' ? await answer(mail, signal) : answer
  })
  return { mailer, got, addresses: () => got.map(({ to }) => to.address) }
}

describe.each(engines)('an issue on $name', (engine) => {
  test('comes to each reader once, with a link of their own, always as the same mail', async () => {
    const server = await startSmtpServer()
    const desk = await openIssueDesk(createSmtpMailer(server.url), { engine, readers: 5 })
    await desk.sender.sendDue()
    await desk.sender.sendDue()
    expect(server.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual([0, 1, 2, 3, 4].map(readerAddress))
    const first = server.received.find(({ envelope }) => envelope.to[0] === readerAddress(0))
    const link = unsubscribeLink(desk.app.newsletter.links, reader(0).id)
    expect(first).toMatchObject({
      subject: 'A letter ✓',
      text: `A text\n\nLeave: ${link}\n`,
      html: `<p>A text</p><a href="${link}">Leave</a>\n`,
      messageId: `<${slug}.${reader(0).id}@kitewright.example>`,
      date: '2026-11-20T09:30:00.000Z',
    })
    expect(first?.raw).toContain(`List-Unsubscribe: <${link}>\r\n`)
    expect(await desk.mails()).toMatchObject(Array(5).fill({ state: 'sent', attempts: 1, sent_at: desk.app.clock.now }))
    expect(await desk.issue()).toMatchObject({ state: 'done', finished_at: desk.app.clock.now, readers: 5 })
  })

  test('is shared by several processes, and no mail is sent by two', async () => {
    const { mailer, addresses } = scripted(taken)
    const desk = await openIssueDesk(mailer, { engine, readers: 60 })
    await Promise.all([desk.sender, desk.newSender(), desk.newSender()].map((sender) => sender.sendDue()))
    expect(addresses().sort()).toEqual(Array.from({ length: 60 }, (_, n) => readerAddress(n)).sort())
    expect(new Set(await desk.states())).toEqual(new Set(['sent']))
  })

  test('keeps its pace, also over several processes, and does not make up for what it has slept', async () => {
    const { mailer, got } = scripted(taken)
    const desk = await openIssueDesk(mailer, { engine, readers: 12, mailsPerMinute: 120 })
    const senders = [desk.sender, desk.newSender()]
    const run = () => Promise.all(senders.map((sender) => sender.sendDue()))
    await run()
    expect(got).toHaveLength(1)
    desk.app.clock.now += 499
    await run()
    expect(got).toHaveLength(1)
    for (let n = 2; n <= 4; n++) {
      desk.app.clock.now += n === 2 ? 1 : 500
      await run()
      expect(got).toHaveLength(n)
    }
    desk.app.clock.now += 30 * minuteMs
    await run()
    expect(got).toHaveLength(5)
  })

  test('leaves out whoever has left or was erased since it was sent', async () => {
    const { mailer, addresses } = scripted(async () => {
      const { newsletter, database, clock } = desk.app
      const key = new URL(unsubscribeLink(newsletter.links, reader(2).id)).searchParams.get('key') ?? ''
      await unsubscribe(newsletter, key)
      await database.write((tx) => forgetSubscriber(tx, readerAddress(3), { salt: newsletter.salt, now: clock.now }))
      return taken
    }, taken)
    const desk = await openIssueDesk(mailer, { engine, readers: 5, mailsPerMinute: 600 })
    for (let n = 0; n < 5; n++) {
      await desk.sender.sendDue()
      desk.app.clock.now += 100
    }
    expect(addresses()).toEqual([0, 1, 4].map(readerAddress))
    expect(await desk.states()).toEqual(['sent', 'sent', 'sent'])
    expect(await desk.issue()).toMatchObject({ state: 'done', readers: 5 })
  })

  test('is not sent while the database is muted, and goes on when that is lifted in time', async () => {
    const { mailer, got } = scripted(taken)
    const desk = await openIssueDesk(mailer, { engine, readers: 3 })
    const why: Mute = { because: 'a test', since: desk.app.clock.now }
    await desk.app.database.write((tx) => mute(tx, why))
    await desk.sender.sendDue()
    expect(got).toEqual([])
    expect(await desk.states()).toEqual(['queued', 'queued', 'queued'])
    await desk.app.database.write(liftMute)
    await desk.sender.sendDue()
    expect(got).toHaveLength(3)
  })

  test('is one after the other with a second one, at one pace', async () => {
    const { mailer, got } = scripted(taken)
    const desk = await openIssueDesk(mailer, { engine, readers: 3, mailsPerMinute: 60 })
    const { db } = desk.app.database
    const first = await desk.issue()
    await db
      .insertInto('issues')
      .values({ ...first, slug: 'another', created_at: first.created_at + 1, readers: 1 })
      .execute()
    const mail = { issue: 'another', subscriber_id: reader(0).id, state: 'queued', attempts: 0, due_at: 0 } as const
    await db
      .insertInto('issue_mails')
      .values({ ...mail, answer: null, sent_at: null })
      .execute()
    for (let n = 0; n < 5; n++) {
      await desk.sender.sendDue()
      await desk.sender.sendDue()
      expect(got).toHaveLength(Math.min(n + 1, 4))
      desk.app.clock.now += 1_000
    }
    expect(got.map(({ id }) => id.split('.')[0])).toEqual([slug, slug, slug, 'another'])
  })

  test('is sent by a process that serves as soon as the owner’s command has stored it', async () => {
    const { promise, resolve } = Promise.withResolvers<Mail>()
    const mailer = mailerThat(async (mail) => {
      resolve(mail)
      return taken
    })
    const desk = await openIssueDesk(mailer, { engine, isSent: false })
    desk.sender.start()
    expect(await sendLetter(desk.app, 1)).toEqual({ outcome: 'begun', readers: 1 })
    desk.sender.notify()
    expect((await promise).to.address).toBe(readerAddress(0))
  })
})

describe('an issue', () => {
  test('goes past hundreds who have left in one go', async () => {
    const { mailer, addresses } = scripted(taken)
    const desk = await openIssueDesk(mailer, { readers: 1_500 })
    const { db } = desk.app.database
    await db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('id', '<', reader(1_499).id).execute()
    await desk.sender.sendDue()
    expect(addresses()).toEqual([readerAddress(1_499)])
    expect(await desk.issue()).toMatchObject({ state: 'done' })
  })

  test('waits for the owner when its time is long past', async () => {
    const { mailer, got } = scripted(taken)
    const desk = await openIssueDesk(mailer, { readers: 2 })
    desk.app.clock.now += 60 * minuteMs + 1
    await desk.sender.sendDue()
    expect(got).toEqual([])
    expect(await desk.issue()).toMatchObject({
      state: 'paused',
      paused_because: expect.stringContaining('2026-11-20 09:30 UTC'),
    })
  })

  test.each([6, 30 * 24 * 60])('goes on when the clock is set back by %i minutes', async (minutes) => {
    const { mailer, got } = scripted(taken)
    const desk = await openIssueDesk(mailer, { readers: 2 })
    desk.app.clock.now -= minutes * minuteMs
    await desk.sender.sendDue()
    expect(got).toHaveLength(2)
  })
})
