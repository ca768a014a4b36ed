import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engines, sqlite, temporaryFolder } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/desk.ts'
import { openIssueDesk, slug } from '../../../../tests/support/issue-desk.ts'
import { mailerThat } from '../../../../tests/support/outbox-desk.ts'
import { mailsIn } from '../../../../tests/support/owner.ts'
import { makeBackup } from '../../../server/backup/make-backup.ts'
import { restoreToFolder } from '../../../server/backup/restore-backup.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { createSilentLog } from '../../../server/log.ts'
import { liftMute } from '../../../server/mail/mute.ts'
import { pauseInCopy } from './issue.repository.ts'
import { resumeIssue } from './issue.service.ts'

const noMailer = mailerThat(async () => ({ outcome: 'sent', answer: '250 taken' }))
const fast = { limits: { mailsPerMinute: 1_000_000 } }

async function stateOf({ database }: TestApp) {
  const columns = ['state', 'paused_because', 'finished_at'] as const
  return await database.db.selectFrom('issues').select(columns).where('slug', '=', slug).executeTakeFirstOrThrow()
}

test('a copy of the files sends nothing of an issue that is going out, until the owner says so there', async () => {
  const { app, place } = await openIssueDesk(noMailer, { readers: 3 })
  const dataDir = temporaryFolder()
  cpSync(place.dataDir, dataDir, { recursive: true })
  const copy = await openTestApp({ dataDir, databaseUrl: undefined }, {}, fast)
  await copy.issueSender.sendDue()
  expect(await mailsIn(dataDir)).toEqual([])
  expect(await stateOf(copy)).toMatchObject({
    state: 'paused',
    paused_because: expect.stringContaining('this is a copy of the database'),
  })
  expect((await stateOf(app)).state).toBe('sending')
  expect(await resumeIssue(copy, slug)).toBe('paused')
  await copy.issueSender.sendDue()
  expect(await mailsIn(dataDir)).toHaveLength(3)
  expect((await stateOf(copy)).state).toBe('done')
})

describe.each(engines)('on $name', (engine) => {
  test('a database is the same one whenever it is opened, and another one is not', async () => {
    const [place, other] = [await engine.createPlace(), await sqlite.createPlace()]
    const identityAt = async (at: typeof place) => {
      const database = await openDatabase(at, createSilentLog())
      await database.close()
      return database.identity
    }
    const first = await identityAt(place)
    expect(first).not.toBe('')
    expect(await identityAt(place)).toBe(first)
    expect(await identityAt(other)).not.toBe(first)
    expect(await identityAt(await engine.createPlace())).not.toBe(first)
  })

  test('a restored backup sends nothing of it either, also when its mute is lifted within the hour', async () => {
    const { app } = await openIssueDesk(noMailer, { engine, readers: 3 })
    const { database, now, environment } = app
    const folder = join(temporaryFolder(), 'backups')
    const { file } = await makeBackup({
      database,
      now,
      dataDir: environment.dataDir,
      folder,
      key: undefined,
      holdBack: pauseInCopy,
    })
    const dataDir = temporaryFolder()
    await restoreToFolder(file, dataDir, { key: undefined, tryOut: async () => {} })
    const copy = await openTestApp({ dataDir, databaseUrl: undefined }, {}, fast)
    expect(await copy.database.write((tx) => liftMute(tx))).toBe(true)
    await copy.issueSender.sendDue()
    expect(await mailsIn(dataDir)).toEqual([])
    expect(await stateOf(copy)).toMatchObject({
      state: 'paused',
      paused_because: expect.stringContaining('this is restored from the backup of 2026-11-20 09:30 UTC'),
    })
    expect((await stateOf(app)).state).toBe('sending')
  })
})
