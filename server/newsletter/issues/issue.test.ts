import { cpSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writePause } from '../../../platform/email/outbox/pause.ts'
import { engines, temporaryFolder } from '../../../tests/support/databases.ts'
import { act, openTestApp } from '../../../tests/support/desk.ts'
import { emailsIn } from '../../../tests/support/owner.ts'
import {
  deferred,
  judging,
  openIssue,
  refused,
  sendTestIssue,
  slug,
  taken,
  unknown,
} from '../../../tests/support/sending.ts'
import { addSubscribers, subscriber, subscriberAddress } from '../../../tests/support/subscribers.ts'
import { unsubscribePath } from '../links.ts'
import { forgetSubscriber } from '../remove-subscriber.ts'
import { unsubscribe } from '../routes.ts'

const hourMs = 3_600_000
const noTwice = 'You can send an article only once'

describe.each(engines)('on $name, an issue', (engine) => {
  test('goes to exactly as many subscribers as the owner expects, or isn’t sent', async () => {
    const { app } = await openIssue(undefined, { engine, subscribers: 4, isSent: false })
    const { db } = app.database
    await db.updateTable('subscribers').set({ state: 'pending' }).where('id', '=', subscriber(3).id).execute()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => sendTestIssue(app, 3)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array(4).fill('rejected')])
    await expect(sendTestIssue(app, 3)).rejects.toThrow(noTwice)
    expect(await db.selectFrom('outbox').select('recipient').execute()).toHaveLength(3)
  })

  test('skips people who unsubscribed or were erased before their turn', async () => {
    const { mailer, got } = judging(async () => {
      const link = new URL(unsubscribePath(app.linkKey, subscriber(2).id), app.environment.siteUrl)
      const key = link.searchParams.get('key') ?? ''
      await unsubscribe(app, key)
      const at = { salt: app.salt, now: app.now() }
      await app.database.write((tx) => forgetSubscriber(tx, subscriberAddress(3), at))
      return taken
    })
    const { app, sender, issue, states } = await openIssue(mailer, { engine, subscribers: 5, emailsPerMinute: 600 })
    for (let n = 0; n < 5; n++) {
      await sender.sendDue()
      app.clock.now += 100
    }
    expect(got).toEqual([0, 1, 4].map(subscriberAddress))
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done', subscribers: 5 })
  })

  test('waits while the outbox is paused, continues when it’s resumed, and is paused itself after an hour', async () => {
    const { app, sender, issue, got } = await openIssue(undefined, { engine, subscribers: 3, emailsPerMinute: 60 })
    await app.database.write((tx) => writePause(tx, { because: 'a test', since: app.clock.now }))
    await sender.sendDue()
    app.clock.now += 2 * hourMs
    await sender.sendDue()
    expect(got).toEqual([])
    await act(app, 'outbox.resume', { confirm: 3 })
    await sender.sendDue()
    expect(got).toHaveLength(1)
    app.clock.now += hourMs + 1_001
    await sender.sendDue()
    expect(got).toHaveLength(1)
    const why = expect.stringContaining('2026-11-20 11:30 UTC')
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: why })
  })

  test('stops when paused, and continues there when resumed', async () => {
    const { mailer, got } = judging(async (n) => {
      if (n === 3) await act(app, 'issue.pause', { slug })
      return taken
    })
    const { app, sendEachSecond, sender, issue } = await openIssue(mailer, {
      engine,
      subscribers: 6,
      emailsPerMinute: 60,
    })
    await sendEachSecond(6)
    expect(got).toHaveLength(3)
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: 'you paused it' })
    app.clock.now += 24 * hourMs
    await sender.sendDue()
    expect(got).toHaveLength(3)
    expect(await act(app, 'issue.resume', { slug })).toMatchObject({ before: 'paused' })
    expect(await act(app, 'issue.resume', { slug })).toMatchObject({ before: 'sending' })
    await sendEachSecond(6)
    expect(got.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => subscriberAddress(n)).sort())
    await expect(act(app, 'issue.resume', { slug })).rejects.toThrow('isn’t being sent. It’s done.')
    await expect(act(app, 'issue.resume', { slug: 'nothing' })).rejects.toThrow('There is no sent issue nothing')
  })

  test('stops when canceled, including deferred emails', async () => {
    const { mailer } = judging(async (n) => {
      if (n > 1) return deferred
      expect(await act(app, 'issue.cancel', { slug })).toMatchObject({ isErased: false })
      return taken
    })
    const { app, sendHourly, states, issue } = await openIssue(mailer, { engine, subscribers: 6 })
    await sendHourly(2)
    expect(await states()).toEqual(['sent'])
    expect(await issue()).toMatchObject({ state: 'cancelled', finished_at: expect.any(Number) })
    await expect(sendTestIssue(app, 6)).rejects.toThrow(noTwice)
    await expect(act(app, 'issue.retry', { slug, failed: true })).rejects.toThrow('is canceled')
    for (const change of ['issue.pause', 'issue.resume', 'issue.cancel'] as const)
      await expect(act(app, change, { slug })).rejects.toThrow(`${slug} isn’t being sent. It’s canceled.`)
  })

  test('can be sent again, even changed, if it was canceled before anyone got it', async () => {
    const subjects: string[] = []
    const { mailer } = judging((n, { subject }) => {
      subjects.push(subject)
      return n === 1 ? deferred : taken
    })
    const { app, sender } = await openIssue(mailer, { engine, subscribers: 2, emailsPerMinute: 1 })
    await sender.sendDue()
    expect(await act(app, 'issue.cancel', { slug })).toEqual({ dropped: 2, isErased: true })
    app.clock.now += 60_000
    await sendTestIssue(app, 2, { subject: 'Other words' })
    await sender.sendDue()
    app.clock.now += 60_000
    await sender.sendDue()
    expect(subjects.slice(1)).toEqual(['Other words', 'Other words'])
  })

  test('can be sent again if it was canceled while the server deferred its only email', async () => {
    const { mailer } = judging(async () => {
      await act(app, 'issue.cancel', { slug })
      return deferred
    })
    const { app, sender } = await openIssue(mailer, { engine })
    await sender.sendDue()
    expect(await sendTestIssue(app, 1)).toBe(1)
  })

  test('continues with retried emails while another email is deferred for hours', async () => {
    const mood = { defers: true }
    const judge = (n: number) => (n === 1 ? refused : mood.defers ? deferred : taken)
    const { app, sender, emails, issue, states } = await openIssue(judge, { engine, subscribers: 2 })
    while (app.clock.now < (await issue()).next_at + 2 * hourMs) {
      await sender.sendDue()
      app.clock.now += 10 * 60_000
    }
    expect((await emails()).map(({ due_at }) => due_at > app.clock.now)).toContain(true)
    mood.defers = false
    await act(app, 'issue.retry', { slug, failed: true, confirm: 1 })
    await sender.sendDue()
    expect((await states()).toSorted()).toEqual(['queued', 'sent'])
  })

  test('keeps emails unknown that might have arrived when it’s canceled', async () => {
    const judge = (n: number) => (n <= 2 ? unknown : deferred)
    const { app, sender, sendHourly, emails, got } = await openIssue(judge, {
      engine,
      subscribers: 2,
      emailsPerMinute: 60,
    })
    await sendHourly(2)
    const settled = (await emails()).map(({ state, due_at }) => ({ state, due_at }))
    expect(settled).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
    expect(await act(app, 'issue.retry', { slug, unknown: true, confirm: 2 })).toMatchObject({ count: 2 })
    await sender.sendDue()
    expect(got).toHaveLength(3)
    expect(await act(app, 'issue.cancel', { slug })).toEqual({ dropped: 0, isErased: false })
    expect(await emails()).toMatchObject(settled)
    await expect(sendTestIssue(app, 2)).rejects.toThrow(noTwice)
  })

  test('is retried on request for failed or unknown emails, only to people still on the list', async () => {
    const answers = [refused, refused, unknown, unknown]
    const judge = (n: number) => answers[n - 1] ?? taken
    const { app, sendHourly, issue, states, got } = await openIssue(judge, { engine, subscribers: 6 })
    await sendHourly(4)
    expect(await issue()).toMatchObject({ state: 'done' })
    const [first = '', second = '', third = ''] = got
    await app.database.db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('email', '=', first).execute()
    const { status } = await act(app, 'issue.status', { slug })
    expect(status).toMatchObject({ emails: { failed: 2, unknown: 2, sent: 2 }, retryable: { failed: 1, unknown: 2 } })

    const retry = (choice: object) => act(app, 'issue.retry', { slug, ...choice })
    expect(await retry({ failed: true, confirm: 1 })).toEqual({ count: 1, isPaused: false })
    await sendHourly(4)
    expect(got.slice(6)).toEqual([second])
    await expect(retry({ failed: true })).rejects.toThrow('has no such emails')
    const stranger = 'nobody@example.com'
    await expect(retry({ addresses: [third, stranger] })).rejects.toThrow(`to ${stranger} failed or is unknown`)
    const chosen = { addresses: [third.toUpperCase()] }
    await expect(retry({ ...chosen, confirm: 2 })).rejects.toThrow(
      '1 email, not 2, would be resent, and 1 of them might arrive twice',
    )
    expect(await retry({ ...chosen, confirm: 1 })).toMatchObject({ count: 1 })
    await sendHourly(4)
    expect(got.slice(7)).toEqual([third])
    expect((await states()).sort()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent', 'unknown'])
  })

  test('goes out once at its scheduled time to everyone subscribed then, and can be rescheduled until then', async () => {
    const { app, sender, newSender, issue, emails, got } = await openIssue(undefined, {
      engine,
      subscribers: 3,
      isSent: false,
    })
    const at = app.clock.now + 2 * hourMs
    expect(await sendTestIssue(app, 3, { at: at + hourMs })).toBe(3)
    await expect(sendTestIssue(app, 2, { at })).rejects.toThrow('The list now has 3 active subscribers, not 2')
    expect(await issue()).toMatchObject({ state: 'scheduled', next_at: at + hourMs, subscribers: 3 })
    await sendTestIssue(app, 3, { at })
    app.clock.now = at - 1
    await sender.sendDue()
    expect(await emails()).toEqual([])
    await addSubscribers(app.database, 1, 3)
    await app.database.db
      .updateTable('subscribers')
      .set({ state: 'unsubscribed' })
      .where('id', '=', subscriber(0).id)
      .execute()
    app.clock.now = at
    const senders = [sender, newSender(), newSender()]
    for (let n = 0; n < 2; n++) await Promise.all(senders.map((each) => each.sendDue()))
    expect(got.toSorted()).toEqual([1, 2, 3].map(subscriberAddress))
    expect(await issue()).toMatchObject({ state: 'done', subscribers: 3, created_at: at })
    await expect(sendTestIssue(app, 3, { at: at + hourMs })).rejects.toThrow(noTwice)
    await expect(act(app, 'issue.unschedule', { slug })).rejects.toThrow('isn’t scheduled')
  })

  test('that missed its scheduled time pauses until the owner sends or cancels it', async () => {
    const { app, sender, issue, emails, got } = await openIssue(undefined, { engine, subscribers: 2, isSent: false })
    const missed = async (reason: string) => {
      await sender.sendDue()
      expect(await issue()).toMatchObject({ state: 'paused', paused_because: expect.stringContaining(reason) })
      expect(await emails()).toEqual([])
    }
    await sendTestIssue(app, 2, { at: app.clock.now + hourMs })
    app.clock.now += 2 * hourMs + 1
    await missed('it should have started at 2026-11-20 10:30 UTC, but the site wasn’t running')
    expect(await act(app, 'issue.cancel', { slug })).toEqual({ dropped: 0, isErased: true })

    await sendTestIssue(app, 2, { at: app.clock.now + hourMs })
    await app.database.write((tx) => writePause(tx, { because: 'a test', since: app.clock.now }))
    app.clock.now += hourMs + 1
    await sender.sendDue()
    expect(await issue()).toMatchObject({ state: 'scheduled' })
    await act(app, 'outbox.resume', { confirm: 0 })
    await missed('the outbox was paused at the scheduled time')
    await app.database.db.updateTable('issues').set({ state: 'scheduled', database_id: 'another' }).execute()
    await missed('this is a copy of the database')
    await app.database.db.updateTable('subscribers').set({ state: 'pending' }).execute()
    await act(app, 'issue.resume', { slug })
    await missed('no active subscribers')
    await app.database.db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
    expect(await act(app, 'issue.resume', { slug })).toMatchObject({ before: 'paused', hasStarted: false })
    await sender.sendDue()
    expect(got).toHaveLength(2)
  })

  test('is a draft again if its schedule is canceled', async () => {
    const { app, sender, emails } = await openIssue(undefined, { engine, isSent: false })
    await sendTestIssue(app, 1, { at: app.clock.now + hourMs })
    await expect(act(app, 'issue.pause', { slug })).rejects.toThrow('isn’t being sent. It’s scheduled.')
    await act(app, 'issue.unschedule', { slug })
    app.clock.now += hourMs
    await sender.sendDue()
    expect(await emails()).toEqual([])
    expect((await act(app, 'issue.list', {})).issues.find((each) => each.slug === slug)).toMatchObject({
      state: 'draft',
    })
  })
})

test('a copy of the files doesn’t send an issue until the owner resumes it there', async () => {
  const original = await openIssue(undefined, { subscribers: 3 })
  const dataDir = temporaryFolder()
  cpSync(original.place.dataDir, dataDir, { recursive: true })
  const place = { dataDir, databaseUrl: undefined }
  const copy = await openTestApp(place, {}, { limits: { emailsPerMinute: 1_000_000 } })
  await copy.outbox.sendDue()
  expect(await emailsIn(dataDir)).toEqual([])
  const stopped = { state: 'paused', paused_because: expect.stringContaining('this is a copy') }
  expect(await copy.database.db.selectFrom('issues').selectAll().execute()).toMatchObject([stopped])
  expect(await original.issue()).toMatchObject({ state: 'sending' })
  expect(await act(copy, 'issue.resume', { slug })).toMatchObject({ before: 'paused' })
  await copy.outbox.sendDue()
  expect(await emailsIn(dataDir)).toHaveLength(3)
})
