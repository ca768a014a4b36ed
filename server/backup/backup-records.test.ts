import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { act, ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { addSubscribers } from '../../tests/support/subscribers.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { listNights, nightAfter } from './nights.ts'

test('lists what each backup contains, when it was tested, why it was made, and which nights have a backup', async () => {
  const folder = join(temporaryFolder(), 'backups')
  const app = await openTestApp(await sqlite.createPlace(), { BACKUP_DIR: folder })
  const zone = 'Asia/Kolkata'
  const night = app.clock.now
  expect(await act(app, 'backup.list', {})).toMatchObject({ folder, disk: null, backups: [], keepDays: 30 })
  await submitContact(app, ada, visitor)
  await addSubscribers(app.database, 2)
  await act(app, 'backup.make', { note: 'Before the update' })
  app.clock.now += 2 * dayMs
  await act(app, 'backup.make', {})
  const [latest, first] = (await act(app, 'backup.list', {})).backups
  expect(first).toMatchObject({ at: night, testedAt: night, holds: 'Before the update' })
  expect(latest).toMatchObject({ at: app.clock.now, testedAt: app.clock.now, holds: '1 lead, 2 subscribers' })
  app.clock.now += hourMs
  await act(app, 'backup.check', { name: first?.name ?? '' })
  const { backups, nights, nextAt, disk } = await act(app, 'backup.list', {})
  expect(backups[1]).toMatchObject({ testedAt: app.clock.now, holds: 'Before the update' })
  expect(nights).toHaveLength(30)
  expect(nights.slice(-4)).toEqual([
    { day: '2026-11-19', state: 'unknown' },
    { day: '2026-11-20', state: 'kept' },
    { day: '2026-11-21', state: 'missed' },
    { day: '2026-11-22', state: 'kept' },
  ])
  expect(nightAfter(app.clock.now)).toBe(nextAt)
  expect(new Date(nextAt ?? 0).getHours()).toBe(3)
  expect(`${disk?.free} ${disk?.total}`).toMatch(/^[\d.,]+ [GM]B [\d.,]+ [GM]B$/)
  // Last night's backup was pruned, and today's hasn't been made yet.
  const later = { zone, now: app.clock.now + dayMs }
  expect(
    listNights([], [{ at: night }, { at: later.now - dayMs }], later)
      .slice(-4)
      .map(({ state }) => state),
  ).toEqual(['gone', 'missed', 'gone', 'unknown'])
})

test('lists an older version’s backup without its contents until it’s tested', async () => {
  const folder = join(temporaryFolder(), 'backups')
  const app = await openTestApp(await sqlite.createPlace(), { BACKUP_DIR: folder })
  const { file } = await act(app, 'backup.make', {})
  await app.database.db.deleteFrom('settings').where('key', '=', 'backups').execute()
  const listed = async () => (await act(app, 'backup.list', {})).backups
  expect(await listed()).toMatchObject([{ file, testedAt: null, holds: '–' }])
  await act(app, 'backup.check', { file: basename(file) })
  expect(await listed()).toMatchObject([{ holds: '0 leads, 0 subscribers', testedAt: app.clock.now }])
})
