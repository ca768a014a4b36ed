import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { submitContact } from '../src/features/leads/contact.form.ts'
import { subscribe } from '../src/features/newsletter/newsletter.service.ts'
import { sqlite } from '../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../tests/support/desk.ts'
import { reportSamples } from '../tests/support/report-samples.ts'
import { runStudio } from '../tests/support/run-studio.ts'

test('bounce reads mailboxes and folders, tells each report, and has done all of it when it runs again', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await subscribe(app.newsletter, { email: 'bob@example.org' }, visitor)
  await submitContact(app.contact, ada, visitor)
  const mails = await app.database.db.selectFrom('outbox').select(['kind', 'message_id', 'about']).execute()
  const sent = (kind: string) => mails.find((mail) => mail.kind === kind)
  const report = (to: string, kind: string) =>
    reportSamples.gmail({ to, messageId: sent(kind)?.message_id ?? '', unsubscribe: '' })
  const from = 'From x@y.example Fri Nov 20 11:00:01 2026\n'
  const large = `Subject: large\n\n${'x'.repeat(10_000_001)}`
  const mailbox = [report('bob@example.org', 'newsletter-confirmation'), 'Subject: away\n\nUntil Monday\n', large]
  writeFileSync(join(place.dataDir, 'box'), mailbox.map((each) => `${from}${each}\n\n`).join(''))
  mkdirSync(join(place.dataDir, 'maildir', 'new'), { recursive: true })
  writeFileSync(join(place.dataDir, 'maildir', 'new', '1'), report('\u001B[2Jada@example.com', 'contact-receipt'))

  const paths = ['box', 'maildir', 'nothing'].map((name) => join(place.dataDir, name))
  const first = await runStudio(place, ['bounce', ...paths])
  const said = '550-5.1.1 The email account that you tried to reach does not exist.'
  expect(first.stdout.split('\n')).toEqual([
    `bob@example.org\tfailed 5.1.1\tbounced: gets no more letters\t${said}`,
    ` [2Jada@example.com\tfailed 5.1.1\tnothing: a mail about a request (leads show ${sent('contact-receipt')?.about})\t${said}`,
    '',
  ])
  expect(first.stderr).toMatch(
    /nothing cannot be read: there is no such file or folder\.\n.*messages 4, no report 1, bounced 1, .* skipped 1\.\n$/,
  )
  expect(first.code).toBe(1)

  const again = await runStudio(place, ['bounce', '--json'], {}, mailbox[0])
  expect({ ...again, stdout: JSON.parse(again.stdout) }).toMatchObject({
    code: 0,
    stdout: { messages: 1, noReport: 0, dryRun: false, reports: [{ address: 'bob@example.org', outcome: 'already' }] },
  })
  expect(await app.database.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'bounced' }])
})
