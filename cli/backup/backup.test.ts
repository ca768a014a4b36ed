import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { readLastBackup } from '../../src/server/backup/make-backup.ts'
import { sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'

const key = { BACKUP_KEY: 'a passphrase for tests' }

test('a backup is listed, restores, and stays muted until the number of its mails is confirmed', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await submitContact(app.contact, ada, visitor)
  const folder = temporaryFolder()
  const made = await runStudio(place, ['backup'], { ...key, BACKUP_DIR: folder })
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/encrypted .*: leads 1, outbox 2, .*settings \d/),
  })
  const file = made.stdout.trimEnd()
  expect(await readLastBackup(app.database.db)).toMatchObject({ file })
  const dataDir = join(temporaryFolder(), 'restored')
  const [list, restored] = await Promise.all([
    runStudio(place, ['backup', 'list', folder, '--json']),
    runStudio(place, ['restore', file, dataDir], key),
  ])
  expect(JSON.parse(list.stdout)).toMatchObject([{ file, isEncrypted: true }])
  expect(restored).toMatchObject({ code: 0, stdout: `${dataDir}\n` })
  expect(restored.stderr).toMatch(/^Restored as of .*leads 1, outbox 2, .*\n\nIt is muted/)
  const copy = { dataDir, databaseUrl: undefined }
  const asked = await runStudio(copy, ['mail', 'unmute'])
  expect(asked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/2 mails, .*--confirm 2\n$/s) })
  const told = await runStudio(copy, ['mail', 'unmute', '--confirm', '2'])
  expect(told).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^Unmuted/) })
}, 40_000)

test('a wrong call is told in words', async () => {
  const place = await sqlite.createPlace()
  const [nowhere, misspelt, neither] = await Promise.all([
    runStudio(place, ['backup']),
    runStudio(place, ['backup', 'lsit']),
    runStudio(place, ['restore', 'x.sqlite']),
  ])
  expect(nowhere).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('set BACKUP_DIR') })
  expect(misspelt).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('mean list? A folder') })
  expect(neither).toMatchObject({ code: 2, stderr: expect.stringContaining('Name a new folder, or say --database') })
})

/** Starts a backup, and kills it as soon as a file of such a name is there. */
async function killedAt(dataDir: string, folder: string, watched: string, name: RegExp): Promise<void> {
  const seen = new AbortController()
  const watcher = watch(watched, { signal: seen.signal })
  const child = spawn(process.execPath, ['cli/studio.ts', 'backup', folder], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...key },
    stdio: 'ignore',
  })
  watcher.on('change', (_, file) => name.test(String(file)) && child.kill('SIGKILL'))
  const [, signal] = await once(child, 'exit')
  seen.abort()
  expect(signal).toBe('SIGKILL')
}

test('a kill in the middle leaves the old backups, and nothing that looks like a whole one', async () => {
  const { dataDir } = await sqlite.createPlace()
  await openTestApp({ dataDir, databaseUrl: undefined })
  const folder = join(temporaryFolder(), 'backups')
  const old = 'kitewright-20261119T030000Z.sqlite.age'
  mkdirSync(folder)
  writeFileSync(join(folder, old), 'old')
  await killedAt(dataDir, folder, dataDir, /^backup-work-/)
  expect(readdirSync(folder)).toEqual([old])
  await killedAt(dataDir, folder, folder, /\.part$/)
  const left = readdirSync(folder)
  expect(left.filter((name) => !name.endsWith('.part'))).toEqual([old])
  expect(left).toHaveLength(2)
  // The second one has cleared away what the first one left.
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toHaveLength(1)
})

test('a disk that takes no more is told in a line, and nothing of the backup is left', async () => {
  const { dataDir } = await sqlite.createPlace()
  await openTestApp({ dataDir, databaseUrl: undefined })
  const folder = join(temporaryFolder(), 'backups')
  const before = readdirSync(dataDir)
  // No file may grow past 64 kB (128 blocks of 512 bytes): what a full disk does, without filling one.
  const command = `ulimit -f 128; exec "${process.execPath}" cli/studio.ts backup "${folder}"`
  const child = spawn('sh', ['-c', command], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^[^\n]*(disk|large)[^\n]*\n$/) })
  expect([readdirSync(folder), readdirSync(dataDir)]).toEqual([[], before])
})
