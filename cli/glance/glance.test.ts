import { describe, expect, test } from 'vitest'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { readGlance } from '../../src/glance.ts'
import { mute } from '../../src/server/mail/mute.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { glanceRecord } from './glance.ts'
import { glanceLines } from './glance-lines.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function lines(app: TestApp): Promise<string[]> {
  return glanceLines(await readGlance(app, app.facts.promises.replyWithinHours), false).map(
    ({ about, state, text }) => `${about} ${state}: ${text}`,
  )
}

/** Readers in these states; the last of the confirmed came a month ago. An issue is on its way to them. */
async function addSubscribers(app: TestApp, states: readonly ('confirmed' | 'pending' | 'held')[]): Promise<void> {
  const consent = { consent_words: 'yes', consent_page: null, consent_network: null, consent_at: 0 }
  const { now } = app.clock
  await app.database.write(async (tx) => {
    for (const [index, state] of states.entries()) {
      const email = `${index}@reader.example`
      const confirmed_at = state === 'confirmed' ? now - index * 20 * dayMs : null
      const times = { confirmed_at, unsubscribed_at: null, created_at: 0 }
      const row = { id: email, reference: 'NL', email, email_key: email, state, reasons: '[]', request_key: null }
      await tx
        .insertInto('subscribers')
        .values({ ...row, ...consent, ...times })
        .execute()
    }
    for (const [index, reason] of (['unsubscribed', 'bounced', 'forgotten'] as const).entries()) {
      await tx
        .insertInto('suppressions')
        .values({ email_hash: reason, reason, created_at: now - index * 8 * dayMs })
        .execute()
    }
  })
}

async function addIssue(app: TestApp): Promise<void> {
  const texts = { from_name: '', from_address: '', text: '', html: '' }
  const times = { next_at: 0, created_at: 0, finished_at: null }
  const state = { state: 'paused', paused_because: 'ten refusals in a row', refusals: 10, database_id: 'h' } as const
  await app.database.write(async (tx) => {
    const issue = { slug: 'a-guide', subject: 'A guide', readers: 3, ...texts, ...state, ...times }
    await tx.insertInto('issues').values(issue).execute()
    for (const [index, state] of (['sent', 'unknown', 'queued'] as const).entries()) {
      const mail = {
        issue: 'a-guide',
        subscriber_id: `${index}`,
        state,
        attempts: 1,
        due_at: 0,
        answer: null,
        sent_at: null,
      }
      await tx.insertInto('issue_mails').values(mail).execute()
    }
  })
}

describe.each(engines)('the day at a glance on $name', (engine) => {
  test('says of a new site that nothing is to be done but a backup', async () => {
    expect(await lines(await openTestApp(await engine.createPlace()))).toEqual([
      'Requests ok: none waits; 0 came in 7 days',
      'Mail ok: nothing waits, nothing was refused',
      'Readers ok: 0 confirmed; +0 −0 in 7 days',
      'Backup wrong: none; BACKUP_DIR makes one a night',
    ])
  })

  test('says which call is the next', async () => {
    const app = await openTestApp(await engine.createPlace())
    if (app.calls === undefined) throw new Error('the sample offers calls')
    const free = await readFreeTimes(app.calls)
    for (const [i, start] of [free.at(-1) ?? 0, free[0] ?? 0].entries()) {
      const words = { name: `Ada ${i}`, email: `ada${i}@example.com`, about: '', zone: 'UTC' }
      await bookCall(app.calls, { ...words, start }, visitor)
    }
    app.clock.now = (free[0] ?? 0) - 3 * hourMs
    expect(await lines(app)).toContain('Calls ok: the next in 3 h, with Ada 1; 1 later')
  })

  test('says who waits too long, what has not gone out, who came and left, and what is old', async () => {
    const app = await openTestApp(await engine.createPlace(), { BACKUP_DIR: '/nowhere' })
    await app.counter.write()
    await submitContact(app.contact, ada, visitor)
    await submitContact(app.contact, { ...ada, requestId: 'robot' }, { ...visitor, honeypot: true })
    app.clock.now += 25 * hourMs
    await submitContact(app.contact, { ...ada, requestId: 'b', name: 'Bob', email: 'bob@example.org' }, visitor)
    await addSubscribers(app, ['confirmed', 'confirmed', 'confirmed', 'pending', 'held'])
    await addIssue(app)
    await app.database.write(async (tx) => {
      await mute(tx, { because: 'a restored copy', since: app.clock.now - 3 * hourMs })
      const value = JSON.stringify({ at: app.clock.now - 3 * dayMs, file: '/b/old.backup', rows: 7 })
      await tx.insertInto('settings').values({ key: 'last-backup', value }).execute()
    })
    const told = await lines(app)
    expect(told).toEqual([
      'Site wrong: it does not run, since 1 d',
      'Muted wrong: no mail goes out since 3 h: a restored copy',
      'Requests wrong: 2 wait for an answer, 1 longer than 24 h',
      'Requests note: 1 is held since 1 d: robots, or not?',
      'Mail note: 5 wait since 1 d',
      'Readers ok: 3 confirmed; +1 −1 in 7 days',
      'Issue wrong: it waits for you (ten refusals in a row), 1 of 3 got it: A guide',
      'Backup wrong: 3 d old',
    ])
    expect(glanceRecord(await readGlance(app, app.facts.promises.replyWithinHours))).toMatchObject({
      muted: { because: 'a restored copy' },
      requests: { waiting: 2, late: 1, held: 1, oldest: [{ email: ada.email }, { email: 'bob@example.org' }] },
      readers: { confirmed: 3, pending: 1, held: 1, inSevenDays: { gained: 1, lost: 1 } },
      issues: [{ slug: 'a-guide', mails: { sent: 1, unknown: 1, queued: 1 } }],
      backup: { file: '/b/old.backup' },
    })
  })
})

test('a site that makes its own backups, and has none, is wrong', async () => {
  const app = await openTestApp(await sqlite.createPlace(), { BACKUP_DIR: '/nowhere' })
  expect(await lines(app)).toContain('Backup wrong: none yet; the site makes one in minutes')
})

test('nobody who has been answered, or is spam, waits', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await submitContact(app.contact, ada, visitor)
  await submitContact(app.contact, { ...ada, requestId: 'b' }, visitor)
  const [first, second] = await app.database.db.selectFrom('leads').select('reference').execute()
  const set = (reference: string | undefined, change: { answered_at: number } | { status: 'spam' }) =>
    app.database.write((tx) =>
      tx
        .updateTable('leads')
        .set(change)
        .where('reference', '=', reference ?? '')
        .execute(),
    )
  await set(first?.reference, { answered_at: app.clock.now + 2 * hourMs })
  await set(second?.reference, { status: 'spam' })
  app.clock.now += 3 * hourMs
  expect((await lines(app))[0]).toBe('Requests ok: none waits; 1 came in 7 days')
})

test('studio alone shows it, in bare lines where no terminal is, or as JSON', async () => {
  const place = await sqlite.createPlace()
  const bare = await runStudio(place, [])
  const json = await runStudio(place, ['--json'])
  expect(bare).toMatchObject({ code: 0, stderr: expect.stringMatching(/^There was no database in \S+ \(DATA_DIR\)/) })
  expect(json).toMatchObject({ stderr: '' })
  expect(bare.stdout).toMatch(/^Requests\tok\tnone waits; 0 came in 7 days\t\n/)
  expect({ code: json.code, ...JSON.parse(json.stdout) }).toMatchObject({ code: 0, muted: null, backup: null })
})
