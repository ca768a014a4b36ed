import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engines, temporaryFolder } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/desk.ts'
import { mailsIn } from '../../../../tests/support/owner.ts'
import { reader, readerAddress } from '../../../../tests/support/readers.ts'
import { judging, openIssue, refused, sendTestIssue, slug, taken, unknown } from '../../../../tests/support/sending.ts'
import { readArticles } from '../../../content/articles.ts'
import { siteContent } from '../../../content/site-content.ts'
import { issueDeps } from '../../../issue-deps.ts'
import { makeBackup } from '../../../server/backup/make-backup.ts'
import { restoreToFolder } from '../../../server/backup/restore-backup.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { createSilentLog } from '../../../server/log.ts'
import { liftMute } from '../../../server/mail/mute.ts'
import { pauseInCopy } from './issue.repository.ts'
import { cancelIssue, pauseIssue, resumeIssue, retryIssue } from './issue.service.ts'
import { readStatus } from './issue-status.ts'
import { findObjection, requireSendable, sendArticle } from './send-article.ts'

const hourMs = 3_600_000
const { mailer: taking } = judging(() => taken)

/** Opens the files that a database was copied or restored to. */
async function openCopy(dataDir: string): Promise<TestApp> {
  return await openTestApp({ dataDir, databaseUrl: undefined }, {}, { limits: { mailsPerMinute: 1_000_000 } })
}

async function stateOf({ database }: TestApp) {
  const columns = ['state', 'paused_because'] as const
  return await database.db.selectFrom('issues').select(columns).where('slug', '=', slug).executeTakeFirstOrThrow()
}

describe.each(engines)('on $name, an issue', (engine) => {
  test('goes to as many subscribers as the owner expects, or to nobody', async () => {
    const { app } = await openIssue(taking, { engine, readers: 4, isSent: false })
    const { db } = app.database
    await db.updateTable('subscribers').set({ state: 'pending' }).where('id', '=', reader(3).id).execute()
    for (const count of [4, 0]) expect(await sendTestIssue(app, count)).toEqual({ outcome: 'miscounted', readers: 3 })
    expect(await db.selectFrom('issues').select('slug').execute()).toEqual([])
    const results = await Promise.all(Array.from({ length: 5 }, () => sendTestIssue(app, 3)))
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['begun', ...Array(4).fill('known')])
    expect(await db.selectFrom('issue_mails').select('subscriber_id').execute()).toHaveLength(3)
  })

  test('that is paused stops there, and goes on from there when it is resumed', async () => {
    const { mailer, got } = judging(async (n) => {
      if (n === 3) await pauseIssue(app, slug)
      return taken
    })
    const { app, sender, issue } = await openIssue(mailer, { engine, readers: 12 })
    await sender.sendDue()
    expect(got.length).toBeLessThan(3 + 4)
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: 'you have paused it' })
    expect(await pauseIssue(app, slug)).toBe('paused')
    app.clock.now += 24 * hourMs
    await sender.sendDue()
    expect(got.length).toBeLessThan(3 + 4)
    expect(await resumeIssue(app, slug)).toBe('paused')
    expect(await resumeIssue(app, slug)).toBe('sending')
    await sender.sendDue()
    expect(got.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => readerAddress(n)).sort())
    expect(await resumeIssue(app, slug)).toBe('done')
    expect(await resumeIssue(app, 'nothing')).toBe('unknown')
  })

  test('that is canceled goes no further, not even what the server deferred', async () => {
    const { mailer } = judging(async (n) => {
      if (n > 1) return { outcome: 'deferred', answer: '451 later' }
      expect(await cancelIssue(app, slug)).toMatchObject({ before: 'sending', isErased: false })
      return taken
    })
    const { app, sender, states, issue } = await openIssue(mailer, { engine, readers: 6 })
    await sender.sendDue()
    app.clock.now += hourMs
    await sender.sendDue()
    expect(await states()).toEqual(['sent'])
    expect(await issue()).toMatchObject({ state: 'cancelled', finished_at: expect.any(Number) })
    expect(await cancelIssue(app, slug)).toMatchObject({ before: 'cancelled', dropped: 0 })
    expect(await sendTestIssue(app, 6)).toMatchObject({ outcome: 'known' })
    const retried = await retryIssue(app, slug, { states: ['failed'], confirm: undefined })
    expect(retried).toEqual({ outcome: 'cancelled' })
  })

  test('that is canceled before anybody got it can be sent again, with other words', async () => {
    const subjects: string[] = []
    const { mailer } = judging((n, { subject }) => {
      subjects.push(subject)
      return n === 1 ? { outcome: 'deferred', answer: '451 later' } : taken
    })
    const { app, sender } = await openIssue(mailer, { engine, readers: 2, mailsPerMinute: 1 })
    await sender.sendDue()
    expect(await cancelIssue(app, slug)).toEqual({ before: 'sending', dropped: 2, isErased: true })
    app.clock.now += 60_000
    await sendTestIssue(app, 2, { subject: 'Other words', text: 'x', html: 'x' })
    await sender.sendDue()
    app.clock.now += 60_000
    await sender.sendDue()
    expect(subjects.slice(1)).toEqual(['Other words', 'Other words'])
  })

  test('that is canceled leaves an email unknown that may have arrived and waits for another try', async () => {
    const { mailer, got } = judging((n) => (n <= 2 ? unknown : { outcome: 'deferred', answer: '451 later' }))
    const { app, sender, mails } = await openIssue(mailer, { engine, readers: 2 })
    await sender.sendDue()
    app.clock.now += hourMs
    await sender.sendDue()
    const settled = (await mails()).map(({ state, due_at }) => ({ state, due_at }))
    expect(settled).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
    expect(await retryIssue(app, slug, { states: ['unknown'], confirm: 2 })).toMatchObject({ count: 2 })
    await sender.sendDue()
    expect(got).toHaveLength(3)
    expect(await cancelIssue(app, slug)).toEqual({ before: 'sending', dropped: 0, isErased: false })
    expect(await mails()).toMatchObject(settled)
    expect(await sendTestIssue(app, 2)).toMatchObject({ outcome: 'known' })
  })

  test('is tried again on request where it failed or is unknown, and only for those still on the list', async () => {
    const answers = [refused, refused, unknown, unknown]
    const { mailer, got } = judging((n) => answers[n - 1] ?? taken)
    const { app, sender, issue, states } = await openIssue(mailer, { engine, readers: 6 })
    const run = async () => {
      for (let n = 0; n < 4; n++) {
        await sender.sendDue()
        app.clock.now += hourMs / 2
      }
    }
    await run()
    expect(await issue()).toMatchObject({ state: 'done' })
    const [first = '', second = '', third = ''] = got
    await app.database.db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('email', '=', first).execute()
    const status = await readStatus(app.database.db, await issue(), app.clock.now)
    expect(status).toMatchObject({ mails: { failed: 2, unknown: 2, sent: 2 }, retryable: { failed: 1, unknown: 2 } })

    const retry = (choice: Partial<Parameters<typeof retryIssue>[2]>) =>
      retryIssue(app, slug, { states: ['failed', 'unknown'], confirm: undefined, ...choice })
    expect(await retry({ states: ['failed'] })).toEqual({ outcome: 'queued', count: 1, before: 'done' })
    await run()
    expect(got.slice(6)).toEqual([second])
    expect(await retry({ states: ['failed'] })).toEqual({ outcome: 'nothing' })
    expect(await retry({ states: ['unknown'] })).toEqual({ outcome: 'unconfirmed', unknown: 2 })
    const stranger = await retry({ addresses: [third, 'nobody@example.com'] })
    expect(stranger).toEqual({ outcome: 'refused', addresses: ['nobody@example.com'] })
    const miscounted = await retry({ addresses: [third.toUpperCase()], confirm: 2 })
    expect(miscounted).toEqual({ outcome: 'unconfirmed', unknown: 1 })
    expect(await retry({ addresses: [third], confirm: 1 })).toMatchObject({ outcome: 'queued', count: 1 })
    await run()
    expect(got.slice(7)).toEqual([third])
    expect((await states()).sort()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent', 'unknown'])
  })

  test('is not sent by a restored backup, even when email is resumed within the hour', async () => {
    const { app } = await openIssue(taking, { engine, readers: 3 })
    const { database, now, environment } = app
    const folder = join(temporaryFolder(), 'backups')
    const paths = { dataDir: environment.dataDir, folder, key: undefined }
    const { file } = await makeBackup({ database, now, ...paths, holdBack: pauseInCopy })
    const dataDir = temporaryFolder()
    await restoreToFolder(file, dataDir, { key: undefined, tryOut: async () => {} })
    const copy = await openCopy(dataDir)
    expect(await copy.database.write((tx) => liftMute(tx))).toBe(true)
    await copy.issueSender.sendDue()
    expect(await mailsIn(dataDir)).toEqual([])
    const why = expect.stringContaining('this is restored from the backup of 2026-11-20 09:30 UTC')
    expect(await stateOf(copy)).toMatchObject({ state: 'paused', paused_because: why })
    expect((await stateOf(app)).state).toBe('sending')
  })
})

test('a copy of the files sends nothing of an issue until the owner resumes it there', async () => {
  const { app, place } = await openIssue(taking, { readers: 3 })
  const again = await openDatabase(place, createSilentLog())
  expect(again.identity).toBe(app.database.identity)
  await again.close()
  const dataDir = temporaryFolder()
  cpSync(place.dataDir, dataDir, { recursive: true })
  const copy = await openCopy(dataDir)
  await copy.issueSender.sendDue()
  expect(await mailsIn(dataDir)).toEqual([])
  const why = expect.stringContaining('this is a copy of the database')
  expect(await stateOf(copy)).toMatchObject({ state: 'paused', paused_because: why })
  expect((await stateOf(app)).state).toBe('sending')
  expect(await resumeIssue(copy, slug)).toBe('paused')
  await copy.issueSender.sendDue()
  expect(await mailsIn(dataDir)).toHaveLength(3)
  expect((await stateOf(copy)).state).toBe('done')
})

test('an issue from another sender, or from a copy of the database, waits until the owner insists', async () => {
  const { app } = await openIssue(taking, { isSent: false })
  const deps = issueDeps(app, siteContent())
  const studio = { ...deps.site.studio, postalAddress: '12 Example Street, Berlin' }
  const from = (name: string) => ({ ...deps, site: { ...deps.site, studio }, from: { name, address: studio.email } })
  const [usual, other] = [from(studio.name), from('Other Studio')]
  const [article] = readArticles(siteContent().facts, new Date()).filter((each) => each.slug === slug)
  if (article === undefined) throw new Error(`the sample has no article ${slug}`)
  await sendArticle(usual, article, 1)
  expect(await findObjection(usual, false)).toBeUndefined()
  expect(await findObjection(other, false)).toEqual({
    why: 'The readers know the newsletter of “Kitewright” (hello@kitewright.example); this one would come from “Other Studio” (hello@kitewright.example).',
    remedy: 'mean it',
  })
  expect(await requireSendable(other, 'another-article', true)).toBe(1)
  const copy = { ...usual, database: { ...app.database, identity: 'another file' } }
  const why = expect.stringContaining('not the one that the last issue went out from, but a copy')
  expect(await findObjection(copy, false)).toMatchObject({ why })
  expect(await findObjection(copy, true)).toBeUndefined()
})
