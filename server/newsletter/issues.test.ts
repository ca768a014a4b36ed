import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hintLine } from '../../cli/action-commands.ts'
import type { IssueRow } from '../../migrations/tables.ts'
import { writePause } from '../../platform/email/pause.ts'
import { enterFolder, leaveFolder, putOwnContent } from '../../tests/support/content.ts'
import { engines, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { act, openTestApp } from '../../tests/support/desk.ts'
import { openDesk } from '../../tests/support/open-door.ts'
import { emailsIn } from '../../tests/support/owner.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import {
  deferred,
  judging,
  openIssue,
  refused,
  sendTestIssue,
  slug,
  taken,
  unknown,
} from '../../tests/support/sending.ts'
import { subscriber, subscriberAddress } from '../../tests/support/subscribers.ts'
import { unsubscribeLink } from './links.ts'
import { unsubscribe } from './routes.ts'
import { forgetSubscriber } from './subscribers.ts'

const hourMs = 3_600_000
const noTwice = 'No article goes out twice'

/** The sample leaves it out, and no issue goes out without one. */
function givePostalAddress(): void {
  const folder = putOwnContent(temporaryFolder())
  onTestFinished(leaveFolder)
  enterFolder(folder)
}

describe.each(engines)('on $name, an issue', (engine) => {
  test('goes to as many subscribers as the owner expects, or to nobody', async () => {
    const { app } = await openIssue(undefined, { engine, subscribers: 4, isSent: false })
    const { db } = app.database
    await db.updateTable('subscribers').set({ state: 'pending' }).where('id', '=', subscriber(3).id).execute()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => sendTestIssue(app, 3)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array(4).fill('rejected')])
    await expect(sendTestIssue(app, 3)).rejects.toThrow(noTwice)
    expect(await db.selectFrom('outbox').select('recipient').execute()).toHaveLength(3)
  })

  test('skips people who have unsubscribed or were erased meanwhile', async () => {
    const { mailer, got } = judging(async () => {
      const key = new URL(unsubscribeLink(app.newsletter.links, subscriber(2).id)).searchParams.get('key') ?? ''
      await unsubscribe(app.newsletter, key)
      const at = { salt: app.newsletter.salt, now: app.now() }
      await app.database.write((tx) => forgetSubscriber(tx, subscriberAddress(3), at))
      return taken
    })
    const { app, sender, issue, states } = await openIssue(mailer, { engine, subscribers: 5, emailsPerMinute: 600 })
    for (let n = 0; n < 5; n++) {
      await sender.sendDue()
      app.clock.now += 100
    }
    expect(got).toEqual([0, 1, 4].map(subscriberAddress))
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
    expect(await issue()).toMatchObject({ state: 'done', subscribers: 5 })
  })

  test('waits while the outbox is paused, continues when it’s resumed, and is paused itself after an hour', async () => {
    const { app, sender, issue, got } = await openIssue(undefined, { engine, subscribers: 3, emailsPerMinute: 60 })
    await app.database.write((tx) => writePause(tx, { because: 'a test', since: app.clock.now }))
    await sender.sendDue()
    app.clock.now += 2 * hourMs
    await sender.sendDue()
    expect(got).toEqual([])
    await act(app, 'outbox.resume', { confirm: 3 })
    await sender.sendDue()
    expect(got).toHaveLength(1)
    app.clock.now += hourMs + 1_001
    await sender.sendDue()
    expect(got).toHaveLength(1)
    const why = expect.stringContaining('2026-11-20 11:30 UTC')
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: why })
  })

  test('stops when paused, and continues there when resumed', async () => {
    const { mailer, got } = judging(async (n) => {
      if (n === 3) await act(app, 'issue.pause', { slug })
      return taken
    })
    const { app, sendEachSecond, sender, issue } = await openIssue(mailer, {
      engine,
      subscribers: 6,
      emailsPerMinute: 60,
    })
    await sendEachSecond(6)
    expect(got).toHaveLength(3)
    expect(await issue()).toMatchObject({ state: 'paused', paused_because: 'you have paused it' })
    app.clock.now += 24 * hourMs
    await sender.sendDue()
    expect(got).toHaveLength(3)
    expect(await act(app, 'issue.resume', { slug })).toMatchObject({ before: 'paused' })
    expect(await act(app, 'issue.resume', { slug })).toMatchObject({ before: 'sending' })
    await sendEachSecond(6)
    expect(got.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => subscriberAddress(n)).sort())
    await expect(act(app, 'issue.resume', { slug })).rejects.toThrow('is done: nothing is going out')
    await expect(act(app, 'issue.resume', { slug: 'nothing' })).rejects.toThrow('There is no sent issue nothing')
  })

  test('stops when canceled, including deferred emails', async () => {
    const { mailer } = judging(async (n) => {
      if (n > 1) return deferred
      expect(await act(app, 'issue.cancel', { slug })).toMatchObject({ isErased: false })
      return taken
    })
    const { app, sendHourly, states, issue } = await openIssue(mailer, { engine, subscribers: 6 })
    await sendHourly(2)
    expect(await states()).toEqual(['sent'])
    expect(await issue()).toMatchObject({ state: 'cancelled', finished_at: expect.any(Number) })
    await expect(sendTestIssue(app, 6)).rejects.toThrow(noTwice)
    await expect(act(app, 'issue.retry', { slug, failed: true })).rejects.toThrow('is canceled')
    for (const change of ['issue.pause', 'issue.resume', 'issue.cancel'] as const)
      await expect(act(app, change, { slug })).rejects.toThrow(`${slug} is canceled: nothing is going out.`)
  })

  test('can be sent again, even changed, if it was canceled before anyone got it', async () => {
    const subjects: string[] = []
    const { mailer } = judging((n, { subject }) => {
      subjects.push(subject)
      return n === 1 ? deferred : taken
    })
    const { app, sender } = await openIssue(mailer, { engine, subscribers: 2, emailsPerMinute: 1 })
    await sender.sendDue()
    expect(await act(app, 'issue.cancel', { slug })).toEqual({ dropped: 2, isErased: true })
    app.clock.now += 60_000
    await sendTestIssue(app, 2, { subject: 'Other words' })
    await sender.sendDue()
    app.clock.now += 60_000
    await sender.sendDue()
    expect(subjects.slice(1)).toEqual(['Other words', 'Other words'])
  })

  test('can be sent again if it was canceled while the server deferred its only email', async () => {
    const { mailer } = judging(async () => {
      await act(app, 'issue.cancel', { slug })
      return deferred
    })
    const { app, sender } = await openIssue(mailer, { engine })
    await sender.sendDue()
    expect(await sendTestIssue(app, 1)).toBe(1)
  })

  test('continues with retried emails while another one waits for hours', async () => {
    const mood = { defers: true }
    const judge = (n: number) => (n === 1 ? refused : mood.defers ? deferred : taken)
    const { app, sender, emails, issue, states } = await openIssue(judge, { engine, subscribers: 2 })
    while (app.clock.now < (await issue()).next_at + 2 * hourMs) {
      await sender.sendDue()
      app.clock.now += 10 * 60_000
    }
    expect((await emails()).map(({ due_at }) => due_at > app.clock.now)).toContain(true)
    mood.defers = false
    await act(app, 'issue.retry', { slug, failed: true })
    await sender.sendDue()
    expect((await states()).toSorted()).toEqual(['queued', 'sent'])
  })

  test('keeps an email unknown that may have arrived when it was canceled', async () => {
    const judge = (n: number) => (n <= 2 ? unknown : deferred)
    const { app, sender, sendHourly, emails, got } = await openIssue(judge, {
      engine,
      subscribers: 2,
      emailsPerMinute: 60,
    })
    await sendHourly(2)
    const settled = (await emails()).map(({ state, due_at }) => ({ state, due_at }))
    expect(settled).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
    expect(await act(app, 'issue.retry', { slug, unknown: true, confirm: 2 })).toMatchObject({ count: 2 })
    await sender.sendDue()
    expect(got).toHaveLength(3)
    expect(await act(app, 'issue.cancel', { slug })).toEqual({ dropped: 0, isErased: false })
    expect(await emails()).toMatchObject(settled)
    await expect(sendTestIssue(app, 2)).rejects.toThrow(noTwice)
  })

  test('is retried on request for failed or unknown emails, only to people still on the list', async () => {
    const answers = [refused, refused, unknown, unknown]
    const judge = (n: number) => answers[n - 1] ?? taken
    const { app, sendHourly, issue, states, got } = await openIssue(judge, { engine, subscribers: 6 })
    await sendHourly(4)
    expect(await issue()).toMatchObject({ state: 'done' })
    const [first = '', second = '', third = ''] = got
    await app.database.db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('email', '=', first).execute()
    const { status } = await act(app, 'issue.status', { slug })
    expect(status).toMatchObject({ emails: { failed: 2, unknown: 2, sent: 2 }, retryable: { failed: 1, unknown: 2 } })

    const retry = (choice: object) => act(app, 'issue.retry', { slug, ...choice })
    expect(await retry({ failed: true })).toEqual({ count: 1, isPaused: false })
    await sendHourly(4)
    expect(got.slice(6)).toEqual([second])
    await expect(retry({ failed: true })).rejects.toThrow('There is no such email')
    const stranger = 'nobody@example.com'
    await expect(retry({ addresses: [third, stranger] })).rejects.toThrow(`to ${stranger} failed or is unknown`)
    const chosen = { addresses: [third.toUpperCase()] }
    await expect(retry({ ...chosen, confirm: 2 })).rejects.toThrow('1 email may arrive twice, not 2')
    expect(await retry({ ...chosen, confirm: 1 })).toMatchObject({ count: 1 })
    await sendHourly(4)
    expect(got.slice(7)).toEqual([third])
    expect((await states()).sort()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent', 'unknown'])
  })
})

test('a copy of the files doesn’t send an issue until the owner resumes it there', async () => {
  const original = await openIssue(undefined, { subscribers: 3 })
  const dataDir = temporaryFolder()
  cpSync(original.place.dataDir, dataDir, { recursive: true })
  const place = { dataDir, databaseUrl: undefined }
  const copy = await openTestApp(place, {}, { limits: { emailsPerMinute: 1_000_000 } })
  await copy.outbox.sendDue()
  expect(await emailsIn(dataDir)).toEqual([])
  const stopped = { state: 'paused', paused_because: expect.stringContaining('this is a copy') }
  expect(await copy.database.db.selectFrom('issues').selectAll().execute()).toMatchObject([stopped])
  expect(await original.issue()).toMatchObject({ state: 'sending' })
  expect(await act(copy, 'issue.resume', { slug })).toMatchObject({ before: 'paused' })
  await copy.outbox.sendDue()
  expect(await emailsIn(dataDir)).toHaveLength(3)
})

test('commands send, pause, show, retry, and cancel an issue', async () => {
  const answers = [
    { outcome: 'sent', answer: '250 2.0.0 queued as 4F2A' },
    { outcome: 'refused', answer: '=550 5.1.1 no such user', isDeadAddress: true },
    { outcome: 'unknown', answer: 'the connection broke' },
  ] as const
  const options = { subscribers: 3, isSent: false, emailsPerMinute: 60 }
  const { place, app, sender, issue } = await openIssue((n) => answers[n - 1] ?? taken, options)
  app.clock.now = Date.now()
  givePostalAddress()
  const studio = (...args: string[]) => runStudio(place, ['issue', ...args])

  const asked = await studio('send', slug)
  expect([asked.code, asked.stdout]).toEqual([2, ''])
  const command = `npm run studio -- issue send ${slug} --confirm 3\n`
  expect(asked.stderr).toContain(`would go to 3 confirmed subscribers. To send it: ${command}`)
  const miscounted = await studio('send', slug, '--confirm', '2')
  expect(miscounted.stderr).toContain(`not 2: nothing was sent. If that is right: ${command}`)
  const stderr = expect.stringMatching(/is on its way to 3 subscribers: 120 a minute, less than a minute in total/)
  expect(await studio('send', slug, '--confirm', '3')).toEqual({ code: 0, stdout: '', stderr })

  for (const [step, state] of Object.entries({ pause: 'paused', resume: 'sending' })) {
    expect(await studio(step, slug)).toMatchObject({ code: 0, stdout: '' })
    expect(await issue()).toMatchObject({ state })
  }
  for (const wait of [1_000, 1_000, 3_600_000]) {
    app.clock.now = Math.max(app.clock.now, Date.now()) + wait
    await sender.sendDue()
  }
  const status = await studio('status', slug, '--json')
  expect(JSON.parse(status.stdout)).toMatchObject({
    status: {
      state: 'done',
      emails: { sent: 1 },
      wrong: [
        { email: subscriberAddress(2), state: 'unknown' },
        { email: subscriberAddress(1), answer: '=550 5.1.1 no such user' },
      ],
    },
  })
  const { stdout: log } = await studio('log', slug)
  expect(log).toMatch(/^"email","state","at","attempts","answer","messageId"\r\n"reader0@example.com","sent","20\d\d-/)
  expect(log).toMatch(/"reader1@example.com","failed",.*,"1","'=550 5.1.1 no such user",/)

  const unsure = /1 email may arrive twice.*npm run studio -- issue retry \S+ --unknown --confirm 1/s
  expect(await studio('retry', slug, '--unknown')).toMatchObject({ code: 2, stderr: expect.stringMatching(unsure) })
  expect(await studio('retry', slug, '--unknown', '--confirm', '1')).toMatchObject({ code: 0 })
  expect(await studio('cancel', slug)).toMatchObject({ code: 0 })
  expect(await issue()).toMatchObject({ state: 'cancelled' })
})

const realServer = { SMTP_URL: 'smtp://mail.example.com' }

test.each([
  ['with links to this machine', slug, realServer, 'links in the issue wouldn’t work'],
  ['of no article', 'nothere', {}, 'There is no article nothere.'],
  ['without a postal address', slug, {}, 'Set postalAddress in content/studio.yaml.'],
  ['from the sample', slug, { ...realServer, SITE_URL: 'https://s.example' }, 'an address of the sample content'],
])('no issue is sent %s, and the owner sees why', async (name, slug, variables, why) => {
  if (name === 'from the sample') givePostalAddress()
  const run = await runStudio(await sqlite.createPlace(), ['issue', 'send', slug, '--confirm', '1'], variables)
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(why) })
})

test('preview writes the issue’s files, but the desk can’t choose the folder', async () => {
  const [place, folder] = [await sqlite.createPlace(), temporaryFolder()]
  const { code, stdout, stderr } = await runStudio(place, ['issue', 'preview', slug, '--out', '.'], {
    STUDIO_CALLER: folder,
  })
  expect([code, stdout]).toEqual([0, expect.stringContaining(`http://localhost:4321/blog/${slug}`)])
  for (const form of ['html', 'txt', 'eml']) expect(existsSync(join(folder, `letter.${form}`))).toBe(true)
  expect(stderr).toContain('has no postalAddress')
  const { read } = await openDesk()
  expect((await read('issue.preview', { slug, out: folder })).status).toBe(409)
})

test('the status explains why nothing is sent, and why failed emails aren’t retried', async () => {
  const { app } = await openIssue(undefined, { subscribers: 3 })
  const { db } = app.database
  const setIssue = (changes: Partial<IssueRow>) => db.updateTable('issues').set(changes).execute()
  const hints = async () => (await act(app, 'issue.status', { slug })).status?.hints.map(hintLine) ?? []
  await setIssue({ state: 'paused', paused_because: 'you have paused it' })
  const { status } = await act(app, 'issue.status', { slug })
  expect(status).toMatchObject({ state: 'paused', stoppedBecause: null })
  expect(await hints()).toEqual([`Paused: you have paused it. To resume: npm run studio -- issue resume ${slug}`])
  await setIssue({ state: 'sending', deferrals: 2, next_at: app.clock.now + 120_000 })
  const [first, second] = [0, 1].map((n) => db.updateTable('outbox').where('recipient', '=', subscriber(n).id))
  await first?.set({ last_error: '451 later', due_at: 1 }).execute()
  await second?.set({ state: 'failed' }).execute()
  await db.updateTable('subscribers').set({ state: 'bounced' }).where('id', '=', subscriber(1).id).execute()
  expect(await hints()).toEqual([
    'The mail server is deferring emails (451 later). The next attempt is in 2 min.',
    expect.stringContaining('1 failed email can’t be sent again'),
  ])
  app.clock.now += 3_600_000
  expect((await hints())[0]).toContain('is the site running (npm start)?')
  await act(app, 'outbox.pause', { reason: 'restored' })
  const [paused, ...others] = await hints()
  expect(paused).toMatch(/^The outbox is paused: restored\. .*outbox resume$/)
  expect(others.join()).not.toContain('npm start')
})
