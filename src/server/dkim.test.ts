import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { verifyDkim } from '../../tests/support/dkim-verifier.ts'
import { startRawSmtpServer, usualReply } from '../../tests/support/raw-smtp-server.ts'
import { dkimRecord, readDkimKey } from './dkim-key.ts'
import { createFileMailer } from './file-mailer.ts'
import { composeMail } from './mail-message.ts'
import type { Mail } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const ed25519 = generateKeyPairSync('ed25519').privateKey
const link = `https://kitewright.example/newsletter/unsubscribe?key=${'k'.repeat(120)}`

/** As long as a letter may be, with whatever is hard to carry. */
const letter: Mail = {
  id: 'm1',
  from: { name: 'Kitewright, Größe & Söhne', address: 'hello@kitewright.example' },
  to: { name: 'Ådä', address: 'ada@example.com' },
  replyTo: undefined,
  subject: `Größe — ${'ein langer Betreff, der umbrochen wird, '.repeat(6)}`,
  text: `.\r\n. Ein Punkt\nFrom mir\rund \t Leerzeichen  \n\n\n${'Größe und “Zitat” ohne Ende '.repeat(400)}\n\n\n`,
  html: `<p>${'Straße &amp; Größe 🪁 '.repeat(2_000)}</p>\n`,
  messageId: '<m1@kitewright.example>',
  headers: {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '<letters.kitewright.example>',
    'Auto-Submitted': 'auto-generated',
  },
  createdAt: Date.UTC(2026, 10, 20),
}

function keyFile(pem: string | Buffer): string {
  const file = `${temporaryFolder()}/dkim.pem`
  writeFileSync(file, pem)
  return file
}

function keyFrom(pem: string | Buffer) {
  return readDkimKey({ domain: 'kitewright.example', selector: 'mail2026', keyFile: keyFile(pem) })
}

function recordsFor(key: ReturnType<typeof keyFrom>): Record<string, string> {
  const { name, value } = dkimRecord(key)
  return { [name]: value }
}

test('the verifier of these tests agrees with the mail of RFC 8463', () => {
  const records = {
    'brisbane._domainkey.football.example.com': 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  }
  const lines = [
    'DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;',
    ' d=football.example.com; i=@football.example.com;',
    ' q=dns/txt; s=brisbane; t=1528637909; h=from : to :',
    ' subject : date : message-id : from : subject : date;',
    ' bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;',
    ' b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus',
    ' Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==',
    'From: Joe SixPack <joe@football.example.com>',
    'To: Suzie Q <suzie@shopping.example.net>',
    'Subject: Is dinner ready?',
    'Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)',
    'Message-ID: <20030712040037.46341.5F8J@football.example.com>',
    '',
    'Hi.',
    '',
    'We lost the game.  Are you hungry yet?',
    '',
    'Joe.',
    '',
  ]
  const raw = lines.join('\r\n')
  expect(verifyDkim(raw, records)).toMatchObject({ isValid: true, domain: 'football.example.com' })
  expect(verifyDkim(raw.replace('lost', 'won'), records).isValid).toBe(false)
  expect(verifyDkim(raw.replace('dinner', 'lunch'), records).isValid).toBe(false)
  expect(verifyDkim(raw.replace('\r\n\r\n', '\r\nFrom: me@evil.example\r\n\r\n'), records).isValid).toBe(false)
})

describe.each([
  ['RSA', rsa, 'k=rsa'],
  ['Ed25519', ed25519, 'k=ed25519'],
])('a letter signed with %s', (_, privateKey, kind) => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })

  test('is valid as it reaches a mail server and as it is written to a file, and the same at every try', async () => {
    const key = keyFrom(pem)
    const server = await startRawSmtpServer(usualReply)
    const smtp = createSmtpMailer(server.url, { dkim: key })
    onTestFinished(() => smtp.close())
    const folder = temporaryFolder()
    const signal = new AbortController().signal
    expect(await smtp.send(letter, signal)).toMatchObject({ outcome: 'sent' })
    expect(await createFileMailer(folder, key).send(letter, signal)).toMatchObject({ outcome: 'sent' })
    const received = `${(server.texts[0] ?? '').replaceAll(/^\./gm, '')}\r\n`
    const written = readFileSync(`${folder}/${readdirSync(folder)[0]}`, 'latin1')
    expect(received).toBe(written)
    expect(dkimRecord(key).value).toContain(kind)
    const verdict = verifyDkim(received, recordsFor(key))
    expect(verdict).toMatchObject({ isValid: true, domain: 'kitewright.example' })
    expect(verdict.signed).toEqual(
      expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'auto-submitted']),
    )
  })

  test('is not valid once a word or a header is changed or added', async () => {
    const key = keyFrom(pem)
    const raw = (await composeMail(letter, key)).bytes.toString('latin1')
    const isValid = (changed: string) => verifyDkim(changed, recordsFor(key)).isValid
    expect(isValid(raw)).toBe(true)
    expect(isValid(raw.replace('Zitat', 'Zitronen'))).toBe(false)
    expect(isValid(raw.replace('?key=3Dkk', '?key=3Dk'))).toBe(true) // no such place in the text
    expect(isValid(raw.replace('?key=kk', '?key=k'))).toBe(false)
    for (const added of [
      'Reply-To: e@evil.example',
      'From: e@evil.example',
      'Subject: x',
      'List-Unsubscribe-Post: x',
      'Cc: e@evil.example',
    ]) {
      const [name = ''] = added.split(':')
      expect(isValid(raw.replace('\r\n\r\n', `\r\n${added}\r\n\r\n`)), name).toBe(false)
      expect(isValid(`${added}\r\n${raw}`), name).toBe(false)
    }
    expect(isValid(`Received: from a by b\r\n${raw}`)).toBe(true)
  })
})

describe('a composed mail', () => {
  /** ASCII, and no line end but CRLF. */
  const isPlain = (raw: string) => /^[\t -~]*$/.test(raw.replaceAll('\r\n', ''))

  test('is ASCII in lines that every server takes, with its own headers unfolded, and reads as it was written', async () => {
    const { bytes, envelope } = await composeMail(letter, keyFrom(rsa.export({ type: 'pkcs8', format: 'pem' })))
    const raw = bytes.toString('latin1')
    expect(isPlain(raw)).toBe(true)
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(220)
    expect(raw).toContain(`\r\nList-Unsubscribe: <${link}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`)
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
})

describe('a key file that cannot sign is told in one sentence', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const
  const short = generateKeyPairSync('rsa', { modulusLength: 768 }).privateKey
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  test.each([
    ['nothing', '', 'holds no key'],
    ['words', 'hello', 'holds no key'],
    ['bytes', Buffer.from([0, 255, 254]), 'holds no key'],
    ['half a key', rsa.export({ type: 'pkcs8', format: 'pem' }).slice(0, 400), 'holds no key'],
    ['a public key', pair.publicKey.export({ type: 'spki', format: 'pem' }), 'holds a public key'],
    ['a key with a passphrase', pair.privateKey.export(locked), 'is locked with a passphrase'],
    [
      'a short key',
      short.export({ type: 'pkcs8', format: 'pem' }),
      'holds a key of 768 bits; fewer than 1024 count for nothing',
    ],
    ['another kind of key', curve.export({ type: 'pkcs8', format: 'pem' }), 'holds a key of another kind (ec)'],
    ['far too much', Buffer.alloc(100_000), 'is too large for a key'],
  ])('%s', (_, content, complaint) => {
    expect(() => keyFrom(content)).toThrow(
      new RegExp(`^DKIM_KEY_FILE: “.*” ${complaint.replaceAll(/[()]/g, '\\$&')}\\. It must be .+$`),
    )
  })

  test('no file, a folder, and what nobody may read', () => {
    const read = (keyFile: string) => () => readDkimKey({ domain: 'a.example', selector: 's', keyFile })
    expect(read('/nowhere/dkim.pem')).toThrow('cannot be read (ENOENT)')
    expect(read(temporaryFolder())).toThrow('cannot be read (EISDIR)')
    const file = keyFile('x')
    chmodSync(file, 0o000)
    expect(read(file)).toThrow(/cannot be read \(EACCES\)|holds no key/) // root reads everything
  })
})
