import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mute } from '../../src/server/mail/mute.ts'
import { enterFolder, leaveFolder, putOwnContent } from '../../tests/support/content.ts'
import { engines, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { openTestApp, type TestApp } from '../../tests/support/desk.ts'
import { openIssueDesk, sendLetter, slug as sent } from '../../tests/support/issue-desk.ts'
import { addSubscribers, reader, readerAddress } from '../../tests/support/made-readers.ts'
import { mailerThat } from '../../tests/support/outbox-desk.ts'
import { runStudio, spawnStudio } from '../../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

const [slug, other] = ['saas-trends-2025', 'saas-mvp-cost-guide']
const taken = mailerThat(async () => ({ outcome: 'sent', answer: '250 taken' }))
const asGiven = { isMeant: false, confirm: 3 }

/** With what the law asks for in letters. Once the app is open: others of this worker have the sample's texts. */
function goToOwnContent(folder = putOwnContent(temporaryFolder())): string {
  onTestFinished(() => leaveFolder())
  enterFolder(folder)
  return folder
}

async function rowsOf({ database: { db } }: TestApp, slug: string) {
  const issue = await db.selectFrom('issues').selectAll().where('slug', '=', slug).executeTakeFirst()
  const mails = await db.selectFrom('issue_mails').selectAll().where('issue', '=', slug).execute()
  const { state, paused_because, readers, from_name, from_address, database_id, finished_at } = issue ?? {}
  return {
    ...{ state, paused_because, readers, from_name, from_address, database_id, isFinished: finished_at !== null },
    mails: mails.map(({ subscriber_id, state, attempts }) => [subscriber_id, state, attempts]).toSorted(),
  }
}

describe.each(engines)('an issue on the desk, on $name', (engine) => {
  test('is sent, held back, tried again and dropped: the same rows as after the commands', async () => {
    const mailer = mailerThat(async ({ to }) =>
      to.address === readerAddress(1)
        ? { outcome: 'refused', answer: '552 mailbox full', isDeadAddress: false }
        : { outcome: 'sent', answer: '250 taken' },
    )
    const { app, place, sender } = await openIssueDesk(mailer, { engine, readers: 3, isSent: false })
    app.clock.now = Date.now()
    const folder = putOwnContent(temporaryFolder())
    expect((await spawnStudio(place, ['issue', 'send', other, '--confirm', '3'], {}, '', folder)).code).toBe(0)
    goToOwnContent(folder)
    expect(await changes.sendIssue(app, { slug, ...asGiven })).toEqual({ readers: 3 })
    const compare = async () => expect(await rowsOf(app, slug)).toEqual(await rowsOf(app, other))
    await compare()
    for (const step of ['pause', 'pause', 'resume'] as const) {
      await changes[`${step}Issue`](app, { slug })
      expect((await runStudio(place, ['issue', step, other])).code).toBe(0)
      await compare()
    }
    for (let n = 0; n < 8; n++) {
      app.clock.now = Math.max(app.clock.now, Date.now()) + 1_000
      await sender.sendDue()
    }
    const { status } = await reads.issue(app, { slug })
    expect(status).toMatchObject({
      state: 'done',
      mails: { sent: 2, failed: 1 },
      wrong: [{ email: readerAddress(1), state: 'failed', answer: '552 mailbox full' }],
    })
    expect((await reads.issueTable(app, { slug })).csv).toBe((await runStudio(place, ['issue', 'log', slug])).stdout)
    expect(await changes.retryIssue(app, { slug, state: 'failed' })).toEqual({ count: 1, isPaused: false })
    expect((await runStudio(place, ['issue', 'retry', other, '--failed'])).code).toBe(0)
    await compare()
    expect(await changes.cancelIssue(app, { slug })).toEqual({ dropped: 1, isErased: false })
    expect((await runStudio(place, ['issue', 'cancel', other])).code).toBe(0)
    await compare()
    for (const change of [changes.pauseIssue, changes.resumeIssue, changes.cancelIssue])
      await expect(change(app, { slug })).rejects.toThrow(`${slug} is canceled: nothing is going out.`)
  })

  test('goes to the number that was typed alone, once, and what is against it is told as the command tells it', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const refused = async (slug: string, words = asGiven) =>
      await changes.sendIssue(app, { slug, ...words }).then(
        () => '',
        (error: unknown) => (error instanceof Refusal ? error.message : ''),
      )
    const asByCommand = async () => {
      const why = await refused(slug)
      expect(why).not.toBe('')
      expect((await runStudio(place, ['issue', 'send', slug])).stderr).toContain(why)
      return why
    }
    expect(await asByCommand()).toContain('The issue has no postal address, which the law asks for')
    expect((await reads.issue(app, { slug })).outlook?.objection).toMatchObject({ isToBeMeant: false })
    await app.database.write((tx) => mute(tx, { because: 'restored', since: 0 }))
    expect(await asByCommand()).toBe('This database sends nothing: restored.')
    await app.database.write((tx) => tx.deleteFrom('settings').where('key', '=', 'muted').execute())
    goToOwnContent()
    expect(await refused(slug)).toBe('There are no confirmed readers: nothing was sent.')
    await addSubscribers(app.database, 3)
    expect(await refused(slug, { ...asGiven, confirm: 2 })).toBe(
      'The list has 3 confirmed readers, not 2: nothing was sent.',
    )
    expect(await rowsOf(app, slug)).toMatchObject({ mails: [] })
    await sendLetter(app, 3)
    await app.database.write((tx) => tx.updateTable('issues').set({ database_id: 'another' }).execute())
    expect(await refused(slug)).toContain('not the one that the last issue went out from, but a copy')
    const { outlook } = await reads.issue(app, { slug })
    expect(outlook).toMatchObject({ readers: 3, objection: { isToBeMeant: true } })
    expect(await refused(slug, { ...asGiven, isMeant: true })).toBe('')
    expect(await refused(slug, { ...asGiven, isMeant: true })).toContain('No article goes out twice.')
  })
})

test.each([
  [{}, 'SITE_URL is http://localhost:4321: every link in the issue would lead nowhere.'],
  [{ SITE_URL: 'https://studio.example' }, 'hello@kitewright.example, an address of the sample content'],
])('an issue that real people would get in vain is not sent: %j', async (variables, why) => {
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: 'smtp://mail.example.com', ...variables })
  goToOwnContent()
  await addSubscribers(app.database, 3)
  await expect(changes.sendIssue(app, { slug, ...asGiven, isMeant: true })).rejects.toThrow(why)
})

test('one that waits for another reason than the owner says which, and unknown ones go again by their number', async () => {
  const { app } = await openIssueDesk(taken, { readers: 2 })
  const { db } = app.database
  await db.updateTable('issues').set({ state: 'paused', paused_because: 'ten were refused' }).execute()
  await db.updateTable('issue_mails').set({ state: 'unknown' }).where('subscriber_id', '=', reader(1).id).execute()
  const { status } = await reads.issue(app, { slug: sent })
  expect(status).toMatchObject({ stoppedBecause: 'ten were refused', retryable: { unknown: 1 } })
  expect(status?.notes[0]).toBe('It waits for you: ten were refused.')
  const unknown = { slug: sent, state: 'unknown' } as const
  for (const confirm of [undefined, 0, 2])
    await expect(changes.retryIssue(app, { ...unknown, confirm })).rejects.toThrow('1 may arrive twice')
  expect(await changes.retryIssue(app, { ...unknown, confirm: 1 })).toEqual({ count: 1, isPaused: true })
})

test('one that goes out is told alike while nothing moves: the page need not fetch it again', async () => {
  const { app } = await openIssueDesk(taken, { readers: 9 })
  const told = async () => JSON.stringify([await reads.issue(app, { slug: sent }), await reads.issues(app, {})])
  const before = await told()
  app.clock.now += 3_000
  expect(await told()).toBe(before)
})

test('the letter is the one of `issue preview` until it goes out, and then as it went out', async () => {
  const { app, place } = await openIssueDesk(taken)
  const folder = temporaryFolder()
  await runStudio(place, ['issue', 'preview', slug, '--out', folder])
  const file = (name: string) => readFileSync(join(folder, name), 'utf8')
  const letter = await reads.letter(app, { slug })
  expect([letter.html, letter.text]).toEqual([file('letter.html'), file('letter.txt')])
  const { html } = await reads.letter(app, { slug: sent })
  expect(html).toMatch(/^<p>A text<\/p><a href="http:\/\/localhost:4321\/newsletter\/unsubscribe\?key=preview">/)
})

test('a test mail goes to one address, and says in whose words it was refused', async () => {
  const server = await startSmtpServer({}, ({ envelope }) =>
    envelope.to[0] === 'no@example.com' ? reply(554, 'no letters on Fridays') : null,
  )
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url })
  const { answer } = await changes.testLetter(app, { slug, address: ' ada@example.com ' })
  expect(answer).toMatch(/^250/)
  expect(server.received).toMatchObject([{ envelope: { to: ['ada@example.com'] } }])
  await expect(changes.testLetter(app, { slug, address: 'no@example.com' })).rejects.toThrow('no letters on Fridays')
  for (const address of ['', 'ada', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'A <a@b.c>'])
    await expect(changes.testLetter(app, { slug, address })).rejects.toThrow('is no e-mail address')
  expect(server.received).toHaveLength(1)
})

test('what is wrong in the texts hides neither the other articles nor what was sent, and what is corrected shows', async () => {
  const { app } = await openIssueDesk(taken)
  app.clock.now = Date.now()
  const content = join(goToOwnContent(), 'content')
  const words = async () =>
    Object.fromEntries((await reads.issues(app, {})).issues.map((each) => [each.slug, each.words]))
  const draft = join(content, 'articles/next/index.md')
  const fields = (date: string) =>
    `---\ntitle: Next\ndescription: ${'What comes next. '.repeat(4)}\ndate: ${date}\ndraft: true\ntags: [SaaS]\n---\n`
  mkdirSync(join(content, 'articles/next'))
  writeFileSync(draft, `${fields('2026-01-01')}Words`)
  expect(await words()).toMatchObject({ [sent]: 'going out', [slug]: 'not sent', next: 'draft' })
  await expect(changes.sendIssue(app, { slug: 'next', ...asGiven })).rejects.toThrow(
    'There is no article next that is out.',
  )
  writeFileSync(draft, fields('2026-01-01'))
  expect((await reads.issues(app, {})).problems).toEqual([expect.stringContaining('holds no text below its fields')])
  expect(await words()).toMatchObject({ [sent]: 'going out', [slug]: 'not sent' })
  rmSync(join(content, 'studio.yaml'))
  expect(await words()).toEqual({ [sent]: 'going out' })
  await changes.pauseIssue(app, { slug: sent })
  await expect(changes.sendIssue(app, { slug, ...asGiven })).rejects.toThrow(
    'content/studio.yaml: there is no such file',
  )
})

test.each(['nothere', '../saas-trends-2025', '__proto__', '<img src=x>', ''])(
  'there is no article %j',
  async (name) => {
    const app = await openTestApp(await sqlite.createPlace())
    const all = [
      reads.issue(app, { slug: name }),
      reads.letter(app, { slug: name }),
      reads.issueTable(app, { slug: name }),
      changes.sendIssue(app, { slug: name, ...asGiven }),
      changes.testLetter(app, { slug: name, address: 'ada@example.com' }),
      changes.pauseIssue(app, { slug: name }),
      changes.cancelIssue(app, { slug: name }),
      changes.retryIssue(app, { slug: name, state: 'failed' }),
    ]
    for (const each of await Promise.allSettled(all)) expect(each).toMatchObject({ reason: expect.any(Refusal) })
  },
)
