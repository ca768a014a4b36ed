import { describe, expect, test } from 'vitest'
import { bookCall } from '../src/features/calls/book-call.ts'
import { readFreeTimes } from '../src/features/calls/calendar.ts'
import { submitContact } from '../src/features/leads/contact.form.ts'
import { subscribe } from '../src/features/newsletter/newsletter.service.ts'
import { exportPerson } from '../src/features/privacy/export-person.ts'
import { forgetPeople } from '../src/features/privacy/forget-people.ts'
import { engines, sqlite } from '../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../tests/support/desk.ts'
import { runStudio } from '../tests/support/run-studio.ts'

const bob = { name: 'Bob Byteson', email: 'bob@example.org', project: 'Ask Ada@example.com about me.' }

describe.each(engines)('studio export on $name', (engine) => {
  test('tells all that is kept of a person, and of others their references alone', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { db } = app.database
    await submitContact(app.contact, ada, visitor)
    const other = await submitContact(app.contact, bob, visitor)
    await subscribe(app.newsletter, { email: 'ADA@example.com' }, { ...visitor, page: '/blog' })
    await app.outbox.sendDue()
    const reader = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
    const letter = { issue: 'kites', subscriber_id: reader.id, state: 'sent', attempts: 1, due_at: 0 } as const
    const texts = { subject: 'S', from_name: '', from_address: 'hello@kitewright.example', text: '', html: '' }
    const counts = { readers: 1, refusals: 0, next_at: 0, created_at: 0, finished_at: 0 }
    await db
      .insertInto('issues')
      .values({ slug: 'kites', ...texts, ...counts, state: 'done', paused_because: null, database_id: 'h' })
      .execute()
    await db
      .insertInto('issue_mails')
      .values({ ...letter, answer: '250 ok', sent_at: app.clock.now })
      .execute()
    const time = '2026-11-20T09:30:00.000Z'
    const person = await exportPerson(app, 'ada@EXAMPLE.com')
    expect(person).toMatchObject({
      exportedAt: time,
      requests: [{ ...ada, createdAt: time }],
      subscription: {
        email: 'ADA@example.com',
        state: 'pending',
        consentPage: '/blog',
        consentAt: time,
        confirmedAt: null,
      },
      waitingMail: { network: '203.0.113.0/24', wantedAt: time, nextTryAt: '2026-11-21T09:30:00.000Z' },
      issues: [{ issue: 'kites', state: 'sent', sentAt: time, answer: '250 ok' }],
      suppressed: null,
      counters: [{ of: 'mails to the mailbox', count: 1 }],
      mentionedIn: [other.outcome === 'stored' && other.reference],
    })
    const [toOwner, receipt] = person.mails.toSorted((a, b) => a.kind.localeCompare(b.kind))
    expect(toOwner).toMatchObject({ kind: 'contact-owner', state: 'sent', to: 'hello@kitewright.example' })
    expect(toOwner).not.toHaveProperty('text')
    const text = expect.stringMatching(/^.*Ada,\n/ms)
    expect(receipt).toMatchObject({ kind: 'contact-receipt', state: 'sent', to: ada.email, text })
    expect(JSON.stringify(person)).not.toMatch(/bob@|Byteson/i)
  })
})

test('tells of the calls of a person, with the request of each', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  if (app.calls === undefined) throw new Error('the sample offers calls')
  const [start = 0] = await readFreeTimes(app.calls)
  const call = { name: 'Ada', email: ada.email, about: '', zone: 'UTC', start }
  const booked = await bookCall(app.calls, call, visitor)
  const { calls, requests } = await exportPerson(app, ada.email)
  const request = booked.outcome === 'stored' && booked.reference
  expect(calls).toMatchObject([{ request, state: 'booked', zone: 'UTC', startsAt: new Date(start).toISOString() }])
  expect(requests).toHaveLength(1)
})

test('of one who was forgotten, tells that alone; of a stranger, nothing', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await submitContact(app.contact, ada, visitor)
  await app.database.db.updateTable('leads').set({ transcript: '[broken' }).execute()
  expect(await exportPerson(app, ada.email)).toMatchObject({ requests: [{ transcript: '[broken' }] })
  await forgetPeople(app, { emails: [ada.email], references: [] })
  const nothing = { requests: [], mails: [], subscription: null, issues: [], counters: [], mentionedIn: [] }
  const suppressed = { reason: 'forgotten', since: '2026-11-20T09:30:00.000Z' }
  expect(await exportPerson(app, ada.email)).toMatchObject({ ...nothing, suppressed })
  const { code, stdout, stderr } = await runStudio(place, ['export', bob.email])
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Nothing is kept of this person.\n' })
  expect(JSON.parse(stdout)).toMatchObject({ email: bob.email, ...nothing, suppressed: null })
})
