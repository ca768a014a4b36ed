import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hintLine } from '../../../cli/action-commands.ts'
import type { IssueRow } from '../../../migrations/tables.ts'
import { sqlite, temporaryFolder } from '../../../tests/support/databases.ts'
import { act } from '../../../tests/support/desk.ts'
import { openDesk } from '../../../tests/support/open-desk.ts'
import { runStudio } from '../../../tests/support/run-studio.ts'
import { enterOwnContent, openIssue, slug, taken } from '../../../tests/support/sending.ts'
import { subscriber, subscriberAddress } from '../../../tests/support/subscribers.ts'

test('commands send, pause, show, retry, and cancel an issue', async () => {
  const answers = [
    { outcome: 'sent', answer: '250 2.0.0 queued as 4F2A' },
    { outcome: 'refused', answer: '=550 5.1.1 no such user', isDeadAddress: true },
    { outcome: 'unknown', answer: 'the connection broke' },
  ] as const
  const options = { subscribers: 3, isSent: false, emailsPerMinute: 60 }
  const { place, app, sender, issue } = await openIssue((n) => answers[n - 1] ?? taken, options)
  app.clock.now = Date.now()
  enterOwnContent()
  const studio = (...args: string[]) => runStudio(place, ['issue', ...args])

  const asked = await studio('send', slug)
  expect([asked.code, asked.stdout]).toEqual([2, ''])
  const command = `npm run studio -- issue send ${slug} --confirm 3\n`
  expect(asked.stderr).toContain(`would go to 3 active subscribers. To send it: ${command}`)
  const miscounted = await studio('send', slug, '--confirm', '2')
  expect(miscounted.stderr).toContain(`not 2. Nothing was sent. If that is right: ${command}`)
  const stderr = expect.stringMatching(/is on its way to 3 subscribers: 120 a minute, less than a minute in total/)
  expect(await studio('send', slug, '--confirm', '3')).toEqual({ code: 0, stdout: '', stderr })

  for (const [step, state] of Object.entries({ pause: 'paused', resume: 'sending' })) {
    const options = step === 'resume' ? ['--yes'] : []
    expect(await studio(step, slug, ...options)).toMatchObject({ code: 0, stdout: '' })
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
      undelivered: [
        { email: subscriberAddress(2), state: 'unknown' },
        { email: subscriberAddress(1), answer: '=550 5.1.1 no such user' },
      ],
    },
  })
  const { stdout: log } = await studio('log', slug)
  expect(log).toMatch(/^"email","state","at","attempts","answer","messageId"\r\n"reader0@example.com","sent","20\d\d-/)
  expect(log).toMatch(/"reader1@example.com","failed",.*,"1","'=550 5.1.1 no such user",/)

  const unsure =
    /1 email would be resent, and 1 of them might arrive twice.*npm run studio -- issue retry \S+ --unknown --confirm 1/s
  expect(await studio('retry', slug, '--unknown')).toMatchObject({ code: 2, stderr: expect.stringMatching(unsure) })
  expect(await studio('retry', slug, '--unknown', '--confirm', '1')).toMatchObject({ code: 0 })
  expect(await studio('cancel', slug, '--yes')).toMatchObject({ code: 0 })
  expect(await issue()).toMatchObject({ state: 'cancelled' })
})

const realServer = { SMTP_URL: 'smtp://mail.example.com' }

test.each([
  ['with links to this machine', slug, realServer, 'links in the issue wouldn’t work'],
  ['of no article', 'nothere', {}, 'There is no article nothere.'],
  ['without a postal address', slug, {}, 'Set postalAddress in content/studio.yaml.'],
  ['from the sample', slug, { ...realServer, SITE_URL: 'https://s.example' }, 'which is from the sample content'],
])('no issue is sent %s, and the owner sees why', async (name, slug, variables, why) => {
  if (name === 'from the sample') enterOwnContent()
  const run = await runStudio(await sqlite.createPlace(), ['issue', 'send', slug, '--confirm', '1'], variables)
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(why) })
})

test('preview writes the issue’s files, but the desk can’t choose the folder', async () => {
  const [place, folder] = [await sqlite.createPlace(), temporaryFolder()]
  const { code, stdout } = await runStudio(place, ['issue', 'preview', slug, '--out', '.'], {
    STUDIO_CALLER: folder,
  })
  expect([code, stdout]).toEqual([0, expect.stringContaining(`http://localhost:4321/blog/${slug}`)])
  for (const form of ['html', 'txt', 'eml']) expect(existsSync(join(folder, `letter.${form}`))).toBe(true)
  const { read } = await openDesk()
  expect((await read('issue.preview', { slug, out: folder })).status).toBe(409)
})

test('the status explains why nothing is sent, and why failed emails aren’t retried', async () => {
  const { app } = await openIssue(undefined, { subscribers: 3 })
  const { db } = app.database
  const setIssue = (changes: Partial<IssueRow>) => db.updateTable('issues').set(changes).execute()
  const hints = async () => (await act(app, 'issue.status', { slug })).status?.hints.map(hintLine) ?? []
  await setIssue({ state: 'paused', paused_because: 'you paused it' })
  expect(await hints()).toEqual([`Paused: you paused it. To resume: npm run studio -- issue resume ${slug}`])
  await setIssue({ state: 'sending', deferrals: 2, next_at: app.clock.now + 120_000 })
  const [first, second] = [0, 1].map((n) => db.updateTable('outbox').where('recipient', '=', subscriber(n).id))
  await first?.set({ last_error: '451 later', due_at: 1 }).execute()
  await second?.set({ state: 'failed' }).execute()
  await db.updateTable('subscribers').set({ state: 'bounced' }).where('id', '=', subscriber(1).id).execute()
  expect(await hints()).toEqual([
    'The mail server is deferring emails (451 later). The next attempt is in 2 min.',
    expect.stringContaining('You can’t resend 1 failed email'),
  ])
  app.clock.now += 3_600_000
  expect((await hints())[0]).toContain('Is the site running (npm start)?')
  await act(app, 'outbox.pause', { reason: 'restored' })
  const [paused, ...others] = await hints()
  expect(paused).toMatch(/^The outbox is paused: restored\. .*outbox resume$/)
  expect(others.join()).not.toContain('npm start')
})
