import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test, vi } from 'vitest'
import { OutboxWorker } from '../../platform/email/outbox/worker.ts'
import { createFileMailer, type Mailer } from '../../platform/email/smtp/mailer.ts'
import { engines, type Place, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { act, ada, adaConsultation, bookFree, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { emailsIn } from '../../tests/support/owner.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { sendTestIssue } from '../../tests/support/sending.ts'
import { submitConsultation } from '../chat/consultation.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { subscribe } from '../newsletter/sign-up.ts'
import { forgetPeople } from './forget.ts'

const bob = { name: 'Bob', email: 'bob@example.org', project: 'Something with ADA@Example.com, or ada%40example.com.' }

const forget = (app: TestApp, ...emails: string[]) => forgetPeople(app, { emails, references: [] })

async function forgetByCommand(place: Place, ...args: string[]) {
  const { code, stdout, stderr } = await runStudio(place, ['forget', ...args, '--yes', '--json'])
  return { code, result: JSON.parse(stdout), stderr }
}

/** All rows of all tables, as JSON. */
async function everyRow({ database: { db } }: TestApp): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows)
}

async function book(app: TestApp, said: string, change: Partial<typeof adaConsultation> = {}): Promise<string> {
  const transcript = [{ role: 'user' as const, content: said }]
  const values = { ...adaConsultation, ...change }
  const input = { values, transcript, isAgreed: false, abandoned: false, requestId: said.slice(0, 5) }
  const result = await submitConsultation(app, input, visitor)
  return result.outcome === 'stored' ? result.reference : ''
}

describe.each(engines)('studio forget on $name', (engine) => {
  test('erases a person, and only their address from others’ data', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await submitContact(app, ada, visitor)
    await submitContact(app, { ...ada, email: 'Ada@Example.com', requestId: 'second' }, visitor)
    const other = await submitContact(app, bob, visitor)
    const third = { ...bob, email: 'bada@example.com', project: 'Mine', requestId: 'third' }
    await submitContact(app, third, visitor)
    await subscribe(app, { email: ada.email }, visitor)
    await app.outbox.sendDue()
    const { code, result, stderr } = await forgetByCommand(place, 'ADA@example.com')
    const counts = { leads: 2, subscriptions: 1, emails: 4, files: 4, otherRows: 1 }
    expect({ code, result }).toMatchObject({ code: 0, result: counts })
    expect(result.mentionedIn).toEqual([other.outcome === 'stored' && other.reference])
    expect(stderr).toMatch(/mentioned them: KW-.{8}\. To erase those leads too: .*forget KW-/)
    const [mine, erased] = ['Mine', 'Something with (erased), or (erased).']
    const leads = await app.database.db.selectFrom('leads').select(['email', 'project']).orderBy('email').execute()
    expect(leads.map((lead) => Object.values(lead))).toEqual([
      ['bada@example.com', mine],
      [bob.email, erased],
    ])
    const texts = (await emailsIn(place.dataDir)).map(({ text = '' }) => text)
    expect([texts.length, texts.filter((text) => text.includes(erased)).length]).toEqual([4, 1])
  })

  test('finds an address in every column and every spelling', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { db } = app.database
    const email = 'zoe.o@münchen.example'
    const puny = 'zoe.o@xn--mnchen-3ya.example'
    await subscribe(app, { email }, visitor)
    const reference = await book(app, `is\n${puny.toUpperCase()} or zoe.o%40m%C3%BCnchen.example?`, { company: email })
    const project = `zoe.o&#64;${'münchen'.normalize('NFD')}.example, zoe.o\\u0040xn--mnchen-3ya.example`
    const page = { page: `/?for=${encodeURIComponent(email)}`, parameters: { utm_id: puny } }
    await submitContact(app, { ...bob, name: email, project }, { ...visitor, ...page })
    const [note, transcript, last_error] = [`Told ${email}.`, `[broken ${email}`, `550 <${puny}>`]
    await db.updateTable('leads').set({ note }).execute()
    await db.updateTable('leads').set({ transcript }).where('kind', '=', 'contact').execute()
    await db.updateTable('outbox').set({ last_error, reply_to_address: email }).execute()
    const found = await forget(app, email.toUpperCase())
    expect(found).toMatchObject({ leads: 0, subscriptions: 1, emails: 1, isWrittenAnew: false })
    expect(found.mentionedIn).toContain(reference)
    expect(await everyRow(app)).not.toMatch(/zoe\.o/i)
    const lead = await db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirst()
    expect(JSON.parse(lead?.transcript ?? '')).toEqual([{ role: 'user', content: 'is\n(erased) or (erased)?' }])
    await app.outbox.sendDue()
    expect(await db.selectFrom('outbox').select('state').distinct().execute()).toEqual([{ state: 'sent' }])
  })

  test('drops waiting issues, keeps the count of sent ones, and blocks the address', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { db } = app.database
    await subscribe(app, { email: ada.email }, visitor)
    await db.updateTable('subscribers').set({ state: 'confirmed', confirmed_at: 1 }).execute()
    for (const state of ['sent', 'queued', 'unknown'] as const) {
      await sendTestIssue(app, 1, { slug: state })
      await db.updateTable('outbox').set({ state }).where('batch', '=', state).execute()
    }
    await forget(app, ada.email, 'n%_v@example.org')
    const emails = await db
      .selectFrom('outbox')
      .select('state')
      .where('batch', 'is not', null)
      .orderBy('state')
      .execute()
    const reasons = await db.selectFrom('suppressions').select('reason').execute()
    expect([...emails, ...reasons].flatMap(Object.values)).toEqual(['sent', 'unknown', 'forgotten', 'forgotten'])
    expect(await everyRow(app)).not.toMatch(/mailbox:|newsletter-mail:/)
  })

  test('erases a single lead by its reference, and a person beside it', async () => {
    const app = await openTestApp(await engine.createPlace())
    const reference = await book(app, 'hello')
    await submitContact(app, { ...ada, project: `As I wrote in ${reference}` }, visitor)
    await submitContact(app, bob, visitor)
    const found = await forgetPeople(app, { emails: [bob.email], references: [reference] })
    expect(found).toMatchObject({ leads: 2, otherRows: 1 })
    const left = await app.database.db.selectFrom('leads').select(['kind', 'project']).execute()
    expect(left).toEqual([{ kind: 'contact', project: 'As I wrote in (erased)' }])
  })

  test('names an upcoming call that it removes from the calendar', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    app.clock.now = Date.now()
    const { id, start } = await bookFree(app, -1)
    const { result, stderr } = await forgetByCommand(place, id)
    expect(result).toMatchObject({ leads: 1, calls: [{ startsAt: new Date(start).toISOString() }] })
    expect(stderr).toMatch(/^Deleted 1 call: .*, India Time\. The visitors weren’t notified\.$/m)
  })
})

test('accepts references with prefixes of two or three letters, in any case', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await expect(act(app, 'people.forget', { who: ['kw-7gq4m2xd', 'KWT-7GQ4M2XD'] })).resolves.toMatchObject({ leads: 0 })
})

test('leaves no byte of the person in the data folder, while the site is running', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  const marks = { name: 'Zebediah Quillféather', email: 'zeb@quill.example', project: 'xyzzy-plugh '.repeat(300) }
  for (const n of [1, 2]) {
    await submitContact(app, { ...marks, requestId: `zeb-${n}` }, visitor)
    await submitContact(app, { ...ada, project: `Ask zeb@quill.example ${n}`, requestId: `ada-${n}` }, visitor)
  }
  await subscribe(app, { email: 'Zeb@quill.example' }, { ...visitor, page: '/xyzzy' })
  await app.outbox.sendDue()
  const folder = join(place.dataDir, 'mail')
  const encoded = Buffer.from('about Zeb@quill.example').toString('base64')
  const half = 'Content-Transfer-Encoding: quoted-printable\r\n\r\nof zeb@qu=\r\nill.example, h'
  writeFileSync(join(folder, 'older.eml'), `To: x@example.org\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}`)
  writeFileSync(join(folder, 'a_b.eml.part'), half)
  const found = () =>
    [marks.name, 'Zebediah', 'zeb@quill.example', 'xyzzy'].flatMap((word) => searchBytes(place.dataDir, word))
  expect(found().join()).toMatch(/-wal,.*\.eml/)
  const { code, result } = await forgetByCommand(place, marks.email)
  expect({ code, found: found() }).toEqual({ code: 0, found: [] })
  expect(result).toMatchObject({ leads: 2, mentionedIn: Array(2).fill(expect.stringMatching(/^KW-/)) })
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  const texts = await Promise.all(files.map(async (file) => (await PostalMime.parse(file)).text ?? ''))
  expect(texts).toHaveLength(3)
  expect(texts.filter((text) => text.includes('Ask (erased) '))).toHaveLength(2)
  await submitContact(app, { ...ada, requestId: 'after' }, visitor)
  expect(await app.database.db.selectFrom('leads').select('reference').execute()).toHaveLength(3)
})

test('refuses the studio’s own addresses, and names backups that may contain others', async () => {
  const [place, folder] = [await sqlite.createPlace(), temporaryFolder()]
  const own = await runStudio(place, ['forget', 'Hello@Kitewright.example', '--yes'])
  expect(own).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('studio’s own address') })
  for (const name of ['notes.txt', 'kitewright-20261119T030000Z.sqlite.age']) writeFileSync(join(folder, name), '')
  const { stdout } = await runStudio(place, ['forget', ada.email, '--yes', '--json'], { BACKUP_DIR: folder })
  expect(JSON.parse(stdout)).toMatchObject({ backups: ['kitewright-20261119T030000Z.sqlite.age'] })
})

test('reports a file or a folder of emails that it couldn’t read', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  const folder = join(place.dataDir, 'mail')
  mkdirSync(join(folder, 'unreadable.eml'), { recursive: true })
  await expect(forget(app, ada.email)).rejects.toThrow(/^Couldn’t read .*unreadable\.eml: EISDIR/)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  await expect(forget(app, ada.email)).rejects.toThrow(/^Couldn’t read .*mail: ENOTDIR/)
})

test('reports an email that a process never finished writing', { timeout: 20_000 }, async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await submitContact(app, bob, visitor)
  await app.database.db
    .updateTable('outbox')
    .set({ state: 'sending', due_at: app.clock.now + 120_000 })
    .execute()
  await expect(forget(app, ada.email)).rejects.toThrow(/still being written/)
  app.clock.now += 120_000
  await expect(forget(app, ada.email)).resolves.toMatchObject({ isWrittenAnew: false })
})

test('waits for an email that is being written while its text is erased', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await submitContact(app, bob, visitor)
  const files = createFileMailer(join(place.dataDir, 'mail'))
  const [begun, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const send: Mailer['send'] = async (email, signal) => {
    begun.resolve()
    await erased.promise
    return await files.send(email, signal)
  }
  const slow = new OutboxWorker({ ...app, mailer: { ...files, send } })
  const sending = slow.sendDue()
  await begun.promise
  const done = vi.fn()
  const forgetting = forget(app, ada.email).then(done)
  for (let turn = 0; turn < 500; turn += 1) await nextTurn()
  expect(done).not.toHaveBeenCalled()
  erased.resolve()
  await Promise.all([forgetting, sending])
  const texts = (await emailsIn(place.dataDir)).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.join()).not.toMatch(/ada(@|%40)/i)
})

/**
 * Finds files that contain a word, independently of the app's code. Ignores case. Recognizes percent-encoding, JSON
 * escapes, UTF-16, quoted-printable, and base64 at any offset, even across line breaks. Runs in another process, because
 * closing a database file in this process would drop its locks.
 */
function searchBytes(folder: string, word: string): string[] {
  const escaped = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '\\$&')
  const inBytes = (text: string, encoding: BufferEncoding = 'utf8') =>
    [...Buffer.from(text, encoding)].map((byte) => `\\x${hex(byte)}`).join('')
  const written = [
    inBytes(word),
    escaped(encodeURIComponent(word)),
    escaped(word.replace('@', '\\u0040')),
    inBytes(word, 'utf16le'),
    // Spaces are underscores in headers (RFC 2047).
    [...Buffer.from(word)]
      .map((byte) => `(?:\\x${hex(byte)}|=${hex(byte)}${byte === 0x20 ? '|_' : ''})`)
      .join('(?:=\\r?\\n)?'),
  ]
  const inBase64 = [word, word.toLowerCase()].flatMap((text) =>
    [0, 1, 2].map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64')
      const end = Math.floor(((before + Buffer.byteLength(text)) * 8) / 6)
      return [...encoded.slice(before && before + 1, end)].map(escaped).join('(?:\\r?\\n)?')
    }),
  )
  return [...new Set([...grep('i', written, folder), ...grep('', inBase64, folder)])]
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')

const script = `const { readdirSync, readFileSync } = require('node:fs')
const [folder, flags, pattern] = process.argv.slice(1)
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const names = files.map(({ parentPath, name }) => require('node:path').join(parentPath, name))
console.log(JSON.stringify(names.filter((name) => new RegExp(pattern, flags).test(readFileSync(name, 'latin1')))))`

/** @returns the names of files that match a pattern, reading each byte as a character */
function grep(flags: string, patterns: readonly string[], folder: string): string[] {
  return JSON.parse(
    execFileSync(process.execPath, ['-e', script, folder, flags, patterns.join('|')], { encoding: 'utf8' }),
  )
}
