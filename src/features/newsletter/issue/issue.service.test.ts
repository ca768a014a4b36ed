import { describe, expect, test } from 'vitest'
import { engines } from '../../../../tests/support/databases.ts'
import { openIssueDesk, sendLetter, slug } from '../../../../tests/support/issue-desk.ts'
import { reader, readerAddress } from '../../../../tests/support/made-readers.ts'
import { mailerThat } from '../../../../tests/support/outbox-desk.ts'
import type { Delivery } from '../../../server/mail/mailer.ts'
import { cancelIssue, pauseIssue, resumeIssue, retryIssue, sendIssue } from './issue.service.ts'
import { readStatus } from './issue-status.ts'

const taken: Delivery = { outcome: 'sent', answer: '250 taken' }
const refused: Delivery = { outcome: 'refused', answer: '554 no', isDeadAddress: false }
const unknown: Delivery = { outcome: 'unknown', answer: 'the connection broke' }

describe.each(engines)('on $name', (engine) => {
  test('an issue goes to as many as the owner expects, or to nobody', async () => {
    const { app } = await openIssueDesk(
      mailerThat(async () => taken),
      { engine, readers: 4, isSent: false },
    )
    const { db } = app.database
    await db.updateTable('subscribers').set({ state: 'pending' }).where('id', '=', reader(3).id).execute()
    expect(await sendLetter(app, 4)).toEqual({ outcome: 'miscounted', readers: 3 })
    expect(await sendLetter(app, 0)).toEqual({ outcome: 'miscounted', readers: 3 })
    expect(await db.selectFrom('issues').select('slug').execute()).toEqual([])
    expect(await sendLetter(app, 3)).toEqual({ outcome: 'begun', readers: 3 })
    expect(await sendLetter(app, 3)).toMatchObject({ outcome: 'known', issue: { slug, state: 'sending', readers: 3 } })
    expect(await db.selectFrom('issue_mails').select('subscriber_id').execute()).toHaveLength(3)
  })

  test('an article that is sent several times at once goes out once', async () => {
    const { app } = await openIssueDesk(
      mailerThat(async () => taken),
      { engine, readers: 3, isSent: false },
    )
    const results = await Promise.all(Array.from({ length: 5 }, () => sendLetter(app, 3)))
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['begun', ...Array(4).fill('known')])
    expect(await app.database.db.selectFrom('issue_mails').select('subscriber_id').execute()).toHaveLength(3)
  })

  test('an issue to nobody is not sent', async () => {
    const { app } = await openIssueDesk(
      mailerThat(async () => taken),
      { engine, readers: 0, isSent: false },
    )
    expect(await sendLetter(app, 0)).toEqual({ outcome: 'miscounted', readers: 0 })
  })

  test('an issue that is paused in the middle stops there, and goes on from there when it is resumed', async () => {
    const got: string[] = []
    const desk = await openIssueDesk(
      mailerThat(async ({ to }) => {
        if (got.push(to.address) === 3) await pauseIssue(desk.app, slug)
        return taken
      }),
      { engine, readers: 12 },
    )
    const { app, sender } = desk
    await sender.sendDue()
    expect(got.length).toBeLessThan(3 + 4)
    expect(await desk.issue()).toMatchObject({ state: 'paused', paused_because: 'you have paused it' })
    expect(await pauseIssue(app, slug)).toBe('paused')
    app.clock.now += 24 * 3_600_000
    await sender.sendDue()
    expect(got.length).toBeLessThan(3 + 4)
    expect(await resumeIssue(app, slug)).toBe('paused')
    expect(await resumeIssue(app, slug)).toBe('sending')
    await sender.sendDue()
    expect(got.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => readerAddress(n)).sort())
    expect(await resumeIssue(app, slug)).toBe('done')
    expect(await resumeIssue(app, 'nothing')).toBe('unknown')
  })

  test('an issue that is cancelled goes no further, also what comes back, and is told as it was', async () => {
    let n = 0
    const desk = await openIssueDesk(
      mailerThat(async () => {
        if (++n > 1) return { outcome: 'deferred', answer: '451 later' }
        expect(await cancelIssue(desk.app, slug)).toMatchObject({ before: 'sending', isErased: false })
        return taken
      }),
      { engine, readers: 6 },
    )
    await desk.sender.sendDue()
    desk.app.clock.now += 3_600_000
    await desk.sender.sendDue()
    expect(await desk.states()).toEqual(['sent'])
    expect(await desk.issue()).toMatchObject({ state: 'cancelled', finished_at: expect.any(Number) })
    expect(await cancelIssue(desk.app, slug)).toMatchObject({ before: 'cancelled', dropped: 0 })
    expect(await sendLetter(desk.app, 6)).toMatchObject({ outcome: 'known' })
    expect(await retryIssue(desk.app, slug, { states: ['failed'], confirm: undefined })).toEqual({
      outcome: 'cancelled',
    })
  })

  test('an issue that is cancelled before anybody got it can be sent another time, with other words', async () => {
    const subjects: string[] = []
    const desk = await openIssueDesk(
      mailerThat(async ({ subject }) =>
        subjects.push(subject) === 1 ? { outcome: 'deferred', answer: '451 later' } : taken,
      ),
      { engine, readers: 2, mailsPerMinute: 1 },
    )
    const { app, sender } = desk
    await sender.sendDue()
    expect(await cancelIssue(app, slug)).toEqual({ before: 'sending', dropped: 2, isErased: true })
    app.clock.now += 60_000
    const { database, now, newsletter } = app
    const issue = { subject: 'Other words', text: 'x', html: 'x' }
    await sendIssue({ database, now, from: newsletter.mail.from }, { slug, issue, confirm: 2 })
    await sender.sendDue()
    app.clock.now += 60_000
    await sender.sendDue()
    expect(subjects.slice(1)).toEqual(['Other words', 'Other words'])
  })

  test('a mail that may have arrived, and waits to be sent again, is unknown as before when the issue is cancelled', async () => {
    const answers: Delivery[] = [unknown, unknown, { outcome: 'deferred', answer: '451 later' }]
    let n = 0
    const desk = await openIssueDesk(
      mailerThat(async () => answers[n++] ?? taken),
      { engine, readers: 2 },
    )
    const { app, sender } = desk
    await sender.sendDue()
    app.clock.now += 3_600_000
    await sender.sendDue()
    expect(await desk.states()).toEqual(['unknown', 'unknown'])
    const wasSettled = (await desk.mails()).map(({ due_at }) => due_at)
    expect(await retryIssue(app, slug, { states: ['unknown'], confirm: 2 })).toMatchObject({ count: 2 })
    await sender.sendDue()
    expect(n).toBe(3)
    expect(await cancelIssue(app, slug)).toEqual({ before: 'sending', dropped: 0, isErased: false })
    expect(await desk.states()).toEqual(['unknown', 'unknown'])
    expect((await desk.mails()).map(({ due_at }) => due_at)).toEqual(wasSettled)
    expect(await sendLetter(app, 2)).toMatchObject({ outcome: 'known' })
  })

  test('failed and unknown mails are sent again when the owner says so, and to readers on the list alone', async () => {
    const got: string[] = []
    const answers = [refused, refused, unknown, unknown, taken, taken]
    const desk = await openIssueDesk(
      mailerThat(async ({ to }) => answers[got.push(to.address) - 1] ?? taken),
      { engine, readers: 6 },
    )
    const { app, sender } = desk
    const run = async () => {
      for (let hour = 0; hour < 4; hour++) {
        await sender.sendDue()
        app.clock.now += 3_600_000 / 2
      }
    }
    await run()
    expect(await desk.issue()).toMatchObject({ state: 'done' })
    const [first = '', second = '', third = ''] = got
    await app.database.db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('email', '=', first).execute()
    const status = await readStatus(app.database.db, await desk.issue(), app.clock.now)
    expect(status).toMatchObject({ mails: { failed: 2, unknown: 2, sent: 2 }, retryable: { failed: 1, unknown: 2 } })

    const retry = (choice: Partial<Parameters<typeof retryIssue>[2]>) =>
      retryIssue(app, slug, { states: ['failed', 'unknown'], confirm: undefined, ...choice })
    expect(await retry({ states: ['failed'] })).toEqual({ outcome: 'queued', count: 1, before: 'done' })
    await run()
    expect(got.slice(6)).toEqual([second])
    expect(await retry({ states: ['failed'] })).toEqual({ outcome: 'nothing' })

    expect(await retry({ states: ['unknown'] })).toEqual({ outcome: 'unconfirmed', unknown: 2 })
    expect(await retry({ addresses: [third, 'nobody@example.com'] })).toEqual({
      outcome: 'refused',
      addresses: ['nobody@example.com'],
    })
    expect(await retry({ addresses: [third.toUpperCase()], confirm: 2 })).toEqual({
      outcome: 'unconfirmed',
      unknown: 1,
    })
    expect(await retry({ addresses: [third], confirm: 1 })).toMatchObject({ outcome: 'queued', count: 1 })
    await run()
    expect(got.slice(7)).toEqual([third])
    expect((await desk.states()).sort()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent', 'unknown'])
  })
})
