import { expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../../tests/support/desk.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { submitContact } from './contact.form.ts'

const nasty = {
  name: '<b>Mallory</b> "x"',
  email: 'mallory@example.org',
  project: 'Dear owner,\n<script>alert(1)</script> & more\nBcc: evil@example.org',
}

async function mailsFor(input: typeof ada, variables: Record<string, string> = {}) {
  const server = await startSmtpServer()
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url, ...variables })
  await submitContact(app.contact, input, { ...visitor, page: '/', referrer: 'https://a.example/<i>' })
  await app.outbox.sendDue()
  const find = (to: string) => server.received.find(({ envelope }) => envelope.to.includes(to))
  return { owner: find('hello@kitewright.example'), receipt: find(input.email), all: server.received }
}

test('the owner gets one mail from the site, whose answer goes to the visitor', async () => {
  const { owner, all } = await mailsFor(ada)
  expect(all).toHaveLength(2)
  expect(owner).toMatchObject({
    from: { name: 'Kitewright', address: 'hello@kitewright.example' },
    replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
    subject: expect.stringMatching(/^New request from Ada Lovelace \(KW-.{8}\)$/),
  })
  for (const fact of [ada.project, 'ada@example.com', '2026-11-20 09:30 UTC', 'Page: /', 'Network: 203.0.113.0/24']) {
    expect(owner?.text).toContain(fact)
  }
})

test('what a visitor writes stays text in the mail to the owner', async () => {
  const { owner, all } = await mailsFor(nasty)
  expect(all.every(({ envelope }) => envelope.to.length === 1)).toBe(true)
  expect(owner?.text).toContain(
    '> Dear owner,\n> <script>alert(1)</script> & more\n> Bcc: evil@example.org\n\nAnswer by e-mail:',
  )
  expect(owner?.html).toContain(
    'Dear owner,<br>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more<br>Bcc: evil&zwnj;@example&zwnj;.org</blockquote>',
  )
  expect(owner?.html).not.toMatch(/<script|<b>Mallory|<i>/)
})

test('the receipt holds no word of a visitor whose name is not surely one', async () => {
  const { receipt } = await mailsFor(nasty)
  expect(receipt).toMatchObject({ subject: 'Your request has arrived', to: [{ name: '', address: nasty.email }] })
  expect(receipt?.raw).not.toMatch(/Mallory|owner|script|Bcc|a\.example/)
  expect(receipt?.text).toContain('within 24 hours')
  expect(receipt?.text).toMatch(/Reference: KW-.{8}/)
  expect(receipt?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied')
})

test('the receipt greets by a name that is one, signs as a person and says what comes next', async () => {
  const { receipt } = await mailsFor(ada)
  expect(receipt?.text).toMatch(/^Your request has arrived\n=+\n\nHello Ada,\n/)
  expect(receipt?.raw).not.toMatch(/Lovelace|engine/)
  expect(receipt?.text).toContain('\n\nYour solo developer at Kitewright\n\n---')
  expect(receipt?.html).toContain('<a href="mailto:hello@kitewright.example"')
})

test('MAIL_FROM and LEADS_TO stand before the content', async () => {
  const { all } = await mailsFor(ada, { MAIL_FROM: 'Site <site@example.net>', LEADS_TO: 'me@example.net' })
  expect(all.map(({ from }) => from?.address)).toEqual(['site@example.net', 'site@example.net'])
  expect(all.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual(['ada@example.com', 'me@example.net'])
})
