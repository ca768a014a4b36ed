import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import type { Watch } from '../../src/lib/progress.ts'
import { engines, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { Refusal } from './action.ts'
import { reads, works } from './actions.ts'

/** Ends work as soon as it says how far it is. @returns whether it ended */
async function stopped(work: (watch: Watch) => Promise<unknown>): Promise<boolean> {
  const stop = new AbortController()
  return await work({ signal: stop.signal, onProgress: () => stop.abort() }).then(
    () => false,
    () => stop.signal.aborted,
  )
}

const key = 'correct-horse-battery-staple'

describe.each(engines)('the backups on the desk, on $name', (engine) => {
  test('are made, listed and restored for a trial', async () => {
    const folder = temporaryFolder()
    const app = await openTestApp(await engine.createPlace(), { BACKUP_DIR: folder, BACKUP_KEY: key })
    await submitContact(app.contact, ada, visitor)
    expect(await reads.backups(app, {})).toEqual({ folder, isEncrypting: true, backups: [] })
    const { rows } = await works.makeBackup(app, {})
    const { backups } = await reads.backups(app, {})
    expect(backups).toMatchObject([{ at: app.now(), isEncrypted: true }])
    expect(await works.tryBackup(app, { name: backups[0]?.name })).toEqual({ at: app.now(), rows })
    writeFileSync(join(folder, backups[0]?.name ?? ''), 'torn')
    await expect(works.tryBackup(app, { name: backups[0]?.name })).rejects.toThrow(/is no backup|cannot be read/)
  })
})

test('of one that is stopped as it is made or tried, nothing is left', async () => {
  const folder = temporaryFolder()
  const app = await openTestApp(await sqlite.createPlace(), { BACKUP_DIR: folder })
  await works.makeBackup(app, {})
  const made = readdirSync(folder)
  app.clock.now += 1_000
  expect(await stopped((watch) => works.makeBackup(app, {}, watch))).toBe(true)
  expect(await stopped((watch) => works.tryBackup(app, { name: made[0] }, watch))).toBe(true)
  expect(readdirSync(folder)).toEqual(made)
  expect(readdirSync(app.environment.dataDir).filter((name) => name.includes('backup'))).toEqual([])
})

test('without a folder none is made, and no other file is opened', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await expect(works.makeBackup(app, {})).rejects.toThrow(Refusal)
  for (const name of ['../../etc/passwd', 'kitewright-20261120T031500Z.sqlite/../../x', '']) {
    await expect(works.tryBackup(app, { name })).rejects.toThrow(Refusal)
  }
})
