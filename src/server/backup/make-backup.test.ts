import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { engines, type Place, sqlite, temporaryFolder } from '../../../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { submitContact } from '../../features/leads/contact.form.ts'
import { pauseInCopy } from '../../features/newsletter/issue/issue.repository.ts'
import { forgetPeople } from '../../features/privacy/forget-people.ts'
import { readMute } from '../mail/mute.ts'
import { makeBackup } from './make-backup.ts'
import { openBackup } from './open-backup.ts'
import { withWorkspace } from './workspace.ts'

const key = 'a passphrase for tests'

async function openPlace(engine = sqlite): Promise<{ place: Place; app: TestApp; folder: string }> {
  const place = await engine.createPlace()
  return { place, app: await openTestApp(place), folder: join(temporaryFolder(), 'backups') }
}

function backup({ database, now, environment }: TestApp, folder: string, options: { key?: string } = {}) {
  return makeBackup({ database, now, dataDir: environment.dataDir, folder, key: options.key, holdBack: pauseInCopy })
}

function rowsIn(file: string, query: string): unknown[] {
  const copy = new Sqlite(file, { readonly: true })
  try {
    return copy.prepare(query).pluck().all()
  } finally {
    copy.close()
  }
}

describe.each(engines)('a backup on $name', (engine) => {
  test('is one private file with every row, muted, and named by its moment', async () => {
    const { place, app, folder } = await openPlace(engine)
    await submitContact(app.contact, { ...ada, project: 'Zwölf ✓ “Drachen”' }, visitor)
    const { file, rows, bytes, isEncrypted, at } = await backup(app, folder)
    expect(file).toBe(join(folder, 'kitewright-20261120T093000Z.sqlite'))
    expect({ at, isEncrypted, bytes }).toEqual({ at: app.clock.now, isEncrypted: false, bytes: statSync(file).size })
    expect(rows).toMatchObject({ leads: 1, outbox: 2, settings: 3, issues: 0, issue_mails: 0 })
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readdirSync(folder)).toHaveLength(1)
    expect(readdirSync(place.dataDir).filter((name) => name.startsWith('backup-work'))).toEqual([])
    expect(rowsIn(file, 'select project from leads')).toEqual(['Zwölf ✓ “Drachen”'])
    expect(rowsIn(file, 'select typeof(created_at) from leads')).toEqual(['integer'])
    expect(rowsIn(file, "select value from settings where key = 'muted'").map(String)).toEqual([
      expect.stringContaining('restored from the backup of 2026-11-20 09:30 UTC'),
    ])
    expect(await readMute(app.database.db)).toBeUndefined()
  })

  test('holds an issue back that was going out, since it does not know who got it later', async () => {
    const { app, folder } = await openPlace(engine)
    const { db } = app.database
    const texts = { subject: '', from_name: '', from_address: 'a@b.example', text: '', html: '', paused_because: null }
    const numbers = { readers: 1, refusals: 0, next_at: 1, created_at: 1, finished_at: null }
    await db
      .insertInto('issues')
      .values({ slug: 'a', state: 'sending', database_id: 'h', ...texts, ...numbers })
      .execute()
    const { file } = await backup(app, folder)
    expect(rowsIn(file, "select state || ': ' || paused_because from issues")).toEqual([
      expect.stringMatching(/^paused: this is restored from the backup of .+ may have it by now$/),
    ])
    expect(await db.selectFrom('issues').select('state').execute()).toEqual([{ state: 'sending' }])
  })

  test('made while many write holds exactly what was committed, no lead without its mails', async () => {
    const { place, app, folder } = await openPlace(engine)
    const other = await openTestApp(place)
    let isDone = false
    let told = 0
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; !isDone; n++) {
        const email = `reader-${writer}-${n}@example.com`
        await submitContact(app.contact, { ...ada, email, requestId: `${writer}-${n}` }, { ...visitor, sender: email })
        told++
      }
    })
    while (told < 40) await new Promise(setImmediate)
    const before = told
    const { file, rows } = await backup(other, folder)
    const after = told
    isDone = true
    await Promise.all(writers)
    expect(after).toBeGreaterThan(before)
    expect(rows['leads']).toBeGreaterThanOrEqual(before)
    // The mail that tells the owner of it, alone or with others.
    const untold = `select count(*) from leads where
      not exists (select 1 from outbox where id = digest or (about = reference and kind = 'contact-owner'))`
    expect(rowsIn(file, untold)).toEqual([0])
    expect(rowsIn(file, 'select count(*) from leads')).toEqual([rows['leads']])
  })

  test('made after somebody was forgotten holds no byte of them', async () => {
    const { app, folder } = await openPlace(engine)
    await submitContact(app.contact, { ...ada, project: 'xyzzy-plugh '.repeat(3_000) }, visitor)
    await forgetPeople(app, { emails: [ada.email], references: [] })
    const { file } = await backup(app, folder)
    expect(readFileSync(file).toString('latin1')).not.toMatch(/xyzzy|Lovelace|ada@/)
  })
})

test('an encrypted backup shows none of it, and opens with its passphrase alone', async () => {
  const { app, folder } = await openPlace()
  await submitContact(app.contact, { ...ada, project: 'xyzzy '.repeat(20_000) }, visitor)
  const { file, rows } = await backup(app, folder, { key })
  expect(file).toMatch(/Z\.sqlite\.age$/)
  expect(readFileSync(file).toString('latin1')).not.toMatch(/SQLite|xyzzy|ada@/)
  const to = join(temporaryFolder(), 'opened')
  expect(await openBackup(file, { to, key })).toMatchObject({ isEncrypted: true, rows })
  const wrong = openBackup(file, { to: `${to}-2`, key: 'another passphrase' })
  await expect(wrong).rejects.toThrow(/^BACKUP_KEY is not the passphrase/)
  await expect(openBackup(file, { to: `${to}-2`, key: undefined })).rejects.toThrow(/is encrypted: set BACKUP_KEY/)
  expect(existsSync(`${to}-2`)).toBe(false)
})

test('two backups of one second are two files', async () => {
  const { app, folder } = await openPlace()
  const other = await openTestApp({ dataDir: app.environment.dataDir, databaseUrl: undefined })
  await Promise.all([backup(app, folder), backup(other, folder)])
  expect(readdirSync(folder).toSorted()).toEqual([
    'kitewright-20261120T093000Z.sqlite',
    'kitewright-20261120T093001Z.sqlite',
  ])
})

test('what killed backups left behind is removed, and nothing else', async () => {
  const { app, folder } = await openPlace()
  const { dataDir } = app.environment
  await mkdir(folder)
  await mkdir(join(dataDir, 'backup-work-killed'))
  writeFileSync(join(dataDir, 'backup-work-killed', 'lock'), '')
  writeFileSync(join(dataDir, 'backup-work-killed', 'kitewright.sqlite'), 'half')
  const part = 'kitewright-20261119T030000Z.sqlite.age.part'
  const files = [part, 'kitewright-20261120T025900Z.sqlite.part', 'mine.part'].map((name) => join(folder, name))
  const longAgo = new Date(Date.now() - 3 * 3_600_000)
  for (const file of files) writeFileSync(file, 'half')
  for (const file of files.filter((file) => !file.includes('1120T'))) utimesSync(file, longAgo, longAgo)
  await withWorkspace(dataDir, async (inUse) => {
    await backup(app, folder)
    expect(existsSync(inUse)).toBe(true)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([basename(inUse)])
  })
  expect(readdirSync(folder).toSorted()).toEqual([
    'kitewright-20261120T025900Z.sqlite.part', // another one may be writing it
    'kitewright-20261120T093000Z.sqlite',
    'mine.part',
  ])
})

test('a folder that cannot be used is named in one line, and one in DATA_DIR is refused', async () => {
  const { app, folder } = await openPlace()
  writeFileSync(folder, '')
  await expect(backup(app, folder)).rejects.toThrow(/^No backup was made: EEXIST.*backups'$/)
  const inside = backup(app, join(app.environment.dataDir, 'backups'))
  await expect(inside).rejects.toThrow('A backup belongs outside DATA_DIR')
})

test('a data folder that cannot be used is named in one line', async () => {
  const dataDir = join(temporaryFolder(), 'file')
  writeFileSync(dataDir, '')
  await expect(withWorkspace(join(dataDir, 'x'), async () => {})).rejects.toThrow(
    /^DATA_DIR \(.*\) cannot be used: ENOTDIR/,
  )
})

test('a backup that is broken off leaves nothing', async () => {
  const { app, folder } = await openPlace()
  const breakOff = new AbortController()
  breakOff.abort()
  const { database, now, environment } = app
  const broken = makeBackup({
    database,
    now,
    dataDir: environment.dataDir,
    folder,
    key,
    holdBack: pauseInCopy,
    signal: breakOff.signal,
  })
  await expect(broken).rejects.toThrow('The backup was broken off.')
  expect([...readdirSync(folder), ...readdirSync(environment.dataDir).filter((name) => /backup/.test(name))]).toEqual(
    [],
  )
})

test('a backup of a PostgreSQL is made also where nothing was written to DATA_DIR before', async () => {
  const { app, folder } = await openPlace(engines.at(-1))
  const { database, now } = app
  const dataDir = join(temporaryFolder(), 'data')
  expect(await makeBackup({ database, now, dataDir, folder, key: undefined, holdBack: pauseInCopy })).toMatchObject({
    isEncrypted: false,
  })
  expect(readdirSync(dataDir)).toEqual([])
})
