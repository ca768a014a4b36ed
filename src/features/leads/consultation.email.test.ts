import { expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { adaBooking, openTestApp, visitor, writtenMails } from '../../../tests/support/desk.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { type ConsultationInput, submitConsultation } from './consultation.form.ts'
import { holdOwnerMailMs } from './lead-mails.ts'

const sent: ConsultationInput = {
  values: adaBooking,
  transcript: [
    { role: 'user', content: 'I am Ada.\n<script>alert(1)</script>' },
    { role: 'assistant', content: 'What shall I build?', isProved: true },
    { role: 'assistant', content: 'Agreed: it costs nothing.' },
    { role: 'user', content: 'ada@', unsent: true },
  ],
  isAgreed: false,
  abandoned: false,
  requestId: 'talk',
}

async function mailsFor(input: ConsultationInput) {
  const server = await startSmtpServer()
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url })
  await submitConsultation(app.booking, input, { ...visitor, page: '/' })
  app.clock.now += holdOwnerMailMs
  await app.outbox.sendDue()
  const find = (to: string) => server.received.find(({ envelope }) => envelope.to.includes(to))
  return { owner: find('hello@kitewright.example'), receipt: find(input.values.email), all: server.received }
}

test('the owner gets what was filled in, what else is known and the talk; the answer goes to the visitor', async () => {
  const { owner } = await mailsFor(sent)
  expect(owner).toMatchObject({
    subject: expect.stringMatching(/^New consultation request from Ada Lovelace \(KW-.{8}\)$/),
    replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
  })
  expect(owner?.text).toMatch(
    /^New consultation request from\n\nAda Lovelace\n=+\nada@example\.com\n\nIn the visitor’s words:\n\n> Company: Analytical Engines Ltd\n> Budget: /,
  )
  for (const fact of ['Received: 2026-11-20 09:30 UTC', 'Page: /', 'Network: 203.0.113.0/24', 'Sent: yes']) {
    expect(owner?.text).toContain(fact)
  }
  expect(owner?.text).toContain(
    'Visitor:\n\n> I am Ada.\n> <script>alert(1)</script>\n\nAgent:\n\n> What shall I build?\n\nAgent (as the visitor’s browser says):\n\n> Agreed: it costs nothing.\n\nVisitor (typed, not sent):\n\n> ada@\n',
  )
})

test('what a visitor writes stays text in the mail to the owner', async () => {
  const { owner, all } = await mailsFor({ ...sent, values: { ...adaBooking, name: '<b>"M"</b>', company: '<i>\n' } })
  expect(all.every(({ envelope }) => envelope.to.length === 1)).toBe(true)
  expect(owner?.html).toContain('>I am Ada.<br>&lt;script&gt;alert(1)&lt;/script&gt;</blockquote>')
  expect(owner?.html).not.toMatch(/<script|<b>"|<i>/)
})

test('the receipt holds no word of the visitor but a name that is one', async () => {
  const { receipt } = await mailsFor(sent)
  expect(receipt?.raw).not.toMatch(/Lovelace|Analytical|script|9000 USD/)
  expect(receipt?.text).toContain('\nHello Ada,\n')
  expect(receipt?.text).toMatch(/Reference: KW-.{8}/)
})

test('of a visitor who left the owner is told so, and under which words; the visitor gets nothing', async () => {
  const { owner, receipt } = await mailsFor({
    ...sent,
    abandoned: true,
    isAgreed: true,
    values: { ...adaBooking, name: '' },
  })
  expect(receipt).toBeUndefined()
  expect(owner?.subject).toMatch(/^Consultation not sent by ada@example\.com \(KW-.{8}\)$/)
  expect(owner?.text).toContain('Name: Not provided')
  expect(owner?.text).toContain('The visitor has left without sending this')
  expect(owner?.text).toContain('Agreed to: “If I leave without sending, keep this form')
})

test('a consultation of a robot is held, told to the owner, and nobody else hears of it', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await submitConsultation(app.booking, sent, { ...visitor, honeypot: true })
  expect(await writtenMails(app)).toMatchObject([{ subject: expect.stringMatching(/^Held: New consultation/) }])
  const leads = await app.database.db.selectFrom('leads').select('status').execute()
  expect(leads).toEqual([{ status: 'held' }])
})
