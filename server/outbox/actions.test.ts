import { describe, expect, test } from 'vitest'
import type { InputOf } from '../../desk/view/client.ts'
import { retryNow } from '../../platform/email/outbox/retry.ts'
import { explainAnswer } from '../../platform/email/smtp/failures.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { act, ada, bookFree, callsOf, leadsOf, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { openIssue, refused, reply, startSmtpServer, taken, unknown } from '../../tests/support/sending.ts'
import { readFreeTimes } from '../calls/calendar.ts'
import { moveCall } from '../calls/change-call.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { suppress } from '../newsletter/suppressions.ts'
import { overviewLines } from '../overview/overview-lines.ts'
import { exportPerson } from '../people/export.ts'

/** Opens an app with a lead whose two emails the server refused. */
async function openRefused(engine = sqlite) {
  const mood = { refuses: true }
  const server = await startSmtpServer({
    onRcptTo: (_, __, done) => done(mood.refuses ? reply(550, 'no such user') : null),
  })
  const place = await engine.createPlace()
  const app = await openTestApp(place, { SMTP_URL: server.url })
  await submitContact(app, ada, visitor)
  await app.outbox.sendDue()
  const emails = await app.database.db.selectFrom('outbox').select(['id', 'state']).execute()
  expect(emails.map(({ state }) => state)).toEqual(['failed', 'failed'])
  return { mood, server, place, app, ids: emails.map(({ id }) => id) }
}

describe.each(engines)('emails on $name', (engine) => {
  test('that failed are sent once by concurrent retries', async () => {
    const { mood, server, app, ids } = await openRefused(engine)
    mood.refuses = false
    const runs = await Promise.all([retryNow(app, { ids }), retryNow(app, { state: 'failed' })])
    // The second run can find the emails already retried.
    const outcomes = new Set(runs.flat().map(({ id, state }) => `${id} ${state}`))
    expect(outcomes).toEqual(new Set(ids.map((id) => `${id} sent`)))
    expect(server.received).toHaveLength(2)
  })

  test('wait for the next day’s quota, and the desk and studio show the server’s response', async () => {
    const answer = '550 5.4.5 Daily user sending limit exceeded'
    const mood = { refuses: true }
    const server = await startSmtpServer({
      onMailFrom: (_, __, done) => done(mood.refuses ? reply(550, answer.slice(4)) : null),
    })
    const app = await openTestApp(await engine.createPlace(), { SMTP_URL: server.url })
    await submitContact(app, ada, visitor)
    for (let hours = 0; hours < 23; hours++) {
      await app.outbox.sendDue()
      app.clock.now += 3_600_000
    }
    expect(overviewLines(await act(app, 'overview.show', {}), app.now())).toContainEqual(
      expect.objectContaining({
        ...{ about: 'Outbox', state: 'wrong', command: 'outbox --state waiting' },
        text: `2 emails are waiting. Since Fri, Nov 20, 3:00 PM. The mail server said: ${answer}`,
      }),
    )
    mood.refuses = false
    app.clock.now += 8 * 3_600_000
    await app.outbox.sendDue()
    expect(server.received).toHaveLength(2)
  })

  test('of an issue are a single line, after other emails', async () => {
    const answers = [refused, unknown]
    const emailsPerMinute = 1_000_000
    const judge = (n: number) => answers[n - 3] ?? taken
    const { app, sender, got } = await openIssue(judge, { engine, subscribers: 9, emailsPerMinute })
    const listed = async (input: InputOf<'outbox.list'> = {}) => {
      const list = await act(app, 'outbox.list', input)
      return [...list.issues.map(({ words }) => words), ...list.emails.map(({ kind, state }) => `${kind} ${state}`)]
    }
    const untouched = 'sent to 0 of 9 subscribers, 9 waiting'
    await submitContact(app, ada, visitor)
    expect((await listed({ state: 'waiting' })).toSorted()).toEqual([
      'contact-owner queued',
      'contact-receipt queued',
      untouched,
    ])
    await sender.sendDue()
    expect(got.slice(0, 3).map((address) => address.startsWith('reader'))).toEqual([false, false, true])
    app.clock.now += 3_600_000
    await sender.sendDue()
    expect(await listed({ state: 'failed' })).toEqual(['sent to 7 of 9 subscribers, 2 failed'])
    expect(await listed({ to: got[3] })).toEqual(['issue unknown'])
    expect(await listed({ to: 'nobody@example.com' })).toEqual([])
    expect(await listed({ state: 'sent' })).toContain('sent to 7 of 9 subscribers, 2 failed')
  })

  test('about a call before it was moved show that their text is no longer stored', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const [, , , start = 0] = await readFreeTimes(callsOf(app))
    const { id: call } = await bookFree(app)
    await app.outbox.sendDue()
    app.clock.now += 60_000
    await moveCall(callsOf(app), { id: call, start }, 'owner')
    const gone = 'text deleted after sending'
    const { stdout } = await runStudio(place, ['outbox', '--state', 'sent'])
    expect(stdout.split(gone)).toHaveLength(3)
    const { emails, counts } = await act(app, 'outbox.list', {})
    // Reminders aren’t due yet.
    expect(counts).toEqual({ failed: 0, waiting: 2 })
    const states = emails.map(({ subject, state }) => `${state} ${subject.includes(gone)}`)
    // Two emails about the new time, and four reminders.
    expect(states.toSorted()).toEqual([...Array(6).fill('queued false'), 'sent true', 'sent true'])
    const { id = '' } = emails.find(({ state }) => state === 'sent') ?? {}
    expect(await act(app, 'outbox.show', { id })).toMatchObject({
      subject: expect.stringMatching(/^Call booked(?: owner)? \(text deleted after sending\)$/),
    })
    expect((await exportPerson(app, ada.email)).emails).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining(gone) }),
    )
  })
})

test('an email can be named by the unique start of its id', async () => {
  const { app, ids } = await openRefused()
  const [id = '', other = ''] = ids
  const show = (name: string) => act(app, 'outbox.show', { id: name })
  expect(await show(` ${id.slice(0, 8).toUpperCase()} `)).toMatchObject({ id, state: 'failed', attempts: 1 })
  for (const name of ['%%%%%%%%', id.slice(0, 3)]) await expect(show(name)).rejects.toThrow('There is no email')
  const twin = `${id.slice(0, 8)}-0000-4000-8000-000000000000`
  await app.database.write((tx) => tx.updateTable('outbox').set({ id: twin }).where('id', '=', other).execute())
  await expect(show(id.slice(0, 8))).rejects.toThrow('More than one ID starts')
})

test('shows why an email failed, each attempt, and whose it is', async () => {
  const answers = ['451 4.2.2 Mailbox is full, try later', '550 5.1.1 no such user here']
  const server = await startSmtpServer({
    onRcptTo: ({ address }, _, done) => {
      const answer = address === ada.email ? (answers.shift() ?? '550') : ''
      done(answer === '' ? null : reply(Number(answer.slice(0, 3)), answer.slice(4)))
    },
  })
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url })
  await submitContact(app, { ...ada, email: 'ada@other.example' }, visitor)
  const stored = await submitContact(app, ada, visitor)
  const reference = stored.outcome === 'stored' ? stored.reference : ''
  const first = app.clock.now
  for (let n = 0; n < 2; n++) {
    await app.outbox.sendDue()
    app.clock.now += 60_000
  }
  const { emails, counts } = await act(app, 'outbox.list', {})
  expect(counts).toEqual({ failed: 1, waiting: 0 })
  expect(emails.slice(1).map(({ isToOwner }) => isToOwner)).toEqual(expect.arrayContaining([true, false]))
  expect(emails[0]).toMatchObject({ state: 'failed', to_address: ada.email, isToOwner: false })
  expect(await act(app, 'outbox.show', { id: emails[0]?.id ?? '' })).toMatchObject({
    reason: 'This address doesn’t exist.',
    failures: [
      { at: first, answer: '451 4.2.2 Mailbox is full, try later' },
      { at: first + 60_000, answer: '550 5.1.1 no such user here' },
    ],
    html: expect.stringContaining('<html'),
    lead: { reference, name: ada.name, others: ['ada@other.example'] },
  })
})

test('fixing an address sends the email there, corrects the lead, and keeps a record', async () => {
  const { mood, server, app, ids } = await openRefused()
  const { emails } = await act(app, 'outbox.list', {})
  const receipt = emails.find(({ isToOwner }) => !isToOwner)?.id ?? ''
  const fix = (to: string, id = receipt) => act(app, 'outbox.fix', { id, to })
  mood.refuses = false
  await expect(fix(ada.email)).rejects.toThrow('the address it already has')
  await expect(
    fix(
      'a@new.example',
      ids.find((id) => id !== receipt),
    ),
  ).rejects.toThrow('an email to a lead')
  for (const reason of ['unsubscribed', 'forgotten', 'complained'] as const) {
    const to = `${reason}@new.example`
    await app.database.write((tx) => suppress(tx, to, reason, { salt: app.salt, now: app.now() }))
    await expect(fix(to.toUpperCase())).rejects.toThrow('opted out of your emails')
  }
  expect(server.received).toEqual([])
  expect(await fix('ada@new.example')).toMatchObject({ state: 'sent' })
  expect(server.received).toMatchObject([{ to: [{ address: 'ada@new.example' }] }])
  expect(await leadsOf(app)).toMatchObject([
    { email: 'ada@new.example', email_key: 'ada@new.example', note: expect.stringContaining(`was ${ada.email}`) },
  ])
  await expect(fix('ada@third.example')).rejects.toThrow('You can only correct the address of a failed email')
})

test.each([
  ['550 5.1.1 no such user here', 'This address doesn’t exist.'],
  ['550 no such user', 'This address doesn’t exist.'],
  ['552 5.2.2 over quota', 'The mailbox is full.'],
  ['554 5.7.1 Message rejected as spam', 'The server refused it as spam.'],
  ['550 5.7.26 Unauthenticated email: SPF did not pass', 'Your domain’s SPF, DKIM, or DMARC record failed.'],
  ['550 5.4.5 Daily user sending limit exceeded', 'You’ve reached a sending limit.'],
  ['535 5.7.8 Bad credentials', 'The mail server refused your login.'],
  ['getaddrinfo ENOTFOUND smtp.unknown.example', 'The mail server isn’t responding.'],
  ['451 4.3.0 greylisted', 'The server asked to try again later.'],
  ['554 5.0.0 no', 'The server refused it.'],
  ['', 'Couldn’t send it.'],
])('explains “%s”', (answer, reason) => {
  expect(explainAnswer(answer)).toBe(reason)
})

test('the command reports what happened to emails, and refuses to retry a sent one', async () => {
  const { mood, server, place, app, ids } = await openRefused()
  const outbox = (...args: string[]) => runStudio(place, ['outbox', ...args], { SMTP_URL: server.url })
  const [id = '', other = ''] = ids
  const stillFailed = new RegExp(`${id} to .*failed, after 2 tries: .*550 no such user`, 's')
  const failed = { code: 1, stdout: '', stderr: expect.stringMatching(stillFailed) }
  expect(await outbox('retry', '--failed', '--yes')).toEqual(failed)
  await act(app, 'outbox.pause', { reason: 'a copy' })
  mood.refuses = false
  const stderr = '1 email is waiting. The outbox is paused. To send: npm run studio -- outbox resume\n'
  expect(await outbox('retry', id, '--yes')).toMatchObject({ code: 0, stderr })
  expect(server.received).toEqual([])
  const { stdout } = await outbox('list', '--state', 'waiting', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ emails: [{ id, state: 'queued', attempts: 1 }] })
  await app.database.write((tx) => tx.updateTable('outbox').set({ state: 'sent' }).where('id', '=', other).execute())
  const refused = await outbox('retry', ...ids, '--yes')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/was sent\.\nNothing changed\.\n$/) })
})
