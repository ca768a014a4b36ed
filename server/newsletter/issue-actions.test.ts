import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hintLine } from '../../cli/action-commands.ts'
import { enterFolder, leaveFolder, putOwnContent } from '../../tests/support/content.ts'
import { sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { openDesk } from '../../tests/support/open-door.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { openIssue, slug, taken } from '../../tests/support/sending.ts'
import { subscriberAddress } from '../../tests/support/subscribers.ts'
import { type IssueStatus, statusHints } from './issue-status.ts'

/** The sample leaves it out, and no issue goes out without one. */
function givePostalAddress(): void {
  const folder = putOwnContent(temporaryFolder())
  onTestFinished(leaveFolder)
  enterFolder(folder)
}

test('an issue is sent, paused, followed, retried and canceled by command', async () => {
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
  ['with links to this machine', slug, realServer, 'every link in the issue would lead nowhere'],
  ['of no article', 'nothere', {}, 'There is no article nothere.'],
  ['without a postal address', slug, {}, 'Put yours in content/studio.yaml, postalAddress.'],
  ['from the sample', slug, { ...realServer, SITE_URL: 'https://s.example' }, 'an address of the sample content'],
])('no issue is sent %s, and the owner reads why', async (name, slug, variables, why) => {
  if (name === 'from the sample') givePostalAddress()
  const run = await runStudio(await sqlite.createPlace(), ['issue', 'send', slug, '--confirm', '1'], variables)
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(why) })
})

test('preview writes the issue in its forms, and the desk can name no folder for it', async () => {
  const [place, folder] = [await sqlite.createPlace(), temporaryFolder()]
  const { code, stdout, stderr } = await runStudio(place, ['issue', 'preview', slug, '--out', folder])
  expect([code, stdout]).toEqual([0, expect.stringContaining(`http://localhost:4321/blog/${slug}`)])
  for (const form of ['html', 'txt', 'eml']) expect(existsSync(join(folder, `letter.${form}`))).toBe(true)
  expect(stderr).toContain('has no postalAddress')
  const { read } = await openDesk()
  expect((await read('issue.preview', { slug, out: folder })).status).toBe(409)
})

describe('the status of an issue', () => {
  const now = Date.UTC(2026, 10, 20, 9, 30)
  const words = { slug: 'a', subject: 'An article\u001B[31m', from_name: '', from_address: '', text: '', html: '' }
  const times = { next_at: now, created_at: now, finished_at: null }
  const counts = { subscribers: 10_000, left: 10, refusals: 0, deferrals: 0, retryable: { failed: 1, unknown: 0 } }
  const emails = { queued: 5_995, sending: 4, sent: 3_990, failed: 1, unknown: 0, all: 9_990 }
  const course = { msToGo: 50 * 60_000, isSilent: false, lastDeferral: null, paused_because: null, database_id: 'h' }
  const goingOut: IssueStatus = { ...words, ...times, ...counts, ...course, emails, state: 'sending' }

  test('explains why nothing moves, above all paused email, and why failed ones are left alone', () => {
    const footnoteOf = (changes: Partial<IssueStatus>, pause?: { because: string; since: number }) =>
      statusHints({ ...goingOut, ...changes }, pause, now).map(hintLine)
    const paused = 'Paused: you have paused it. To resume: npm run studio -- issue resume a'
    expect(footnoteOf({ state: 'paused', paused_because: 'you have paused it' })).toContain(paused)
    const deferred = 'The mail server defers emails (451 later). The next attempt is in 2 min.'
    expect(footnoteOf({ deferrals: 2, next_at: now + 120_000, lastDeferral: '451 later' })).toContain(deferred)
    expect(footnoteOf({ isSilent: true }).join()).toContain('is the site running (npm start)?')
    expect(footnoteOf({ retryable: { failed: 0, unknown: 0 } }).join()).toContain('1 failed email can’t be sent again')
    const [first, ...others] = footnoteOf({ isSilent: true }, { because: 'restored', since: now })
    expect(first).toMatch(/^The outbox is paused: restored\. .*outbox resume$/)
    expect(others.join()).not.toContain('npm start')
  })
})
