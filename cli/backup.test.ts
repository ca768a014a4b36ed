import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { readLastBackup } from '../server/backup/backup-records.ts'
import { createNightly, isBackupDue } from '../server/backup/nightly.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import { engines, type Place, sqlite, temporaryFolder } from '../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from '../tests/support/desk.ts'
import { compileCache, runStudio } from '../tests/support/run-studio.ts'

const key = { BACKUP_KEY: 'a passphrase for tests' }

test('a backup is listed, restores, and stays paused until the number of its emails is confirmed', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await submitContact(app, ada, visitor)
  const folder = temporaryFolder()
  const made = await runStudio(place, ['backup'], { ...key, BACKUP_DIR: folder })
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/encrypted .*: leads 1, outbox 2, .*\nBackups don’t include content\//s),
  })
  const file = made.stdout.trimEnd()
  expect(await readLastBackup(app.database.db)).toMatchObject({ file })
  const dataDir = join(temporaryFolder(), 'restored')
  const { stdout } = await runStudio(place, ['backup', 'list', folder, '--json'])
  expect(JSON.parse(stdout)).toMatchObject([{ file, isEncrypted: true }])
  const stderr = expect.stringMatching(
    /^Restored as of .*leads 1, outbox 2, .*\n\nIts outbox is paused.*\nBackups don’t include content\//s,
  )
  expect(await runStudio(place, ['restore', file, dataDir], key)).toEqual({ code: 0, stdout: `${dataDir}\n`, stderr })
  const copy = { dataDir, databaseUrl: undefined }
  const asked = await runStudio(copy, ['outbox', 'resume'])
  expect(asked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/2 emails .*--confirm 2\n$/s) })
  const resumed = await runStudio(copy, ['outbox', 'resume', '--confirm', '2'])
  expect(resumed).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^Resumed/) })
})

test.each([
  ['backup', 1, 'set BACKUP_DIR'],
  ['restore x.sqlite', 2, 'missing required argument'],
])('“%s” without a folder names what is missing', async (words, code, missing) => {
  const run = await runStudio(await sqlite.createPlace(), words.split(' '))
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(missing) })
})

const environmentOf = ({ dataDir, databaseUrl = '' }: Place) => ({
  ...{ PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, CONTENT_DIR: 'sample' },
  ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
})

/** Starts a backup and kills it as soon as a file in `watched` matches `name`. */
async function killedAt(place: Place, folder: string, watched: string, name: RegExp): Promise<void> {
  const seen = new AbortController()
  const watcher = watch(watched, { signal: seen.signal })
  const env = { ...environmentOf(place), ...key }
  const child = spawn(process.execPath, ['cli/studio.ts', 'backup', folder], { env, stdio: 'ignore' })
  watcher.on('change', (_, file) => name.test(String(file)) && child.kill('SIGKILL'))
  const [, signal] = await once(child, 'exit')
  seen.abort()
  expect(signal).toBe('SIGKILL')
}

test.each(engines)('a killed backup leaves the old ones, and nothing that looks complete: $name', async (engine) => {
  const place = await engine.createPlace()
  const folder = join(temporaryFolder(), 'backups')
  const old = 'kitewright-20261119T030000Z.sqlite.age'
  mkdirSync(folder)
  writeFileSync(join(folder, old), 'old')
  const complete = () => readdirSync(folder).filter((name) => !name.endsWith('.part'))
  await killedAt(place, folder, place.dataDir, /^backup-work$/)
  expect(complete()).toEqual([old])
  await killedAt(place, folder, folder, /\.part$/)
  expect(complete()).toEqual([old])
  expect(readdirSync(folder).length).toBeGreaterThan(1)
  // The second backup removed the first backup's leftovers.
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('backup-'))).toHaveLength(1)
})

test.skipIf(process.platform === 'win32').each(engines)(
  'a full disk is reported in one line, and leaves nothing of the backup: $name',
  async (engine) => {
    const place = await engine.createPlace()
    await openTestApp(place)
    const folder = join(temporaryFolder(), 'backups')
    const before = readdirSync(place.dataDir)
    // Simulates a full disk by limiting files to 64 kB (128 blocks of 512 bytes).
    const command = `ulimit -f 128; exec "${process.execPath}" cli/studio.ts backup "${folder}"`
    const child = spawn('sh', ['-c', command], { env: environmentOf(place), stdio: ['ignore', 'ignore', 'pipe'] })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^[^\n]*(disk|large|SIGXFSZ)[^\n]*\n$/) })
    const left = readdirSync(place.dataDir).filter((name) => name !== 'workspace.lock')
    expect([readdirSync(folder), left]).toEqual([[], before])
  },
)

/** A time in the machine's time zone, like the backups' nights. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime()

test.each([
  ['there is none yet', undefined, at(20, 15), true],
  ['the night has come', at(19, 3), at(20, 3), true],
  ['the night has just not come', at(19, 3), at(20, 2, 59), false],
  ['the owner made one in the afternoon, and the night has come', at(19, 15), at(20, 3, 5), true],
  ['the night was missed 26 hours after the last one', at(19, 3, 1), at(20, 5, 2), true],
  ['the machine has slept for a week', at(12, 3), at(20, 15), true],
  ['the last one is from the future', at(25, 3), at(20, 15), true],
  ['the last one is from a clock that is a little ahead', at(20, 3, 5), at(20, 3, 4), false],
])('a nightly backup is or isn’t due when %s', (_, lastAt, now, isDue) => {
  expect(isBackupDue(lastAt, now)).toBe(isDue)
})

function nightlyOf({ environment, ...app }: TestApp, program: string, backupDir = temporaryFolder()) {
  const context = { ...app, environment: { ...environment, backupDir }, notifyOutbox: () => {} }
  return createNightly(context, program)
}

/** Writes a program that records each run, then runs `source`. */
function program(source: string): { file: string; runs: () => number } {
  const folder = temporaryFolder()
  const [note, file] = [join(folder, 'runs'), join(folder, 'program.mjs')]
  const noting = `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(note)}, 'x')`
  writeFileSync(file, `${noting}\n${source}`)
  return { file, runs: () => (existsSync(note) ? readFileSync(note).length : 0) }
}

test('all processes together make one backup a night, in its own process', async () => {
  const place = await sqlite.createPlace()
  const [app, other] = [await openTestApp(place), await openTestApp(place)]
  for (const each of [app, other]) each.clock.now = Date.now()
  const folder = temporaryFolder()
  const nights = [app, other].map((each) => nightlyOf(each, 'server/backup/nightly-backup.ts', folder))
  for (const _ of [1, 2]) await Promise.all(nights.map((nightly) => nightly.run()))
  const last = await readLastBackup(app.database.db)
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([last?.file])
  expect(last).toMatchObject({ rows: 4 })
})

test('a failed nightly backup is reported once a day, and retried after an hour', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const { file, runs } = program("process.stderr.write('no room is left\\n'); process.exitCode = 1")
  const nightly = nightlyOf(app, file)
  for (const _ of [1, 2]) await nightly.run()
  expect(runs()).toBe(1)
  app.clock.now += 3_600_000
  await nightly.run()
  expect(runs()).toBe(2)
  const emails = await app.database.db.selectFrom('outbox').selectAll().execute()
  expect(emails).toMatchObject([{ kind: 'backup-failed', to_address: 'hello@kitewright.example', state: 'queued' }])
  expect(emails[0]?.text).toMatch(/no room is left\n\nThere are no backups yet\./)
})

test('stopping ends a nightly backup in progress, starts none, and reports no failure', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const endless = program('setInterval(() => {}, 1_000)')
  const nightly = nightlyOf(app, endless.file)
  const looking = nightly.run()
  await vi.waitUntil(() => endless.runs() === 1, { timeout: 30_000 })
  await Promise.all([nightly.stop(10_000), looking])
  app.clock.now += 3_600_000
  const next = program('')
  const late = nightlyOf(app, next.file)
  await Promise.all([late.run(), late.stop(10_000)])
  expect(next.runs()).toBe(0)
  expect(await app.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})
