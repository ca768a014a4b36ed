import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { verifyDkim } from '../../../tests/support/dkim-verifier.ts'
import { leaveLink, letter } from '../../../tests/support/mails.ts'
import { startRawSmtpServer, usualReply } from '../../../tests/support/raw-smtp-server.ts'
import { dkimRecord, readDkimKey } from './dkim-key.ts'
import { createFileMailer } from './file-mailer.ts'
import { composeMail } from './mail-message.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const ed25519 = generateKeyPairSync('ed25519').privateKey

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
    expect(received).toContain(`\r\nList-Unsubscribe: <${leaveLink}>\r\n`)
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

test('the domain of a key is written the way that name servers read', () => {
  const pem = ed25519.export({ type: 'pkcs8', format: 'pem' })
  const key = readDkimKey({ domain: 'münchen.example', selector: 's', keyFile: keyFile(pem) })
  expect(dkimRecord(key).name).toBe('s._domainkey.xn--mnchen-3ya.example')
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
    ['far too much', Buffer.alloc(100_000), 'is no file of the size of a key'],
  ])('%s', (_, content, complaint) => {
    expect(() => keyFrom(content)).toThrow(
      new RegExp(`^DKIM_KEY_FILE: “.*” ${complaint.replaceAll(/[()]/g, '\\$&')}\\. It must be .+$`),
    )
  })

  test('no file, a folder, and what nobody may read', () => {
    const read = (keyFile: string) => () => readDkimKey({ domain: 'a.example', selector: 's', keyFile })
    expect(read('/nowhere/dkim.pem')).toThrow('cannot be read (ENOENT)')
    expect(read(temporaryFolder())).toThrow('is no file of the size of a key')
    const file = keyFile('x')
    chmodSync(file, 0o000)
    expect(read(file)).toThrow(/cannot be read \(EACCES\)|holds no key/) // root reads everything
  })
})
