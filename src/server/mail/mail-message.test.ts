import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { openOutbox, mail as queued } from '../../../tests/support/sending.ts'
import { mailerFor, startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { parseMailAddress } from '../../lib/mail/mail-address.ts'
import { composeMail, withoutAddresses, withoutMailbox } from './mail-message.ts'
import type { Mail } from './mailer.ts'

const leaveLink = `https://kitewright.example/newsletter/unsubscribe?key=${'k'.repeat(120)}`

/** As long as an issue may be, with whatever is hard to carry. */
const mail: Mail = {
  id: 'm1',
  from: { name: 'Kitewright, Größe & Söhne', address: 'hello@kitewright.example' },
  to: { name: 'Ådä', address: 'ada@münchen.example' },
  replyTo: undefined,
  subject: `Größe — ${'ein langer Betreff, der umbrochen wird, '.repeat(6)}`,
  text: `.\r\n. Ein Punkt\nFrom mir\rund \t Leerzeichen  \n\n\n${'Größe und “Zitat” ohne Ende '.repeat(400)}\n\n\n`,
  html: `<p>${'Straße &amp; Größe 🪁 '.repeat(2_000)}</p>\n`,
  messageId: '<m1@kitewright.example>',
  headers: { 'List-Unsubscribe': `<${leaveLink}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  createdAt: Date.UTC(2026, 10, 20),
}

/** ASCII, with no line end but CRLF. */
const isPlain = (raw: string) => /^[\t -~]*$/.test(raw.replaceAll('\r\n', ''))
const longestLine = (raw: string) => Math.max(...raw.split('\r\n').map(({ length }) => length))

test('an email is ASCII in lines that every server takes, with its headers unfolded, and reads as it was written', async () => {
  const { bytes, envelope } = await composeMail(mail)
  const raw = bytes.toString('latin1')
  expect(isPlain(raw)).toBe(true)
  expect(longestLine(raw)).toBeLessThan(220)
  expect(raw).toContain(`List-Unsubscribe: <${leaveLink}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`)
  expect(raw).toMatch(/\r\nDate: Fri, 20 Nov 2026 00:00:00 \+0000\r\n/)
  expect(raw.match(/^Message-ID: <m1@kitewright\.example>\r$/gim)).toHaveLength(1)
  const to = 'ada@xn--mnchen-3ya.example'
  expect(envelope).toEqual({ from: 'hello@kitewright.example', to })
  const read = await PostalMime.parse(bytes)
  expect(read).toMatchObject({ subject: mail.subject, from: mail.from, to: [{ name: 'Ådä', address: to }] })
  expect(read.html?.trim()).toBe(mail.html?.trim())
  expect(read.text?.replaceAll(/\s+/g, ' ').trim()).toBe(mail.text.replaceAll(/\s+/g, ' ').trim())
})

test('a header holds no second one, and lines end alike whatever ended them', async () => {
  const headers = { 'X-Note': 'a\r\nBcc: evil@example.org\0', 'X-Name': 'Größe' }
  const { bytes } = await composeMail({ ...mail, html: undefined, text: 'a\rb\nc\r\nd', subject: 's', headers })
  const raw = bytes.toString('latin1')
  expect(raw).toMatch(/\r\n\r\na\r\nb\r\nc\r\nd(\r\n)?$/)
  expect(raw).toMatch(/^X-Note: aBcc: evil@example.org\r$/m)
  expect(isPlain(raw)).toBe(true)
})

test('words without a space are broken into lines, so that no server has to', async () => {
  const endless = 'x'.repeat(5_000)
  const { bytes } = await composeMail({ ...mail, subject: endless, text: endless, html: endless })
  expect(longestLine(bytes.toString('latin1'))).toBeLessThan(999)
  const read = { subject: endless, text: `${endless}\n`, html: `${endless}\n` }
  expect(await PostalMime.parse(bytes)).toMatchObject(read)
})

test('a subject that looks encoded is shown as it was written', async () => {
  const subject = 'Size =?UTF-8?Q?=0D=0ABcc:_evil@example.org?= Größe'
  expect(await PostalMime.parse((await composeMail({ ...mail, subject })).bytes)).toMatchObject({ subject })
})

test('a visitor’s words add no recipient and no header, and an address that holds two is not sent to', async () => {
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

test.each([
  ['<ada@example.com>: no such user ada@example.com.', '<(address)>: no such user (address)'],
  ['see http://x.example/why?id=ada%40example.com&ip=10.0.0.1', 'see http://x.example/why?id=(address)&ip=10.0.0.1'],
  ['http://x.example/?ADA%2540EXAMPLE.COM ada&#64;example.com', 'http://x.example/?(address) (address)'],
  ['size=40, limit 100%', 'size=40, limit 100%'],
])('a server’s words are kept without addresses: %s', (words, kept) => {
  expect(withoutAddresses(words)).toBe(kept)
})

test('a server’s words are kept without the mailbox, where it leaves out the domain', () => {
  const words = '550 5.1.1 User Ada.Lovelace unknown, nor ada.lovelace2'
  expect(withoutMailbox(words, 'ada.lovelace@example.com')).toBe('550 5.1.1 User (mailbox) unknown, nor ada.lovelace2')
  expect(withoutMailbox('no such $$.a+b|c', '$$.a+b|c@example.com')).toBe('no such (mailbox)')
  expect(withoutMailbox('550 no', 'no@example.com')).toBe('550 no')
})

test('an address is read in its parts, and two addresses or a second line are none', () => {
  const quoted = { name: 'Kites, Ltd.', address: 'hello@kitewright.example' }
  expect(parseMailAddress(' "Kites, Ltd." <hello@kitewright.example> ')).toEqual(quoted)
  for (const text of ['', 'Kitewright', 'a@x.co, b@x.co', 'A <a@x.co> b', 'A\nB <a@x.co>', '<>'])
    expect(parseMailAddress(text)).toBeUndefined()
})
