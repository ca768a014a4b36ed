import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { engines } from '../../../../tests/support/databases.ts'
import { reader, readerAddress } from '../../../../tests/support/readers.ts'
import {
  deferred,
  judging,
  openIssue,
  refused,
  slug,
  type TestIssue,
  taken,
  unknown,
} from '../../../../tests/support/sending.ts'
import { mailerFor, startSmtpServer } from '../../../../tests/support/smtp-server.ts'
import type { Delivery } from '../../../server/mail/mailer.ts'
import { liftMute, mute } from '../../../server/mail/mute.ts'
import { unsubscribe } from '../mail-link.route.ts'
import { unsubscribeLink } from '../newsletter-links.ts'
import { suppressionHash } from '../subscriber.repository.ts'
import { forgetSubscriber } from '../subscriber.service.ts'
import { issueHeaders } from './issue-mail.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const addresses = (count: number) => Array.from({ length: count }, (_, n) => readerAddress(n)).sort()

async function forget({ database, newsletter, now }: TestIssue['app'], n: number): Promise<void> {
  const deps = { salt: newsletter.salt, now: now() }
  await database.write((tx) => forgetSubscriber(tx, readerAddress(n), deps))
}

describe.each(engines)('an issue on $name', (engine) => {
  test('reaches each subscriber once through an SMTP server, with a link and headers of their own', async () => {
    const server = await startSmtpServer()
    const { app, sender, mails, issue } = await openIssue(mailerFor(server), { engine, readers: 5 })
    await sender.sendDue()
    await sender.sendDue()
    expect(server.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual(addresses(5))
    const first = server.received.find(({ envelope }) => envelope.to[0] === readerAddress(0))
    const link = unsubscribeLink(app.newsletter.links, reader(0).id)
    expect(first).toMatchObject({
      subject: 'An issue ✓',
      text: `A text\n\nLeave: ${link}\n`,
      html: `<p>A text</p><a href="${link}">Leave</a>\n`,
      messageId: `<${slug}.${reader(0).id}@kitewright.example>`,
      date: '2026-11-20T09:30:00.000Z',
    })
    for (const header of [
      `List-Unsubscribe: <${link}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'List-ID: "Kitewright" <newsletter.kitewright.example>',
      'X-Auto-Response-Suppress: OOF, AutoReply',
    ])
      expect(first?.raw.split('\r\n')).toContain(header)
    expect(await mails()).toMatchObject(Array(5).fill({ state: 'sent', attempts: 1, sent_at: app.clock.now }))
    expect(await issue()).toMatchObject({ state: 'done', finished_at: app.clock.now, readers: 5 })
  })

  test('is shared by several processes, and no email is sent by two', async () => {
    const { mailer, got } = judging(() => taken)
    const { sender, newSender, states } = await openIssue(mailer, { engine, readers: 60 })
    await Promise.all([sender, newSender(), newSender()].map((each) => each.sendDue()))
    expect(got.toSorted()).toEqual(addresses(60))
    expect(new Set(await states())).toEqual(new Set(['sent']))
  })

  test('keeps its pace across processes, and does not make up for what it slept through', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, newSender } = await openIssue(mailer, { engine, readers: 12, mailsPerMinute: 120 })
    const senders = [sender, newSender()]
    const sentAfter = async (ms: number) => {
      app.clock.now += ms
      await Promise.all(senders.map((each) => each.sendDue()))
      return got.length
    }
    const counts: number[] = []
    for (const ms of [0, 499, 1, 500, 500, 30 * minuteMs]) counts.push(await sentAfter(ms))
    expect(counts).toEqual([1, 1, 2, 3, 4, 5])
  })

  test('leaves out whoever has unsubscribed or was erased meanwhile', async () => {
    const { mailer, got } = judging(async () => {
      const key = new URL(unsubscribeLink(app.newsletter.links, reader(2).id)).searchParams.get('key') ?? ''
      await unsubscribe(app.newsletter, key)
      await forget(app, 3)
      return taken
    })
    const { app, sender, issue, states } = await openIssue(mailer, { engine, readers: 5, mailsPerMinute: 600 })
    for (let n = 0; n < 5; n++) {
      await sender.sendDue()
      app.clock.now += 100
    }
    expect(got).toEqual([0, 1, 4].map(readerAddress))
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done', readers: 5 })
  })

  test('waits while outgoing email is paused, and goes on when the pause is lifted in time', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, states } = await openIssue(mailer, { engine, readers: 3 })
    await app.database.write((tx) => mute(tx, { because: 'a test', since: app.clock.now }))
    await sender.sendDue()
    expect(await states()).toEqual(['queued', 'queued', 'queued'])
    await app.database.write(liftMute)
    await sender.sendDue()
    expect(got).toHaveLength(3)
  })

  test('goes out before a later one, both at one pace', async () => {
    const sent: string[] = []
    const { mailer } = judging((_, { id }) => {
      sent.push(id.split('.')[0] ?? '')
      return taken
    })
    const { app, sender, issue } = await openIssue(mailer, { engine, readers: 3, mailsPerMinute: 60 })
    const { db } = app.database
    const later = { ...(await issue()), slug: 'later', created_at: app.clock.now + 1, readers: 1 }
    await db.insertInto('issues').values(later).execute()
    const mail = { issue: 'later', subscriber_id: reader(0).id, state: 'queued', answer: null, sent_at: null } as const
    await db
      .insertInto('issue_mails')
      .values({ ...mail, attempts: 0, due_at: 0 })
      .execute()
    for (let n = 0; n < 5; n++) {
      await sender.sendDue()
      await sender.sendDue()
      expect(sent).toHaveLength(Math.min(n + 1, 4))
      app.clock.now += 1_000
    }
    expect(sent).toEqual([slug, slug, slug, 'later'])
  })

  test('takes a dead address off the list for good', async () => {
    const { mailer, got } = judging((n) =>
      n === 3 ? { ...refused, answer: '550 5.1.1 no', isDeadAddress: true } : taken,
    )
    const { app, sender, mails, issue } = await openIssue(mailer, { engine, readers: 20 })
    await sender.sendDue()
    expect(got).toHaveLength(20)
    const [, , email = ''] = got
    const failed = { state: 'failed', answer: '550 5.1.1 no', sent_at: null }
    expect((await mails()).filter(({ state }) => state !== 'sent')).toMatchObject([failed])
    expect(await issue()).toMatchObject({ state: 'done', refusals: 0 })
    const { db } = app.database
    const bounced = db.selectFrom('subscribers').select('email').where('state', '=', 'bounced')
    expect(await bounced.execute()).toEqual([{ email }])
    const suppressed = { email_hash: suppressionHash(email, app.newsletter.salt), reason: 'bounced' }
    expect(await db.selectFrom('suppressions').selectAll().execute()).toMatchObject([suppressed])
  })

  test('calls unknown what a dead process left behind, never sends it again, and sends the rest', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, states, issue } = await openIssue(mailer, { engine, readers: 3 })
    const claim = { state: 'sending', attempts: 1, due_at: app.clock.now + 2 * minuteMs } as const
    const { db } = app.database
    await db.updateTable('issue_mails').set(claim).where('subscriber_id', '=', reader(0).id).execute()
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

  test('corrects an unknown email when its own process reports late that it was taken', async () => {
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Delivery>()]
    const { mailer } = judging(() => {
      begun.resolve()
      return answer.promise
    })
    const { app, sender, newSender, states } = await openIssue(mailer, { engine })
    const sending = sender.sendDue()
    await begun.promise
    app.clock.now += 10 * minuteMs
    await newSender().sendDue()
    expect(await states()).toEqual(['unknown'])
    answer.resolve(taken)
    await sending
    expect(await states()).toEqual(['sent'])
  })

  test('stops with the program: what was transmitted is unknown, the rest waits', async () => {
    let begun = 0
    const { mailer } = judging(async (n, _, signal) => {
      begun++
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return n === 1 ? unknown : deferred
    })
    const { sender, mails, issue } = await openIssue(mailer, { engine, readers: 3 })
    const sending = sender.sendDue()
    while (begun < 3) await nextRound()
    await sender.stop(0)
    await sending
    const left = (await mails()).map(({ state, attempts }) => `${state} ${attempts}`)
    expect(left.sort()).toEqual(['queued 0', 'queued 0', 'unknown 1'])
    expect(await issue()).toMatchObject({ state: 'sending', refusals: 0, deferrals: 0 })
  })

  test('takes back the file of someone who was erased in that very moment, even while the program stops', async () => {
    const retracted: string[] = []
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Delivery>()]
    const { mailer } = judging(() => {
      begun.resolve()
      return answer.promise
    })
    const { app, sender } = await openIssue(
      { ...mailer, retract: async ({ id }) => void retracted.push(id) },
      { engine },
    )
    sender.start()
    await begun.promise
    await forget(app, 0)
    const stopped = sender.stop(10_000)
    answer.resolve(taken)
    await stopped
    expect(retracted).toEqual([`${slug}.${reader(0).id}`])
  })
})

describe('an issue', () => {
  test('has an ASCII List-Id whatever the studio is called', () => {
    const listId = (name: string) => issueHeaders('', { name, email: 'hello@münchen.example' })['List-Id']
    expect(listId('A "studio"')).toBe(String.raw`"A \"studio\"" <newsletter.xn--mnchen-3ya.example>`)
    expect(listId('Děti větru')).toBe('<newsletter.xn--mnchen-3ya.example>')
  })

  test('passes hundreds who have left in one go', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, issue } = await openIssue(mailer, { readers: 1_500 })
    const others = app.database.db.updateTable('subscribers').set({ state: 'unsubscribed' })
    await others.where('id', '<', reader(1_499).id).execute()
    await sender.sendDue()
    expect(got).toEqual([readerAddress(1_499)])
    expect(await issue()).toMatchObject({ state: 'done' })
  })

  test('waits for the owner when it is more than an hour overdue', async () => {
    const { mailer, got } = judging(() => taken)
    const { app, sender, issue } = await openIssue(mailer, { readers: 2 })
    app.clock.now += hourMs + 1
    await sender.sendDue()
    expect(got).toEqual([])
    const why = expect.stringContaining('2026-11-20 09:30 UTC')
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: why })
  })

  test.each([6, 30 * 24 * 60])('goes on when the clock is set back by %i minutes', async (minutes) => {
    const { mailer, got } = judging(() => taken)
    const { app, sender } = await openIssue(mailer, { readers: 2 })
    app.clock.now -= minutes * minuteMs
    await sender.sendDue()
    expect(got).toHaveLength(2)
  })
})
