import { expect, test } from 'vitest'
import type { Delivery } from '../../src/server/mail/mailer.ts'
import { putOwnContent } from '../../tests/support/content.ts'
import { sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { openIssueDesk, slug } from '../../tests/support/issue-desk.ts'
import { reader, readerAddress } from '../../tests/support/made-readers.ts'
import { mailerThat } from '../../tests/support/outbox-desk.ts'
import { runStudio, spawnStudio } from '../../tests/support/run-studio.ts'

const outcomes: Delivery[] = [
  { outcome: 'sent', answer: '250 2.0.0 queued as 4F2A' },
  { outcome: 'refused', answer: '=550 5.1.1 no such user', isDeadAddress: true },
  { outcome: 'unknown', answer: 'the connection broke' },
]

test('an issue is sent, told, and sent again by command', async () => {
  let n = 0
  const mailer = mailerThat(async () => outcomes[n++] ?? { outcome: 'sent', answer: '250 taken' })
  const { place, app, sender } = await openIssueDesk(mailer, { readers: 3, isSent: false, mailsPerMinute: 60 })
  app.clock.now = Date.now()
  const folder = putOwnContent(temporaryFolder())
  const studio = (...args: string[]) => spawnStudio(place, ['issue', ...args], {}, '', folder)

  const asked = await studio('send', slug)
  expect(asked).toMatchObject({ code: 2, stdout: '' })
  expect(asked.stderr).toContain(
    `would go to 3 confirmed readers. To send it:\n\n  npm run studio -- issue send ${slug} --confirm 3\n`,
  )
  const miscounted = await studio('send', slug, '--confirm', '2')
  expect(miscounted.stderr).toContain(
    `The list has 3 confirmed readers, not 2: nothing was sent. If that is right:\n\n  npm run studio -- issue send ${slug} --confirm 3\n`,
  )
  const sent = await studio('send', slug, '--confirm', '3')
  expect(sent).toMatchObject({ code: 0, stdout: '' })
  expect(sent.stderr).toMatch(/is on its way to 3 readers: 120 a minute, less than a minute in all/)

  for (const wait of [1_000, 1_000, 3_600_000]) {
    app.clock.now = Math.max(app.clock.now, Date.now()) + wait
    await sender.sendDue()
  }
  const { stdout } = await studio('status', slug, '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    state: 'done',
    sent: 1,
    failedMails: [{ email: readerAddress(1), answer: '=550 5.1.1 no such user' }],
    unknownMails: [{ email: readerAddress(2), messageId: `<${slug}.${reader(2).id}@kitewright.example>` }],
  })
  const log = await studio('log', slug)
  expect(log.stderr).toBe('3 mails\n')
  expect(log.stdout).toMatch(
    /^"email","state","at","attempts","answer","messageId"\r\n"reader0@example.com","sent","20\d\d-[^,]+Z","1","250 2.0.0 queued/,
  )
  expect(log.stdout).toContain(`"reader1@example.com","failed",`)
  expect(log.stdout).toContain(`,"1","'=550 5.1.1 no such user",`)

  const unsure = await studio('retry', slug, '--unknown')
  expect(unsure).toMatchObject({ code: 2, stdout: '' })
  expect(unsure.stderr).toContain(`1 reader may get it twice`)
  expect(unsure.stderr).toContain(`npm run studio -- issue retry ${slug} --unknown --confirm 1`)
})

test('a letter is not sent in vain, nor one that is not there', async () => {
  const place = await sqlite.createPlace()
  const away = await runStudio(place, ['issue', 'send', slug], { SMTP_URL: 'smtp://mail.example.com' })
  expect(away).toMatchObject({ code: 1, stdout: '' })
  expect(away.stderr).toContain('every link in the issue would lead nowhere')
  const wrong = await runStudio(place, ['issue', 'send', 'nothere', '--confirm', '1'])
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toContain('There is no article nothere that is out. There are:\n  ')
})

test('no issue goes out without a postal address, nor with the sample’s one to people, and the owner is told where', async () => {
  const place = await sqlite.createPlace()
  const send = (variables: Record<string, string>, folder = '.') =>
    spawnStudio(place, ['issue', 'send', slug, '--confirm', '1'], variables, '', folder)
  const refused = await send({})
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('put yours into content/studio.yaml, postalAddress.')
  const real = { SMTP_URL: 'smtp://mail.example.com', SITE_URL: 'https://studio.example' }
  const sample = await send(real, putOwnContent(temporaryFolder()))
  expect(sample).toMatchObject({ code: 1, stdout: '' })
  expect(sample.stderr).toContain('hello@kitewright.example, an address of the sample content')
})
