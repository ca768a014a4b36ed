import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { engines, temporaryFolder } from '../../tests/support/databases.ts'
import { act, ada, bookFree, openTestApp, visitor, writtenEmails } from '../../tests/support/desk.ts'
import { see } from '../../tests/support/seen.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { createWeekEmails } from './week-email.tsx'

describe.each(engines)('the weekly email on $name', (engine) => {
  test('reports the previous week, once, on Monday morning, if there were visits', async () => {
    const app = await openTestApp(await engine.createPlace(), {}, { limits: { waitingEvents: { address: 1 } } })
    const [weeks, others] = [createWeekEmails(app), createWeekEmails(app)]
    const begin = () => app.database.db.updateTable('outbox').set({ to_address: 'hello@sample.example', due_at: 0 })
    const weekEmails = async () => {
      await Promise.all([weeks.run(), others.run()])
      await app.outbox.sendDue()
      return (await writtenEmails(app)).filter(({ state }) => state === 'sent')
    }
    app.counter.setPages(() => true)
    // Two visits, of which the limit allows one. It's Monday in the studio's time zone, but still Sunday in UTC.
    app.clock.now = Date.UTC(2026, 10, 15, 20)
    for (const _ of ['counted', 'beyond the limit']) see(app, { path: '/blog' })
    await app.counter.write()
    app.clock.now = Date.UTC(2026, 10, 20, 9, 30)
    expect(await weekEmails()).toEqual([])
    // The email was queued before the studio's address and time zone changed. It's sent once, at the new time.
    await begin().execute()
    expect(await weekEmails()).toEqual([])
    // 7:00 in the sample's time zone (Asia/Kolkata) is 1:30 in UTC.
    app.clock.now = Date.UTC(2026, 10, 23, 1, 25)
    expect(await weekEmails()).toEqual([])
    app.clock.now = Date.UTC(2026, 10, 23, 1, 35)
    expect(await weekEmails()).toHaveLength(1)
    const [weekEmail] = await weekEmails()
    const subject = 'Your week: nothing to do, 1 visit, 0 leads last week'
    expect(weekEmail).toMatchObject({ to_address: app.studio.email, subject })
    for (const line of [
      'There’s nothing to do right now.',
      'Last week, Nov 16 – 22:',
      'Visits: 1',
      'Sources: Direct 1',
      'Pages: /blog 1',
      'Leads: 0',
      'Confirmed sign-ups: 0',
      'Not counted: 1 ',
    ])
      expect(weekEmail?.text).toContain(line)
    // The next email compares a week without visits to this week. The email after that has nothing to report.
    for (const _ of [1, 2]) {
      app.clock.now += 7 * 86_400_000
      expect(await weekEmails()).toHaveLength(2)
    }
  })

  test('starts with what to do, with links to the desk', async () => {
    const app = await openTestApp(await engine.createPlace(), { BACKUP_DIR: temporaryFolder() })
    await act(app, 'backup.make', {})
    await submitContact(app, ada, visitor)
    app.clock.now += 3 * dayMs
    await submitContact(app, { ...ada, email: 'bob@example.org', project: 'Another one.' }, visitor)
    await bookFree(app, 0, { email: 'carol@example.org', name: 'http://evil.example' })
    await createWeekEmails(app).run()
    const failed = app.database.db.updateTable('outbox').set({ state: 'failed' }).where('kind', '=', 'contact-receipt')
    await failed.execute()
    app.clock.now += hourMs
    const email = (await writtenEmails(app)).find(({ kind }) => kind === 'week')
    expect(email?.subject).toBe('Your week: 5 things to do, 0 visits, 2 leads last week')
    const tasks = [...(email?.html ?? '').matchAll(/<li[^>]*><a href="([^"]+)"[^>]*>(.*?)<\/a>/g)]
    expect(tasks.map(([, href, text]) => `${text} ${href}`)).toEqual([
      '1 reply is overdue http://127.0.0.1:4322/inbox',
      '1 lead is waiting for a reply http://127.0.0.1:4322/inbox',
      expect.stringMatching(
        /^1 call this week\. The next is \w+, \w+ \d+, \d+:\d\d [AP]M http:..127.0.0.1:4322.calendar$/,
      ),
      '2 emails failed http://127.0.0.1:4322/outbox',
      expect.stringMatching(/^The last backup is old\. .* http:..127.0.0.1:4322.backups$/),
    ])
    expect(email?.text).not.toContain('evil')
    expect(email?.text.indexOf('1 reply is overdue')).toBeLessThan(email?.text.indexOf('Last week,') ?? 0)
  })
})
