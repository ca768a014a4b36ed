import { spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import type { Tables } from '../../migrations/tables.ts'
import { migrate, sqliteFileName } from '../../platform/db/database.ts'
import { readPause } from '../../platform/email/outbox/pause.ts'
import { removeWorkspace, withWorkspace } from '../../platform/workspace.ts'
import { bothEngines, engines, postgres, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { sendTestIssue } from '../../tests/support/sending.ts'
import { addSubscribers, subscriber } from '../../tests/support/subscribers.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { forgetPeople } from '../people/forget.ts'
import { backUp } from './make-backup.ts'
import { restoreToFolder, tryRestore } from './restore-backup.ts'

const key = 'a passphrase for tests'

/** Opens an app with a lead, and a folder for its backups. */
async function openPlace(engine = sqlite, project = ada.project): Promise<{ app: TestApp; folder: string }> {
  const app = await openTestApp(await engine.createPlace())
  await submitContact(app, { ...ada, project }, visitor)
  return { app, folder: join(temporaryFolder(), 'backups') }
}

type More = Partial<Parameters<typeof backUp>[0]> & { key?: string }

function backup({ environment, now }: TestApp, folder: string, { key, ...more }: More = {}) {
  return backUp({ environment: { ...environment, backupKey: key }, now, folder, ...more })
}

function rowsIn(file: string, query: string): unknown[] {
  const copy = new Sqlite(file, { readonly: true })
  onTestFinished(() => void copy.close())
  return copy.prepare(query).pluck().all()
}

function changeFile(file: string, statements: string): void {
  const connection = new Sqlite(file)
  connection.exec(`pragma foreign_keys = 0; ${statements}`)
  connection.close()
}

/** Characters that PostgreSQL's text format escapes, and line breaks it doesn't treat as such. */
const oddWords = 'Zwölf ✓ “Drachen”\\N \\. \t \n\\.\n \u2028 \r\n \b \v \\b'

test.runIf(process.getuid?.() === 0)(
  'files that root’s commands create belong to the owner of their folder',
  async () => {
    const { app } = await openPlace()
    const { dataDir } = app.environment
    const folder = temporaryFolder()
    for (const path of [dataDir, folder]) chownSync(path, 1234, 1234)
    const { file } = await backup(app, folder)
    const restored = join(dataDir, 'restored')
    await restoreToFolder(file, restored, app)
    const paths = [file, join(dataDir, 'workspace.lock'), restored, join(restored, sqliteFileName)]
    for (const path of paths) expect(statSync(path)).toMatchObject({ uid: 1234, gid: 1234 })
  },
)

test.each(bothEngines)('a backup of $name is one private file that restores every row, paused', async (engine) => {
  const { app, folder } = await openPlace(engine, oddWords)
  const ending = engine === postgres ? 'dump' : 'sqlite'
  await addSubscribers(app.database, 1)
  await sendTestIssue(app, 1)
  const { file, rows, bytes, isEncrypted, at } = await backup(app, folder)
  expect(file).toBe(join(folder, `kitewright-20261120T093000Z.${ending}`))
  expect([at, isEncrypted, bytes]).toEqual([app.clock.now, false, statSync(file).size])
  expect(rows).toMatchObject({ leads: 1, outbox: 3, settings: 3, issues: 1 })
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  expect(readdirSync(folder)).toHaveLength(1)
  const restored = join(temporaryFolder(), 'restored')
  expect(await restoreToFolder(file, restored, app)).toMatchObject({ backup: { at, rows }, rows })
  const database = join(restored, sqliteFileName)
  expect([statSync(database).mode & 0o777, statSync(restored).mode & 0o777]).toEqual([0o600, 0o700])
  const { project } = await app.database.db.selectFrom('leads').select('project').executeTakeFirstOrThrow()
  expect(rowsIn(database, "select project || ': ' || typeof(created_at) from leads")).toEqual([`${project}: integer`])
  const pause = expect.stringContaining('restored from the backup of 2026-11-20 09:30 UTC')
  expect(rowsIn(database, "select value from settings where key = 'paused'")).toEqual([pause])
  expect(await readPause(app.database.db)).toBeUndefined()
  const paused = /^paused: this is restored from the backup of .+ might have sent these emails already$/
  expect(rowsIn(database, "select state || ': ' || paused_because from issues")).toEqual([
    expect.stringMatching(paused),
  ])
  expect(await app.database.db.selectFrom('issues').select('state').execute()).toEqual([{ state: 'sending' }])
})

describe.each(engines)('a backup of $name', (engine) => {
  test('contains no data of a person who was forgotten earlier', async () => {
    const { app, folder } = await openPlace(engine, 'xyzzy-plugh '.repeat(3_000))
    await forgetPeople(app, { emails: [ada.email], references: [] })
    const { file } = await backup(app, folder)
    const restored = join(folder, 'restored')
    await restoreToFolder(file, restored, app)
    for (const each of [file, join(restored, sqliteFileName)])
      expect(readFileSync(each).toString('latin1')).not.toMatch(/xyzzy|Lovelace|ada@/)
  })

  test('reveals nothing if encrypted, and opens only with its passphrase', async () => {
    const { app, folder } = await openPlace(engine, 'xyzzy '.repeat(20_000))
    const { file, isEncrypted } = await backup(app, folder, { key })
    expect(file).toMatch(/Z\.(sqlite|dump)\.age$/)
    // The minimum cost per guess recommended by OWASP, N = 2^17.
    expect(readFileSync(file).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/)
    expect(readFileSync(file).toString('latin1')).not.toMatch(/SQLite|PGDMP|xyzzy|ada@/)
    const open = (backupKey?: string) => tryRestore(file, { environment: { ...app.environment, backupKey } })
    expect(isEncrypted).toBe(true)
    await expect(open('another passphrase')).rejects.toThrow(/^BACKUP_KEY isn’t the passphrase/)
    await expect(open()).rejects.toThrow(/is encrypted\. Set BACKUP_KEY/)
    truncateSync(file, statSync(file).size - 1)
    await expect(open(key)).rejects.toThrow(/is damaged or truncated/)
    expect(readdirSync(app.environment.dataDir).filter((name) => name.includes('backup'))).toEqual([])
  })
})

test('names two backups made in the same second differently', async () => {
  const { app, folder } = await openPlace()
  await Promise.all([backup(app, folder), backup(app, folder)])
  const names = ['00', '01'].map((second) => `kitewright-20261120T0930${second}Z.sqlite`)
  expect(readdirSync(folder).toSorted()).toEqual(names)
})

test('removes only leftovers of killed backups', async () => {
  const { app, folder } = await openPlace()
  const { dataDir } = app.environment
  const files = [
    'kitewright-20261120T025900Z.sqlite.age.part',
    'kitewright-20261120T085900Z.sqlite.part', // another machine might be writing it
    'mine.part',
  ]
  mkdirSync(folder)
  for (const file of files) writeFileSync(join(folder, file), 'half')
  const killed = () => {
    mkdirSync(join(dataDir, 'backup-work-killed'))
    writeFileSync(join(dataDir, 'backup-work-killed', sqliteFileName), '')
  }
  const left = () => readdirSync(dataDir).filter((name) => name.startsWith('backup-'))
  killed()
  await backup(app, folder)
  expect(readdirSync(folder).toSorted()).toEqual([...files.slice(1), 'kitewright-20261120T093000Z.sqlite'].toSorted())
  expect(left()).toEqual([])
  await withWorkspace(dataDir, undefined, async () => {
    await removeWorkspace(dataDir)
    expect(left()).toEqual(['backup-work'])
    const taking = `new (require('better-sqlite3'))('${dataDir}/workspace.lock', { timeout: 0 }).exec('begin exclusive')`
    expect(spawnSync(process.execPath, ['-e', taking], { encoding: 'utf8' }).stderr).toContain('database is locked')
    const stopped = tryRestore('/x', { ...app, signal: AbortSignal.abort() })
    await expect(stopped).rejects.toThrow('Stopped while another backup or restore was running.')
  })
  killed()
  await removeWorkspace(dataDir)
  expect(left()).toEqual([])
})

test('reports a failed backup in one line and deletes its files', async () => {
  const { app, folder } = await openPlace()
  const { dataDir } = app.environment
  writeFileSync(folder, '')
  await expect(backup(app, folder)).rejects.toThrow(/^No backup was made: EEXIST.*backups'$/)
  await expect(backup(app, join(dataDir, 'backups'))).rejects.toThrow('Backups can’t be in DATA_DIR')
  const without = withWorkspace(join(folder, 'x'), undefined, async () => {})
  await expect(without).rejects.toThrow(/^Couldn’t use DATA_DIR \(.*\): ENOTDIR/)
  expect(readdirSync(dataDir).filter((name) => name.includes('backup-'))).toEqual([])
})

describe('nothing is restored', () => {
  const made = async () => {
    const { app, folder } = await openPlace()
    return { app, file: (await backup(app, folder)).file, folder: join(temporaryFolder(), 'restored') }
  }

  test('into a folder that isn’t empty or isn’t accessible', async () => {
    const { app, file, folder } = await made()
    const full = temporaryFolder()
    writeFileSync(join(full, 'notes.txt'), '')
    await expect(restoreToFolder(file, full, app)).rejects.toThrow('isn’t empty')
    const wrong = { ...app.environment, smtpUrl: 'no address' }
    await expect(restoreToFolder(file, folder, { environment: wrong })).rejects.toThrow(/Couldn’t read .*: Invalid URL/)
    expect(existsSync(folder)).toBe(false)
  })

  test('from another app’s file, or a modified file', async () => {
    const { app, file, folder } = await made()
    for (const [statements, words] of [
      ["insert into kysely_migration values ('9999-later', 'now')", /newer version/],
      ['create trigger t after insert on leads begin select 1; end', /the trigger t, which Kitewright never creates/],
      ["insert into call_moments values (1, 'x')", /some rows refer to missing rows/],
      ["delete from settings where key = 'backup'", /but not a backup/],
      ["update settings set value = '{}' where key = 'backup'", /^The file is damaged or isn’t a backup/],
      ['drop table kysely_migration', /isn’t a Kitewright database/],
    ] as const) {
      const changed = join(temporaryFolder(), 'changed.sqlite')
      copyFileSync(file, changed)
      changeFile(changed, statements)
      await expect(restoreToFolder(changed, folder, app)).rejects.toThrow(words)
      expect(existsSync(folder)).toBe(false)
    }
  })

  test('from a file that is damaged, cut off, or not a backup', async () => {
    const { app, file, folder } = await made()
    const whole = readFileSync(file)
    const torn = Buffer.from(whole)
    for (let at = 4_096; at < whole.length; at += 4_096) torn.fill(0xff, at, at + 64)
    const changed = Buffer.from(whole)
    changed.write('x', whole.indexOf('link-key'))
    for (const [bytes, words] of [
      [whole.subarray(0, whole.length - 4_096), /^The file is damaged or isn’t a backup/],
      [torn, /^The file is damaged or isn’t a backup/],
      [changed, /damaged.*: row \d+ missing from index/],
      ['', /isn’t a backup/],
      ['a letter to somebody', /isn’t a backup/],
    ] as const) {
      writeFileSync(file, bytes)
      await expect(restoreToFolder(file, folder, app)).rejects.toThrow(words)
    }
    const nowhere = restoreToFolder('/x.sqlite', folder, app)
    await expect(nowhere).rejects.toThrow(/Couldn’t read .*x\.sqlite: ENOENT/)
  })
})

/** Makes a backup like versions up to 0.2, which wrote an SQLite file with the schema of the time for both engines. */
async function makeOldBackup(): Promise<string> {
  const file = join(temporaryFolder(), 'old.sqlite')
  const copy = new Sqlite(file)
  const steps = Object.fromEntries(Object.entries(migrations).slice(0, 3))
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: copy }) })
  await migrate(db, steps)
  await db.insertInto('subscribers').values(subscriber(1)).execute()
  const value = JSON.stringify({ at: 1_795_167_000_000, engine: 'postgres', rows: { subscribers: 1 } })
  await db.insertInto('settings').values({ key: 'backup', value }).execute()
  await db.destroy()
  return file
}

/** An expression that takes nearly a second and 400 MB of memory. */
const bomb = 'length(hex(zeroblob(200000000)))'
const remake = (definition: string) =>
  `alter table call_moments rename to old; create table call_moments ${definition};
    insert into call_moments select moment, call from old; drop table old`

test('restores nothing from a file with anything that migrations don’t create, and runs none of it', async () => {
  const { app, folder } = await openPlace()
  const { file } = await backup(app, folder)
  const changed = join(folder, 'changed.sqlite')
  for (const [words, statements] of [
    ['the index evil,', `create index evil on calls (${bomb})`],
    ['the index evil,', `create index evil on calls (lead) where ${bomb} > 1`],
    ['the trigger evil,', `create trigger evil after insert on leads begin select ${bomb}; end`],
    ['the view evil,', `create view evil as select ${bomb} from leads`],
    ['the table evil,', "create virtual table evil using fts5(a); insert into evil values ('b')"],
    ['the table evil0,', Array.from({ length: 1_000 }, (_, n) => `create table evil${n} (a)`).join(';')],
    ['the table sqlite_stat1,', 'analyze'],
    ['the table leads,', `alter table leads add column evil as (${bomb})`],
    ['the table call_moments,', remake(`(moment bigint primary key, call text default (${bomb}) check (${bomb} > 1))`)],
    ['the table call_moments,', remake('(moment bigint primary key, call text) without rowid')],
    ['isn’t a Kitewright database', `alter table kysely_migration add column evil as (${bomb})`],
    ['isn’t a Kitewright database', `create index evil on kysely_migration (${bomb})`],
  ] as const) {
    copyFileSync(file, changed)
    changeFile(changed, `begin; ${statements}; commit`)
    await expect(tryRestore(changed, app), statements).rejects.toThrow(words)
  }
})

test('restores a backup of an earlier version', async () => {
  const { environment } = await openTestApp(await sqlite.createPlace())
  expect(await tryRestore(await makeOldBackup(), { environment })).toMatchObject({
    backup: { engine: 'postgres' },
    rows: { subscribers: 1 },
  })
})
