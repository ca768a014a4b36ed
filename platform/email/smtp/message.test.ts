import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { mailerFor, openOutbox, email as queued, startSmtpServer } from '../../../tests/support/sending.ts'
import type { Email } from './message.ts'
import { composeEmail, withoutAddresses, withoutMailbox } from './message.ts'

const leaveLink = `https://kitewright.example/newsletter/unsubscribe?key=${'k'.repeat(120)}`

/** As long as an issue can be, with text that's hard to encode. */
const email: Email = {
  id: 'm1',
  from: { name: 'Kitewright, Größe & Söhne', address: 'hello@kitewright.example' },
  ...{ to: { name: 'Ådä', address: 'ada@münchen.example' }, replyTo: undefined },
  subject: `Größe — ${'ein langer Betreff, der umbrochen wird, '.repeat(6)}`,
  text: `.\r\n. Ein Punkt\nFrom mir\rund \t Leerzeichen  \n\n\n${'Größe und “Zitat” ohne Ende '.repeat(400)}\n\n\n`,
  html: `<p>${'Straße &amp; Größe 🪁 '.repeat(2_000)}</p>\n`,
  messageId: '<m1@kitewright.example>',
  headers: { 'List-Unsubscribe': `<${leaveLink}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  createdAt: Date.UTC(2026, 10, 20),
}

/** Whether an email is ASCII with only CRLF line breaks. */
const isPlain = (raw: string) => /^[\t -~]*$/.test(raw.replaceAll('\r\n', ''))
const maxLine = (raw: string) => Math.max(...raw.split('\r\n').map(({ length }) => length))

test('an email is ASCII in short lines, with unfolded headers, and decodes to what was written', async () => {
  const { bytes, envelope } = await composeEmail(email)
  const raw = bytes.toString('latin1')
  expect(isPlain(raw)).toBe(true)
  expect(maxLine(raw)).toBeLessThan(220)
  expect(raw).toContain(`List-Unsubscribe: <${leaveLink}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`)
  expect(raw).toMatch(/\r\nDate: Fri, 20 Nov 2026 00:00:00 \+0000\r\n/)
  expect(raw.match(/^Message-ID: <m1@kitewright\.example>\r$/gim)).toHaveLength(1)
  const to = 'ada@xn--mnchen-3ya.example'
  expect(envelope).toEqual({ from: 'hello@kitewright.example', to })
  const read = await PostalMime.parse(bytes)
  expect(read).toMatchObject({ subject: email.subject, from: email.from, to: [{ name: 'Ådä', address: to }] })
  expect(read.html?.trim()).toBe(email.html?.trim())
  expect(read.text?.replaceAll(/\s+/g, ' ').trim()).toBe(email.text.replaceAll(/\s+/g, ' ').trim())
})

test('a header can’t contain another, line endings are uniform, and endless words are wrapped', async () => {
  const endless = 'x'.repeat(5_000)
  const subject = `Size =?UTF-8?Q?=0D=0ABcc:_evil@example.org?= ${endless}`
  const headers = { 'X-Note': 'a\r\nBcc: evil@example.org\0', 'X-Name': 'Größe' }
  const { bytes } = await composeEmail({ ...email, subject, text: 'a\rb\nc\r\nd', html: endless, headers })
  const raw = bytes.toString('latin1')
  expect(raw).toContain('\r\n\r\na\r\nb\r\nc\r\nd\r\n')
  expect(raw).toMatch(/^X-Note: aBcc: evil@example.org\r$/m)
  expect([isPlain(raw), maxLine(raw) < 999]).toEqual([true, true])
  expect(await PostalMime.parse(bytes)).toMatchObject({ subject, html: `${endless}\n` })
})

test('visitors’ text adds no recipients or headers, and an address that contains two isn’t used', async () => {
  const server = await startSmtpServer()
  const evil = 'x\r\nBcc: evil@example.org, "evil@example.org" <evil@example.org>'
  const { outbox, rows } = await openOutbox(mailerFor(server), [
    { ...queued, subject: evil, replyTo: { name: evil, address: 'v@example.com' } },
    { ...queued, to: { name: '', address: 'a@example.com, evil@example.org' } },
  ])
  await outbox.sendDue()
  expect(server.received).toMatchObject([
    { envelope: { to: ['ada@example.com'] }, replyTo: [{ address: 'v@example.com' }] },
  ])
  expect(server.received[0]?.bcc).toBeUndefined()
  expect(server.received[0]?.raw).not.toMatch(/^Bcc:/im)
  expect((await rows()).filter(({ state }) => state === 'sent')).toHaveLength(1)
})

test('a server’s response is stored without addresses, including mailboxes without a domain', () => {
  const words =
    '<ada@example.com>: see http://x.example/?id=ada%40example.com&ip=1 ADA%2540EXAMPLE.COM ada&#64;example.com'
  expect(withoutAddresses(words)).toBe('<(address)>: see http://x.example/?id=(address)&ip=1 (address) (address)')
  expect(withoutAddresses('size=40, limit 100%')).toBe('size=40, limit 100%')
  expect(withoutMailbox('550 User Ada.Lovelace, not ada.lovelace2', 'ada.lovelace@example.com')).toBe(
    '550 User (mailbox), not ada.lovelace2',
  )
  expect(withoutMailbox('no such $$.a+b|c', '$$.a+b|c@example.com')).toBe('no such (mailbox)')
  expect(withoutMailbox('550 no', 'no@example.com')).toBe('550 no')
})
