import { describe, expect, test } from 'vitest'
import { writePause } from '../../platform/email/outbox/pause.ts'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { act, ada, bookFree, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { subscriber } from '../../tests/support/subscribers.ts'
import { ownCalendars } from '../calls/busy/own-calendars.ts'
import { storeCalendar } from '../calls/store.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { answerLeads } from '../leads/mark-lead.ts'
import { checkLive } from '../setup/check-services.ts'
import { overviewLines } from './overview-lines.ts'

const noEmail = {
  ...{ subject: '', from_name: '', from_address: '', text: '', html: '', to_name: '', to_address: '', headers: '{}' },
  ...{ kind: 'test', attempts: 0 },
}

async function lines(app: TestApp): Promise<string[]> {
  const found = overviewLines(await act(app, 'overview.show', {}), app.now())
  return found.filter(({ about }) => about !== 'Content').map(({ about, state, text }) => `${about} ${state}: ${text}`)
}

/** Adds five subscribers, one confirmed today and one unsubscribed, and a paused issue sent to one of three. */
async function addSubscribers({ clock: { now }, database }: TestApp): Promise<void> {
  const subscribers = (['confirmed', 'confirmed', 'confirmed', 'pending', 'suspicious'] as const).map((state, n) =>
    subscriber(n, { state, confirmed_at: state === 'confirmed' ? now - n * 20 * dayMs : null }),
  )
  const suppressions = (['unsubscribed', 'bounced', 'forgotten'] as const).map((reason, index) => {
    return { email_hash: reason, reason, created_at: now - index * 8 * dayMs }
  })
  const texts = { subject: 'A guide', from_name: '', from_address: '', text: '', html: '' }
  const paused = { state: 'paused', paused_because: 'ten refusals in a row', refusals: 10, database_id: 'h' } as const
  const issue = { slug: 'a-guide', subscribers: 3, ...texts, ...paused, next_at: 0, created_at: 0, finished_at: null }
  const email = {
    ...texts,
    to_name: '',
    to_address: '',
    headers: '{}',
    kind: 'issue',
    batch: 'a-guide',
    attempts: 1,
    due_at: 0,
    created_at: 0,
  }
  const emails = (['sent', 'unknown', 'queued'] as const).map((state) => ({ ...email, id: state, state }))
  await database.write(async (tx) => {
    await tx.insertInto('subscribers').values(subscribers).execute()
    await tx.insertInto('suppressions').values(suppressions).execute()
    await tx.insertInto('issues').values(issue).execute()
    await tx.insertInto('outbox').values(emails).execute()
  })
}

describe.each(engines)('the overview on $name', (engine) => {
  test('says that a new site only lacks a backup', async () => {
    const place = await engine.createPlace()
    expect(await lines(await openTestApp(place))).toEqual([
      'Leads ok: No leads to reply to, 0 in the last 7 days',
      'Backup note: Nightly backups are off. Set BACKUP_DIR to a folder',
      'Outbox ok: No emails waiting or failed',
      'Newsletter ok: 0 subscribers, +0 −0 in the last 7 days',
    ])
    expect(await lines(await openTestApp(place, { BACKUP_DIR: '/nowhere' }))).toContain(
      'Backup note: No backup yet. The site makes the first within minutes, and emails you if that fails',
    )
  })

  test('names the next call, and calls waiting for approval', async () => {
    const app = await openTestApp(await engine.createPlace())
    await bookFree(app, -1, { name: 'Ada', email: 'other@example.com' })
    const { start } = await bookFree(app, 0, { name: 'Bob' })
    app.clock.now = start - 3 * hourMs
    expect(await lines(app)).toContain('Calls ok: The next call is in 3 h, with Bob. 1 more later')
    await app.database.db.updateTable('calls').set({ state: 'requested' }).where('starts_at', '>', start).execute()
    const approval = 'Calls note: 1 call needs your approval'
    expect(await lines(app)).toEqual(expect.arrayContaining([approval, 'Calls ok: The next call is in 3 h, with Bob']))
  })

  test('names a calendar that hasn’t been read for an hour, and what that means', async () => {
    const app = await openTestApp(await engine.createPlace(), { CALENDAR_URLS: '/nowhere/mine.ics' })
    const [{ key = '' } = {}] = ownCalendars(app.environment.calendarUrls, app.salt)
    const linesAfter = async (failingMs: number, until: number) => {
      const row = {
        key,
        spans: '[]',
        events: '[]',
        synced_at: null,
        until,
        failing_since: app.clock.now - failingMs,
        is_reported: 0,
      }
      await storeCalendar(app.database.db, row)
      return await lines(app)
    }
    const named = (effect: string) =>
      `Calendar wrong: A calendar doesn’t sync. calendar 1 (mine.ics) hasn’t been read since 2026-11-20 08:30 UTC, so ${effect}.`
    expect(await linesAfter(hourMs - 1, 0)).not.toContainEqual(expect.stringMatching(/^Calendar/))
    expect((await linesAfter(hourMs, 0))[1]).toBe(named('no time is free'))
    expect((await linesAfter(hourMs, app.clock.now))[1]).toBe(named('new events don’t block calls'))
  })

  test('names overdue leads, unsent emails, new and lost subscribers, and an old backup', async () => {
    const app = await openTestApp(await engine.createPlace(), { BACKUP_DIR: '/nowhere' })
    await app.counter.write()
    await submitContact(app, ada, visitor)
    await submitContact(app, { ...ada, requestId: 'robot' }, { ...visitor, honeypot: true })
    app.clock.now += 25 * hourMs
    await submitContact(app, { ...ada, requestId: 'b', name: 'Bob', email: 'bob@example.org' }, visitor)
    await addSubscribers(app)
    await app.database.write(async (tx) => {
      await writePause(tx, { because: 'a restored copy', since: app.clock.now - 3 * hourMs })
      const value = JSON.stringify({ at: app.clock.now - 3 * dayMs, file: '/b/old.backup', rows: 7 })
      await tx.insertInto('settings').values({ key: 'last-backup', value }).execute()
    })
    expect(await lines(app)).toEqual([
      'Leads wrong: 2 leads to reply to, 1 overdue',
      'Site wrong: The site is down. Since Fri, Nov 20, 3:00 PM',
      'Outbox wrong: The outbox is paused. Since Sat, Nov 21, 1:00 PM: a restored copy. 5 emails queued',
      'Issue wrong: An issue is paused. “A guide”: ten refusals in a row',
      'Backup wrong: The last backup is old. Last backup Wed, Nov 18, 4:00 PM',
      'Leads note: 1 lead might be spam',
      'Newsletter ok: 3 subscribers, +1 −1 in the last 7 days',
      'Issue ok: 1 of 3 sent: A guide',
    ])
    expect(await act(app, 'overview.show', {})).toMatchObject({
      leads: { toReply: 2, overdue: 1, oldest: [{ email: ada.email }, { email: 'bob@example.org' }] },
      week: { leads: { count: 2 }, subscribers: { count: 3, gained: 1, lost: 1 } },
      issues: [{ slug: 'a-guide', state: 'paused', subscribers: 3, sent: 1 }],
    })
  })

  test('doesn’t count answered leads or spam as waiting', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (const requestId of 'abc') await submitContact(app, { ...ada, requestId }, visitor)
    const leadsNow = await app.database.db.selectFrom('leads').select('reference').execute()
    const [first = '', second = '', spam = ''] = leadsNow.map(({ reference }) => reference)
    await answerLeads(app.database, [first], app.clock.now + 2 * hourMs)
    await answerLeads(app.database, [second], app.clock.now + 4 * hourMs)
    await act(app, 'leads.mark', { reference: spam, verdict: 'spam' })
    app.clock.now += 25 * hourMs
    expect((await lines(app))[0]).toBe('Leads ok: No leads to reply to, 2 in the last 7 days')
  })
})

test('the overview and doctor agree about the outbox and backups in every state', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const at = app.now()
  const email = { ...noEmail, created_at: at - hourMs }
  const queues = {
    nothing: [],
    waiting: [{ state: 'queued', due_at: at - 1_000 }],
    stopped: [{ state: 'queued', due_at: at - hourMs }],
    planned: [{ state: 'queued', due_at: at + dayMs }],
    deferred: [{ state: 'queued', attempts: 1, last_error: '451 later', due_at: at + hourMs }],
    failed: [{ state: 'failed', attempts: 2, last_error: '550 no', due_at: at }],
  } as const
  const seen = new Set<string>()
  for (const rows of [...Object.values(queues), Object.values(queues).flat()])
    for (const pause of [undefined, { because: 'a copy', since: at - hourMs }])
      for (const backupDir of [undefined, '/backups'])
        for (const backupAt of [undefined, at - hourMs, at - 3 * dayMs]) {
          await app.database.write(async (tx) => {
            await tx.deleteFrom('outbox').execute()
            await tx.deleteFrom('settings').where('key', 'in', ['paused', 'last-backup']).execute()
            const emails = rows.map((row, n) => ({ ...email, ...row, id: `${n}` }))
            if (emails.length > 0) await tx.insertInto('outbox').values(emails).execute()
            if (pause !== undefined) await writePause(tx, pause)
            const value = JSON.stringify({ at: backupAt, file: '/backups/a', rows: 1 })
            if (backupAt !== undefined) await tx.insertInto('settings').values({ key: 'last-backup', value }).execute()
          })
          const there = { ...app, environment: { ...app.environment, backupDir, backupKey: 'a long passphrase' } }
          const shown = overviewLines(await act(there, 'overview.show', {}), at)
            .filter(({ about }) => about === 'Outbox' || about === 'Backup')
            .map((line) => `${line.about.toLowerCase()} ${line.state} ${line.text}`)
          const found = await checkLive(there.database, there.environment, at)
          const lines = found.map((finding) => `${finding.about} ${finding.state} ${finding.text}`).toSorted()
          expect(shown.toSorted().map((line, i) => line.slice(0, lines[i]?.length))).toEqual(lines)
          for (const { about, state } of found) seen.add(`${about} ${state}`)
        }
  expect([...seen].toSorted()).toEqual([
    ...['backup note', 'backup ok', 'backup wrong'],
    ...['outbox note', 'outbox ok', 'outbox wrong'],
  ])
})

test('studio alone prints it in plain lines without a terminal', async () => {
  const { code, stdout, stderr } = await runStudio(await sqlite.createPlace({ isEmpty: true }), [])
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^Created an empty database, because DATA_DIR \(\S+\) had none/),
  ])
  expect(stdout).toMatch(/^Leads\tok\tNo leads to reply to, 0 in the last 7 days\t\n/)
})

test('the overview warns when visitors add unusually many bytes', async () => {
  const limits = { storedBytes: { everyone: 10_000 } }
  const app = await openTestApp(await sqlite.createPlace(), {}, { limits })
  const problems = async () =>
    (await act(app, 'overview.show', {})).attention.flatMap(({ about, details }) => (about === 'Site' ? details : []))
  expect(await problems()).toEqual([])
  await submitContact(app, ada, visitor)
  expect(await problems()).toEqual([expect.stringMatching(/^Visitors added 0 MB .* At 0\.01 MB, forms stop/)])
  app.clock.now += dayMs
  expect(await problems()).toEqual([])
})
