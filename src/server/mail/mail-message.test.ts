import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { leaveLink, letter } from '../../../tests/support/mails.ts'
import { composeMail, withoutAddresses, withoutMailbox } from './mail-message.ts'

describe('a composed mail', () => {
  /** ASCII, and no line end but CRLF. */
  const isPlain = (raw: string) => /^[\t -~]*$/.test(raw.replaceAll('\r\n', ''))

  test('is ASCII in lines that every server takes, its own headers unfolded, and reads as it was written', async () => {
    const { bytes, envelope } = await composeMail(letter)
    const raw = bytes.toString('latin1')
    expect(isPlain(raw)).toBe(true)
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(220)
    expect(raw).toContain(`List-Unsubscribe: <${leaveLink}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`)
    expect(raw).toMatch(/\r\nDate: Fri, 20 Nov 2026 00:00:00 \+0000\r\n/)
    expect(raw.match(/^MIME-Version: 1\.0\r$/gm)).toHaveLength(1)
    expect(raw.match(/^Message-ID: <m1@kitewright\.example>\r$/gim)).toHaveLength(1)
    expect(envelope).toEqual({ from: 'hello@kitewright.example', to: 'ada@example.com' })
    const read = await PostalMime.parse(bytes)
    expect(read).toMatchObject({ subject: letter.subject, from: letter.from, to: [letter.to] })
    expect(read.html?.trim()).toBe(letter.html?.trim())
    expect(read.text?.replaceAll(/\s+/g, ' ').trim()).toBe(letter.text.replaceAll(/\s+/g, ' ').trim())
  })

  test('in plain ASCII keeps its lines, whatever ends them, and hides nothing in a header', async () => {
    const headers = { 'X-Note': 'a\r\nBcc: evil@example.org\0', 'X-Name': 'Größe' }
    const { bytes } = await composeMail({ ...letter, html: undefined, text: 'a\rb\nc\r\nd', subject: 's', headers })
    const raw = bytes.toString('latin1')
    expect(raw).toMatch(/\r\n\r\na\r\nb\r\nc\r\nd(\r\n)?$/)
    expect(raw).toMatch(/^X-Note: aBcc: evil@example.org\r$/m)
    expect(isPlain(raw)).toBe(true)
  })

  test('breaks lines without a space in them, so that no server has to', async () => {
    const endless = 'x'.repeat(5_000)
    const { bytes } = await composeMail({ ...letter, subject: endless, text: endless, html: endless })
    expect(
      Math.max(
        ...bytes
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(999)
    expect(await PostalMime.parse(bytes)).toMatchObject({
      subject: endless,
      text: `${endless}\n`,
      html: `${endless}\n`,
    })
  })

  test('shows a subject that looks encoded as it was written', async () => {
    const subject = 'Size =?UTF-8?Q?=0D=0ABcc:_evil@example.org?= Größe'
    expect(await PostalMime.parse((await composeMail({ ...letter, subject })).bytes)).toMatchObject({ subject })
  })
})

test.each([
  ['<ada@example.com>: no such user ada@example.com.', '<(address)>: no such user (address)'],
  ['see http://x.example/why?id=ada%40example.com&ip=10.0.0.1', 'see http://x.example/why?id=(address)&ip=10.0.0.1'],
  ['http://x.example/?ADA%2540EXAMPLE.COM ada&#64;example.com', 'http://x.example/?(address) (address)'],
  ['size=40, limit 100%', 'size=40, limit 100%'],
])('what a server says is kept without addresses: %s', (said, kept) => {
  expect(withoutAddresses(said)).toBe(kept)
})

test('nor is the mailbox named, where a server leaves its domain away', () => {
  const said = '550 5.1.1 User Ada.Lovelace unknown, nor ada.lovelace2'
  expect(withoutMailbox(said, 'ada.lovelace@example.com')).toBe('550 5.1.1 User (mailbox) unknown, nor ada.lovelace2')
  expect(withoutMailbox('no such $$.a+b|c', '$$.a+b|c@example.com')).toBe('no such (mailbox)')
  expect(withoutMailbox('550 no', 'no@example.com')).toBe('550 no')
})
