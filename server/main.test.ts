import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../migrations/tables.ts'
import { type Database, StorageError, sqliteFileName } from '../platform/db/database.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { assertDurable } from '../platform/db/sqlite.ts'
import { createWriteQueue } from '../platform/db/write-queue.ts'
import { freeBytes, lowDisk } from '../platform/disk-space.ts'
import { createSilentLog } from '../platform/log.ts'
import type { MarkedText } from '../platform/text/index-text.ts'
import { createTextIndex, openTextIndex } from '../platform/text/text-index.ts'
import { openTestDatabase, sqlite, temporaryFolder } from '../tests/support/databases.ts'
import { searchWords } from './search/search-words.ts'

test('reports a disk with too little space, and how much is free', async () => {
  const folder = temporaryFolder()
  const free = (await freeBytes(folder)) ?? 0
  expect(free).toBeGreaterThan(0)
  const folders = { dataDir: folder, backupDir: '/mnt/disk' }
  expect(await lowDisk(folders, 1)).toBeUndefined()
  const deletable = `old backups in /mnt/disk, emails in ${folder}/mail, or old builds in ${resolve('dist')}`
  expect(await lowDisk(folders, free * 2)).toMatch(
    new RegExp(`^low disk space: \\d+ MB left in ${folder}. You can delete ${deletable}.$`),
  )
  expect(await lowDisk({ dataDir: '/nowhere/at/all' }, Number.POSITIVE_INFINITY)).toBeUndefined()
})

describe('the text index', () => {
  const sections = [
    ['/a', 'What an MVP costs', 'The prices of a first version.'],
    ['/a', 'What an MVP costs', 'A naïve café costs €5.', 'sum', 'The sum'],
    ['/b', 'Terms', 'A price is fixed in writing.'],
    ['/', 'Home', 'Write me an e-mail.', 'contact', 'Ready?'],
    ['/b', 'Terms', 'Letters arrive.', '13-contact', '13. Contact'],
  ].map(([path = '', title = '', text = '', anchor = '', heading = '']) => ({ path, title, anchor, heading, text }))
  const index = createTextIndex(':memory:', sections)
  const pathsOf = ({ matches }: ReturnType<typeof index.search>) => matches.map(({ path }) => path)
  const marks = (text: MarkedText = []) => text.filter(({ isMatch }) => isMatch).map((part) => part.text)

  test.each([
    ['a word in another form and in capitals', ['PRICED'], ['/a', '/b']],
    ['a word without its accents', ['cafe'], ['/a#sum']],
    ['the beginning of a word', ['naiv'], ['/a#sum']],
    ['an address', ['contact'], ['/#contact', '/b#13-contact']],
    ['a hyphenated word as one', ['email'], ['/#contact']],
    ['the section of a page that fits best', ['sum'], ['/a#sum']],
    ['some words where no page holds all', ['fixed', 'café'], ['/a#sum', '/b']],
    ['nothing for no word', [], []],
  ])('finds %s', (_, words, paths) => {
    expect(pathsOf(index.search(words)).toSorted()).toEqual(paths)
  })

  const excerptOf = (text: string, query: string) => {
    const index = createTextIndex(':memory:', [{ path: '/', title: 'Home', anchor: '', heading: '', text }])
    const { matches, isNear } = index.search(searchWords(query) ?? [])
    index.close()
    const parts = isNear ? [] : (matches[0]?.excerpt ?? [])
    return parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')
  }

  test.each([
    ['STRASSE stra', 'Die Straße am Fluß', 'Die [Straße] am Fluß'],
    ['straße', 'Eine Strasse', 'Eine [Strasse]'],
    ['oeuvre boeuf', 'L’œuvre du Bœuf', 'L’[œuvre] du [Bœuf]'],
    ['lodz smorrebrod aether', 'Łódź, smørrebrød, Æther', '[Łódź], [smørrebrød], [Æther]'],
    ['efficient', 'e\uFB03cient', '[e\uFB03cient]'],
    ['Dampfschiff', 'Dampf\u00ADschiff', '[Dampfschiff]'],
    ['Dampf\u00ADschiff', 'Ein Dampfschiff', 'Ein [Dampfschiff]'],
    ['οδος ΟΔΥΣ', 'ΟΔΟΣ και Οδυσσέας', '[ΟΔΟΣ] και [Οδυσσέας]'],
    ['میخواهم', 'من می\u200Cخواهم', 'من [می\u200Cخواهم]'],
    ['हिन्दी', 'हम हिन्दी में', 'हम [हिन्दी] में'],
    ['网站 固定', '我们为研究生开发网站，价格固定。', '我们为研究生开发[网站]，价格[固定]。'],
    ['タワー', '私は東京タワーでKiteを作る。', '私は東京[タワー]でKiteを作る。'],
    ['kite', '私は東京タワーでKiteを作る。', '私は東京タワーで[Kite]を作る。'],
    ['เว็บไซต์', 'เรารับพัฒนาเว็บไซต์และแอป', 'เรารับพัฒนา[เว็บไซต์]และแอป'],
    ['大阪', '私は東京タワーで', ''],
  ])('finds %s in “%s”, whatever its spelling or script', (query, text, excerpt) => {
    expect(excerptOf(text, query)).toBe(excerpt)
    const around = 'Ein Satz über Flüße. '.repeat(20)
    if (excerpt) expect(excerptOf(around + text + around, query)).toMatch(/\[.*\]/)
    expect(excerptOf(around + text + around, query)).not.toMatch(/[\uFFF9-\uFFFB\p{Cc}]|FLÜSS|FLUSS/u)
  })

  test('finds exactly the articles with a tag', () => {
    const tagged = [['C++'], ['C', 'Web Design'], ['Webcam']].map((tags, i) => ({
      ...{ path: `/${i}`, title: 'C++ on the web by design', anchor: '', heading: '', text: 'C plus plus', tags },
    }))
    const index = createTextIndex(':memory:', tagged)
    const found = (query: string) => pathsOf(index.search(searchWords(query) ?? []))
    expect(['#C++', '#c-plus-plus', '#c', '#web-design', '#Web Design'].map(found)).toEqual([
      ...[['/0'], ['/0'], ['/1'], ['/1'], ['/1']],
    ])
    expect(found('web')).toHaveLength(3)
  })

  test('highlights the searched words, including in titles', () => {
    const [match] = index.search(['version', 'costs']).matches
    expect([marks(match?.title), marks(match?.excerpt)]).toEqual([['costs'], ['version']])
  })

  test('replaces an unknown word by the nearest one', () => {
    expect(index.search(['versoin'])).toMatchObject({ isNear: true, matches: [{ path: '/a' }] })
    expect(index.search(['version'])).toMatchObject({ isNear: false })
    expect(index.search(['zzzzzz'])).toEqual({ isNear: true, matches: [] })
  })

  test('is written once and read by later processes', () => {
    const file = join(temporaryFolder(), 'texts.sqlite')
    createTextIndex(file, []).close()
    createTextIndex(file, sections.slice(0, 3)).close()
    const subscriber = openTextIndex(file)
    expect(pathsOf(subscriber.search(['fixed']))).toEqual(['/b'])
    expect(subscriber.pages().map(({ path }) => path)).toEqual(['/a', '/b'])
    subscriber.close()
  })
})

const set = ({ write }: Database, key: string, value = 'x') =>
  write((tx) => tx.insertInto('settings').values({ key, value }).execute())

const keys = async ({ db }: Database) =>
  (await db.selectFrom('settings').select('key').where('key', 'in', ['a', 'b', 'c']).execute()).map(({ key }) => key)

describe('the database', () => {
  test('refuses an SQLite build that doesn’t wait for the disk', () => {
    const connection = new Sqlite(join(temporaryFolder(), 'fast.sqlite'))
    connection.pragma('journal_mode = wal')
    connection.pragma('synchronous = normal')
    expect(() => assertDurable(connection)).toThrow('SQLite runs with synchronous = 1, but needs 2')
    connection.close()
  })

  test('fails waiting writes when the disk is full, and writes again once there is space', async () => {
    const database = await openTestDatabase(sqlite)
    await sql`pragma max_page_count = 1`.execute(database.db)
    const big = 'x'.repeat(1_000_000)
    const message = expect.stringMatching(
      /^Couldn’t write to the database: .* is full; .* MB left in .* can delete emails/,
    )
    for (const outcome of await Promise.allSettled([set(database, 'a', big), set(database, 'b', big)]))
      expect(outcome).toMatchObject({ reason: { name: 'StorageError', message, cause: { code: 'SQLITE_FULL' } } })
    await sql`pragma max_page_count = 1000000`.execute(database.db)
    await set(database, 'c', big)
    expect(await keys(database)).toEqual(['c'])
  })

  test('makes its files private', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, createSilentLog())
    await set(database, 'a')
    const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777
    expect(['', ...readdirSync(dataDir)].map(modeOf)).toEqual([0o700, 0o600, 0o600, 0o600])
    await database.close()
  })

  test('reports an unusable folder, file, or server in one line, without the password', async () => {
    const blocked = join(temporaryFolder(), 'blocked')
    writeFileSync(blocked, '')
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, sqliteFileName), 'no database, but long enough to look at '.repeat(40))
    const databaseUrl = 'postgres://me:secret@127.0.0.1:1/kitewright'
    for (const [place, words] of [
      [{ dataDir: blocked, databaseUrl: undefined }, /^Couldn’t use DATA_DIR \(.*blocked\): .*EEXIST[^\n]*$/],
      [{ dataDir, databaseUrl: undefined }, /^Couldn’t use DATA_DIR \(.*\): file is not a database$/],
      [{ dataDir, databaseUrl }, /^Couldn’t use the database at DATABASE_URL: (?!.*secret).*ECONNREFUSED/],
    ] as const)
      await expect(openDatabase(place, createSilentLog())).rejects.toThrow(words)
  })

  /** Opens a table `n`, with writes to it and another process's lock. `clock` only advances while something waits. */
  function openLocked() {
    const file = join(temporaryFolder(), 'a.sqlite')
    const connection = new Sqlite(file, { timeout: 0 })
    connection.exec('pragma journal_mode = wal; create table n (at integer)')
    const other = new Sqlite(file)
    other.exec('begin immediate')
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) })
    onTestFinished(async () => {
      await db.destroy()
      other.close()
    })
    const clock = { ms: 0, atEach: (_ms: number) => {} }
    const at = { dataDir: temporaryFolder() }
    const { write } = createWriteQueue(db, at, {
      now: () => clock.ms,
      wait: async (ms) => {
        await new Promise(setImmediate)
        clock.ms += ms
        clock.atEach(clock.ms)
      },
    })
    const add = () => write((tx) => sql`insert into n values (${clock.ms})`.execute(tx))
    return { add, clock, other, count: () => connection.prepare('select count(*) from n').pluck().get() }
  }

  test('lets each write wait up to 5 s for another process, regardless of the queue', async () => {
    const { add, clock, count } = openLocked()
    const failed: number[] = []
    const note = async () => {
      await expect(add()).rejects.toBeInstanceOf(StorageError)
      failed.push(clock.ms)
    }
    const { promise: late, resolve } = Promise.withResolvers<void>()
    clock.atEach = (ms) => {
      if (ms === 4_000) resolve(note())
    }
    await Promise.all([...Array.from({ length: 150 }, note), late])
    expect(failed).toEqual([...Array<number>(150).fill(5_000), 9_000])
    expect(count()).toBe(0)
  })

  test('writes waiting changes as soon as the other process is done', async () => {
    const { add, clock, other, count } = openLocked()
    clock.atEach = (ms) => {
      if (ms === 4_990) other.exec('rollback')
    }
    await Promise.all(Array.from({ length: 150 }, add))
    expect([count(), clock.ms]).toEqual([150, 4_990])
  })

  test('answers reads while a write waits for another process', async () => {
    const place = await sqlite.createPlace()
    const database = await openDatabase(place, createSilentLog())
    const other = new Sqlite(join(place.dataDir, sqliteFileName))
    other.exec('begin immediate')
    const writing = set(database, 'a')
    // If SQLite did the waiting, it would give up before these turns of the event loop.
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    other.exec('rollback')
    other.close()
    await writing
    expect(await keys(database)).toEqual(['a'])
    await database.close()
  })
})
