import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { engines, sqlite, temporaryFolder } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp } from '../../../tests/support/desk.ts'
import { plainLook } from '../../lib/mail/mail-look.ts'
import { readLastBackup } from './make-backup.ts'
import { createNightly, isBackupDue } from './nightly.ts'

/** In the machine's own time, as the night is. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime()

test.each([
  ['there is none yet', undefined, at(20, 15), true],
  ['the night has come', at(19, 3), at(20, 3), true],
  ['the night has just not come', at(19, 3), at(20, 2, 59), false],
  ['this night has one', at(20, 3, 1), at(20, 3, 6), false],
  ['the owner made one in the afternoon, and the night has come', at(19, 15), at(20, 3, 5), true],
  ['the night was missed, and its hour is over', at(19, 3, 1), at(20, 4, 1), false],
  ['the night was missed 26 hours after the last one', at(19, 3, 1), at(20, 5, 2), true],
  ['the machine has slept for a week', at(12, 3), at(20, 15), true],
  ['the last one is from the future', at(25, 3), at(20, 15), true],
  ['the last one is from a clock that is a little ahead', at(20, 3, 5), at(20, 3, 4), false],
])('when %s: %s, %s → %s', (_, lastAt, now, isDue) => {
  expect(isBackupDue(lastAt, now)).toBe(isDue)
})

function nightlyOf(
  { environment, database, contact, log }: TestApp,
  program: string,
  { now = Date.now, backupDir = temporaryFolder() } = {},
) {
  return createNightly({
    database,
    environment: { ...environment, backupDir },
    program,
    now,
    log,
    mail: {
      from: contact.mail.from,
      to: contact.mail.leadsTo,
      brand: { text: 'Studio', href: 'https://studio.example/', look: plainLook, lang: 'en' },
    },
    notifyOutbox: () => {},
  })
}

/** A program that writes down that it was run, and then does this. */
function program(source: string): { file: string; runs: () => number } {
  const folder = temporaryFolder()
  const note = join(folder, 'runs')
  const file = join(folder, 'program.mjs')
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(note)}, 'x')\n${source}`,
  )
  return { file, runs: () => (existsSync(note) ? readFileSync(note).length : 0) }
}

/** At a low priority a process gets what the others leave. */
const patience = { timeout: 180_000 }

describe.each(engines)('the nightly backup on $name', patience, (engine) => {
  test('is made once for all processes, by a process of its own', async () => {
    const place = await engine.createPlace()
    const [app, other] = [await openTestApp(place), await openTestApp(place)]
    const backupDir = temporaryFolder()
    const begunAt = Date.now()
    const options = { backupDir, now: () => begunAt }
    const nights = [app, other].map((each) => nightlyOf(each, 'src/nightly-backup.ts', options))
    await Promise.all(nights.map((nightly) => nightly.run()))
    await Promise.all(nights.map((nightly) => nightly.run()))
    const last = await readLastBackup(app.database.db)
    expect(readdirSync(backupDir).map((name) => join(backupDir, name))).toEqual([last?.file])
    expect(last).toMatchObject({ rows: 4 })
  })
})

test('a night that fails is told to the owner once a day, and tried again after an hour', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const { file, runs } = program("process.stderr.write('no room is left\\n'); process.exitCode = 1")
  const nightly = nightlyOf(app, file, { now: () => app.clock.now })
  await nightly.run()
  await nightly.run()
  expect(runs()).toBe(1)
  app.clock.now += 3_600_000
  await nightly.run()
  expect(runs()).toBe(2)
  const mails = await app.database.db.selectFrom('outbox').selectAll().execute()
  expect(mails).toMatchObject([{ kind: 'backup-failed', to_address: 'hello@kitewright.example', state: 'queued' }])
  expect(mails[0]?.text).toMatch(/no room is left\n\nThere is none yet\./)
})

test('stopping ends a backup that is being made, and tells nobody of a failure', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const { file, runs } = program('setInterval(() => {}, 1_000)')
  const nightly = nightlyOf(app, file)
  const looking = nightly.run()
  await vi.waitUntil(() => runs() === 1, { timeout: 10_000 })
  await nightly.stop(10_000)
  await looking
  expect(await app.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('a backup that is about to be made is not begun after the stop', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const { file, runs } = program('')
  const nightly = nightlyOf(app, file)
  const looking = nightly.run()
  await nightly.stop(10_000)
  await looking
  expect(runs()).toBe(0)
})
