import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../migrations/all.ts'
import { engines, openTestDatabase, type Place, sqlite, temporaryFolder } from '../../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../../tests/support/desk.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { submitContact } from '../../features/leads/contact.form.ts'
import { subscribe } from '../../features/newsletter/newsletter.service.ts'
import { sqliteFileName } from '../db/sqlite.ts'
import { countHeldBack, liftMute } from '../mail/mute.ts'
import { makeBackup } from './make-backup.ts'
import { restoreToDatabase, restoreToFolder } from './restore-backup.ts'

const nothing = { key: undefined, tryOut: async () => {} }

/** A backup of a place with one lead, one reader and three mails that wait. */
async function backUp(place: Place): Promise<string> {
  const { contact, newsletter, database, now } = await openTestApp(place)
  await submitContact(contact, ada, visitor)
  await subscribe(newsletter, { email: 'reader@example.com' }, visitor)
  const folder = temporaryFolder()
  return (await makeBackup({ database, now, dataDir: place.dataDir, folder, key: undefined, holdBack: async () => {} }))
    .file
}

describe.each(engines)('a backup of $name', (engine) => {
  test('starts as a site that sends nothing until it is told to', async () => {
    const file = await backUp(await engine.createPlace())
    const dataDir = join(temporaryFolder(), 'restored')
    const { rows } = await restoreToFolder(file, dataDir, nothing)
    expect(rows).toMatchObject({ leads: 1, subscribers: 1, outbox: 3 })
    expect(readdirSync(dataDir)).toEqual([sqliteFileName])
    const server = await startSmtpServer()
    const { outbox, database, contact } = await openTestApp(
      { dataDir, databaseUrl: undefined },
      { SMTP_URL: server.url },
    )
    await submitContact(contact, { ...ada, requestId: 'new' }, visitor)
    await outbox.sendDue()
    expect(server.received).toEqual([])
    expect(await countHeldBack(database.db)).toMatchObject({ mails: 4 })
    await database.write(liftMute)
    await outbox.sendDue()
    expect(server.received).toHaveLength(4)
  })

  test.runIf(engines.some(({ name }) => name === 'PostgreSQL'))('goes to PostgreSQL, whole or not at all', async () => {
    const postgres = engines.find(({ name }) => name === 'PostgreSQL') ?? sqlite
    const file = await backUp(await engine.createPlace())
    const target = await openTestDatabase(postgres)
    const signal = AbortSignal.abort()
    const broken = restoreToDatabase(file, target, { key: undefined, dataDir: temporaryFolder(), signal })
    await expect(broken).rejects.toThrow(/cannot be read: .*aborted/)
    const { rows } = await restoreToDatabase(file, target, { key: undefined, dataDir: temporaryFolder() })
    expect(rows).toMatchObject({ leads: 1, subscribers: 1, outbox: 3 })
    expect(await target.db.selectFrom('leads').select(['project', 'created_at']).execute()).toEqual([
      { project: ada.project, created_at: Date.UTC(2026, 10, 20, 9, 30) },
    ])
    const again = restoreToDatabase(file, target, { key: undefined, dataDir: temporaryFolder() })
    await expect(again).rejects.toThrow(/^The database of DATABASE_URL is not empty \(leads 1, .*settings \d/)
  })
})

test('a backup of an earlier version is brought up to date', async () => {
  const file = await backUp(await sqlite.createPlace())
  migrations['9998-later'] = {
    up: async (db) => void (await sql`insert into settings values ('of the new version', 'x')`.execute(db)),
  }
  onTestFinished(() => void delete migrations['9998-later'])
  const { backup, rows } = await restoreToFolder(file, join(temporaryFolder(), 'restored'), nothing)
  expect(rows['settings']).toBe((backup.rows['settings'] ?? 0) + 1)
})

describe('nothing is restored', () => {
  test('into a folder that has anything in it', async () => {
    const file = await backUp(await sqlite.createPlace())
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'notes.txt'), '')
    await expect(restoreToFolder(file, folder, nothing)).rejects.toThrow('is not empty')
    mkdirSync(join(folder, 'other/restore.part'), { recursive: true })
    await expect(restoreToFolder(file, join(folder, 'other'), nothing)).rejects.toThrow('another restore is at work')
  })

  test('when the product cannot be opened on it', async () => {
    const file = await backUp(await sqlite.createPlace())
    const folder = join(temporaryFolder(), 'restored')
    const tryOut = async (dataDir: string) => {
      expect(readdirSync(dataDir)).toEqual([sqliteFileName])
      throw new Error('the disk is read-only')
    }
    const restoring = restoreToFolder(file, folder, { key: undefined, tryOut })
    await expect(restoring).rejects.toThrow('The backup cannot be restored: the disk is read-only')
    expect(existsSync(folder)).toBe(false)
  })

  test('from a file that was made by something else, or changed', async () => {
    const file = await backUp(await sqlite.createPlace())
    const changes: [statements: string, words: RegExp][] = [
      ["insert into kysely_migration values ('9999-later', 'now')", /newer version/],
      ['delete from subscribers', /of 1 rows of subscribers it holds 0/],
      ['pragma foreign_keys = 0; delete from leads', /refer to others that are missing/],
      ['create trigger t after insert on leads begin select 1; end', /triggers or views/],
      ["delete from settings where key = 'backup'", /but no backup/],
      ["update settings set value = '{}' where key = 'backup'", /^The backup is damaged/],
      ['drop table kysely_migration', /not one of this program/],
    ]
    for (const [statements, words] of changes) {
      const changed = join(temporaryFolder(), 'changed.sqlite')
      copyFileSync(file, changed)
      const connection = new Sqlite(changed)
      connection.exec(statements)
      connection.close()
      const folder = join(temporaryFolder(), 'restored')
      await expect(restoreToFolder(changed, folder, nothing)).rejects.toThrow(words)
      expect(existsSync(folder)).toBe(false)
    }
  })

  test('from a file that is damaged, cut off or no backup', async () => {
    const file = await backUp(await sqlite.createPlace())
    const whole = readFileSync(file)
    const folder = join(temporaryFolder(), 'restored')
    writeFileSync(file, whole.subarray(0, whole.length - 4_096))
    await expect(restoreToFolder(file, folder, nothing)).rejects.toThrow(/^The backup is damaged/)
    writeFileSync(file, whole)
    const descriptor = openSync(file, 'r+')
    for (let at = 4_096; at < whole.length; at += 4_096) writeSync(descriptor, Buffer.alloc(64, 0xff), 0, 64, at)
    await expect(restoreToFolder(file, folder, nothing)).rejects.toThrow(/^The backup is damaged/)
    const missing = restoreToFolder(join(folder, 'x.sqlite'), folder, nothing)
    await expect(missing).rejects.toThrow(/x\.sqlite cannot be read: ENOENT/)
    for (const text of ['', 'SQLite', 'a letter to somebody']) {
      writeFileSync(file, text)
      await expect(restoreToFolder(file, folder, nothing)).rejects.toThrow(/is no backup/)
    }
  })
})
