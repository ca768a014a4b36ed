import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { engines, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

const key = 'correct-horse-battery-staple'

describe.each(engines)('the backups on the desk, on $name', (engine) => {
  test('are made, listed and read back whole', async () => {
    const folder = temporaryFolder()
    const app = await openTestApp(await engine.createPlace(), { BACKUP_DIR: folder, BACKUP_KEY: key })
    await submitContact(app.contact, ada, visitor)
    expect(await reads.backups(app, {})).toEqual({ folder, isEncrypting: true, backups: [] })
    const { rows } = await changes.makeBackup(app, {})
    const { backups } = await reads.backups(app, {})
    expect(backups).toMatchObject([{ at: app.now(), isEncrypted: true }])
    expect(await changes.tryBackup(app, { name: backups[0]?.name })).toEqual({ at: app.now(), rows })
    writeFileSync(join(folder, backups[0]?.name ?? ''), 'torn')
    await expect(changes.tryBackup(app, { name: backups[0]?.name })).rejects.toThrow(/is no backup|cannot be read/)
  })
})

test('without a folder none is made, and no other file is opened', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await expect(changes.makeBackup(app, {})).rejects.toThrow(Refusal)
  for (const name of ['../../etc/passwd', 'kitewright-20261120T031500Z.sqlite/../../x', '']) {
    await expect(changes.tryBackup(app, { name })).rejects.toThrow(Refusal)
  }
})
