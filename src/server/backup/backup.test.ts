import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { buffer as gather } from 'node:stream/consumers'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, sqlite, temporaryFolder } from '../../../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { addSubscribers } from '../../../tests/support/readers.ts'
import { sendTestIssue } from '../../../tests/support/sending.ts'
import { submitContact } from '../../features/leads/contact.form.ts'
import { pauseInCopy } from '../../features/newsletter/issue/issue.repository.ts'
import { forgetPeople } from '../../features/privacy/forget-people.ts'
import { sqliteFileName } from '../db/sqlite.ts'
import { readMute } from '../mail/mute.ts'
import { backupName, backupTime, toThin } from './backup-file.ts'
import { decrypt, encrypt } from './encryption.ts'
import { makeBackup } from './make-backup.ts'
import { openBackup } from './open-backup.ts'
import { restoreToFolder } from './restore-backup.ts'
import { withWorkspace } from './workspace.ts'

const key = 'a passphrase for tests'
/** The real cost is for those who guess. */
const quick = 10
const nothing = { key: undefined, tryOut: async () => {} }

/** A place with a lead, and a folder for its backups. */
async function openPlace(engine = sqlite, project = ada.project): Promise<{ app: TestApp; folder: string }> {
  const app = await openTestApp(await engine.createPlace())
  await submitContact(app.contact, { ...ada, project }, visitor)
  return { app, folder: join(temporaryFolder(), 'backups') }
}

function backup(app: TestApp, folder: string, more: Partial<Parameters<typeof makeBackup>[0]> = {}) {
  const { database, now, environment } = app
  const options = { key: undefined, holdBack: pauseInCopy, workFactor: quick, ...more }
  return makeBackup({ database, now, dataDir: environment.dataDir, folder, ...options })
}

function rowsIn(file: string, query: string): unknown[] {
  const copy = new Sqlite(file, { readonly: true })
  onTestFinished(() => void copy.close())
  return copy.prepare(query).pluck().all()
}

describe.each(engines)('a backup on $name', (engine) => {
  test('is one private file with every row, muted, and named by its moment', async () => {
    const { app, folder } = await openPlace(engine, 'Zwölf ✓ “Drachen”')
    await addSubscribers(app.database, 1)
    await sendTestIssue(app, 1)
    const { file, rows, bytes, isEncrypted, at } = await backup(app, folder)
    expect(file).toBe(join(folder, 'kitewright-20261120T093000Z.sqlite'))
    expect([at, isEncrypted, bytes]).toEqual([app.clock.now, false, statSync(file).size])
    expect(rows).toMatchObject({ leads: 1, outbox: 2, settings: 3, issues: 1, issue_mails: 1 })
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readdirSync(folder)).toHaveLength(1)
    const lead = ['Zwölf ✓ “Drachen”: integer']
    expect(rowsIn(file, "select project || ': ' || typeof(created_at) from leads")).toEqual(lead)
    const muted = expect.stringContaining('restored from the backup of 2026-11-20 09:30 UTC')
    expect(rowsIn(file, "select value from settings where key = 'muted'")).toEqual([muted])
    expect(await readMute(app.database.db)).toBeUndefined()
    // The copy doesn't know who gets the issue later.
    const paused = /^paused: this is restored from the backup of .+ may have it by now$/
    expect(rowsIn(file, "select state || ': ' || paused_because from issues")).toEqual([expect.stringMatching(paused)])
    expect(await app.database.db.selectFrom('issues').select('state').execute()).toEqual([{ state: 'sending' }])
  })

  test('holds no byte of somebody who was forgotten before', async () => {
    const { app, folder } = await openPlace(engine, 'xyzzy-plugh '.repeat(3_000))
    await forgetPeople(app, { emails: [ada.email], references: [] })
    const { file } = await backup(app, folder)
    expect(readFileSync(file).toString('latin1')).not.toMatch(/xyzzy|Lovelace|ada@/)
  })
})

test('an encrypted backup shows nothing, and opens with its passphrase alone', async () => {
  const { app, folder } = await openPlace(sqlite, 'xyzzy '.repeat(20_000))
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
  const names = ['00', '01'].map((second) => `kitewright-20261120T0930${second}Z.sqlite`)
  expect(readdirSync(folder).toSorted()).toEqual(names)
})

test('what killed backups left behind is removed, and nothing else', async () => {
  const { app, folder } = await openPlace()
  const { dataDir } = app.environment
  mkdirSync(folder)
  mkdirSync(join(dataDir, 'backup-work-killed'))
  for (const name of ['lock', sqliteFileName]) writeFileSync(join(dataDir, 'backup-work-killed', name), '')
  const part = 'kitewright-20261119T030000Z.sqlite.age.part'
  const files = [part, 'kitewright-20261120T025900Z.sqlite.part', 'mine.part'].map((name) => join(folder, name))
  const longAgo = new Date(Date.now() - 3 * 3_600_000)
  for (const file of files) writeFileSync(file, 'half')
  for (const file of files.filter((file) => !file.includes('1120T'))) utimesSync(file, longAgo, longAgo)
  await withWorkspace(dataDir, async (inUse) => {
    await backup(app, folder)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([basename(inUse)])
  })
  expect(readdirSync(folder).toSorted()).toEqual([
    'kitewright-20261120T025900Z.sqlite.part', // another one may be writing it
    'kitewright-20261120T093000Z.sqlite',
    'mine.part',
  ])
})

test('a backup that can’t be made, or is broken off, says so in one line and leaves nothing', async () => {
  const { app, folder } = await openPlace()
  const { dataDir } = app.environment
  writeFileSync(folder, '')
  await expect(backup(app, folder)).rejects.toThrow(/^No backup was made: EEXIST.*backups'$/)
  await expect(backup(app, join(dataDir, 'backups'))).rejects.toThrow('A backup belongs outside DATA_DIR')
  const without = withWorkspace(join(folder, 'x'), async () => {})
  await expect(without).rejects.toThrow(/^DATA_DIR \(.*\) cannot be used: ENOTDIR/)
  const other = temporaryFolder()
  const broken = backup(app, other, { key, signal: AbortSignal.abort() })
  await expect(broken).rejects.toThrow('The backup was broken off.')
  expect([...readdirSync(other), ...readdirSync(dataDir).filter((name) => name.includes('backup-'))]).toEqual([])
})

describe('thinning', () => {
  const dayMs = 86_400_000
  const now = Date.UTC(2026, 10, 20, 3, 15)
  const daysOld = (days: number): string => backupName(now - days * dayMs, false)

  test('leaves the last seven days whole, then one a week, and none that is older than thirty days', () => {
    let names: string[] = []
    for (let night = 89; night >= 0; night--) {
      const at = now - night * dayMs
      names.push(backupName(at, night % 2 === 0))
      const gone = toThin(names, 30, at)
      names = names.filter((name) => !gone.includes(name))
    }
    const ages = names.map((name) => Math.round((now - (backupTime(name) ?? 0)) / dayMs))
    const [first = 0, ...weekly] = ages.slice(0, -8)
    expect(ages.slice(-8)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
    expect([weekly.length >= 2, first <= 30]).toEqual([true, true])
    expect(weekly).toEqual(weekly.map((_, n) => first - 7 * (n + 1)))
  })

  test.each([
    ['the newest, however old it is', [daysOld(400), daysOld(300)], [daysOld(400)]],
    ['this week, when a clock was wrong', [daysOld(3), daysOld(0), daysOld(-400), daysOld(-1)], []],
    ['other files', [`${daysOld(90)}.part`, 'notes.txt', 'x-20261020T031500Z.sqlite', daysOld(0)], []],
  ])('leaves %s', (_, names, thinned) => {
    expect(toThin(names, 30, now)).toEqual(thinned)
  })
})

describe('nothing is restored', () => {
  const made = async () => {
    const { app, folder } = await openPlace()
    return { file: (await backup(app, folder)).file, folder: join(temporaryFolder(), 'restored') }
  }

  test('into a folder that has anything in it, or when the product can’t be opened on it', async () => {
    const { file, folder } = await made()
    const full = temporaryFolder()
    writeFileSync(join(full, 'notes.txt'), '')
    await expect(restoreToFolder(file, full, nothing)).rejects.toThrow('is not empty')
    mkdirSync(join(full, 'other/restore.part'), { recursive: true })
    await expect(restoreToFolder(file, join(full, 'other'), nothing)).rejects.toThrow('another restore is at work')
    const tryOut = async (dataDir: string) => {
      expect(readdirSync(dataDir)).toEqual([sqliteFileName])
      throw new Error('the disk is read-only')
    }
    const restoring = restoreToFolder(file, folder, { key: undefined, tryOut })
    await expect(restoring).rejects.toThrow('The backup cannot be restored: the disk is read-only')
    expect(existsSync(folder)).toBe(false)
  })

  test('from a file that was made by something else, or changed', async () => {
    const { file, folder } = await made()
    for (const [statements, words] of [
      ["insert into kysely_migration values ('9999-later', 'now')", /newer version/],
      ['delete from outbox', /of 2 rows of outbox it holds 0/],
      ["insert into call_moments values (1, 'x')", /refer to others that are missing/],
      ['create trigger t after insert on leads begin select 1; end', /triggers or views/],
      ["delete from settings where key = 'backup'", /but no backup/],
      ["update settings set value = '{}' where key = 'backup'", /^The backup is damaged/],
      ['drop table kysely_migration', /not one of this program/],
    ] as const) {
      const changed = join(temporaryFolder(), 'changed.sqlite')
      copyFileSync(file, changed)
      const connection = new Sqlite(changed)
      connection.exec(`pragma foreign_keys = 0; ${statements}`)
      connection.close()
      await expect(restoreToFolder(changed, folder, nothing)).rejects.toThrow(words)
      expect(existsSync(folder)).toBe(false)
    }
  })

  test('from a file that is damaged, cut off or no backup', async () => {
    const { file, folder } = await made()
    const whole = readFileSync(file)
    const torn = Buffer.from(whole)
    for (let at = 4_096; at < whole.length; at += 4_096) torn.fill(0xff, at, at + 64)
    for (const [bytes, words] of [
      [whole.subarray(0, whole.length - 4_096), /^The backup is damaged/],
      [torn, /^The backup is damaged/],
      ['', /is no backup/],
      ['a letter to somebody', /is no backup/],
    ] as const) {
      writeFileSync(file, bytes)
      await expect(restoreToFolder(file, folder, nothing)).rejects.toThrow(words)
    }
    await expect(restoreToFolder('/x.sqlite', folder, nothing)).rejects.toThrow(/x\.sqlite cannot be read: ENOENT/)
  })
})

/** The format itself is age's, and its library's to test. */
describe('encryption', async () => {
  const chunk = 65_536
  const plain = Buffer.from(Array.from({ length: 3 * chunk + 100 }, (_, n) => (n * 7 + (n >> 8)) % 256))
  const seal = async (bytes: Buffer, passphrase = key, workFactor?: number) =>
    gather(await encrypt(inPieces(bytes, 50_000), passphrase, workFactor))
  const unseal = (bytes: Buffer, passphrase = key) => gather(decrypt(inPieces(bytes, 1_000), passphrase))
  const sealed = await seal(plain, key, quick)
  /** With the nonce; each encrypted chunk has a tag of 16 bytes. */
  const head = sealed.length - plain.length - 4 * 16
  const withByte = (at: number) =>
    Buffer.concat([sealed.subarray(0, at), Buffer.from([sealed[at] === 65 ? 66 : 65]), sealed.subarray(at + 1)])

  async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }

  test('makes a guess cost the least of OWASP, N = 2^17, and takes a passphrase however its letters are composed', async () => {
    const usual = await seal(plain.subarray(0, 9), 'Flügel über Wiesen'.normalize('NFD'))
    expect(usual.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/)
    expect(await unseal(usual, 'Flügel über Wiesen'.normalize('NFC'))).toEqual(plain.subarray(0, 9))
  })

  test.each([
    ['a changed salt', withByte(sealed.indexOf('scrypt ') + 9), /not the passphrase/],
    ['a changed byte in the middle', withByte(head + chunk + 25), /damaged or cut off, near its byte 65536/],
    ['a changed tag at the end', withByte(sealed.length - 1), /near its byte 196608/],
    ['no last chunk', sealed.subarray(0, head + 3 * (chunk + 16)), /cut off/],
  ])('refuses a file with %s', async (_, bytes, words) => {
    await expect(unseal(bytes)).rejects.toThrow(words)
  })
})
