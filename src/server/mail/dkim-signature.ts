import { createHash, sign } from 'node:crypto'
import type { DkimKey } from './dkim-key.ts'

/**
 * Signed as often as they occur and once more, so that none can be added later (RFC 6376, 8.15). One-click unsubscribing
 * counts only where both of its headers are signed (RFC 8058, 4).
 */
const sealed = [
  'From',
  'To',
  'Cc',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]
/** Signed where they occur: a mail server on the way may add its own. */
const signedIfThere = ['Sender', 'Content-Transfer-Encoding', 'Auto-Submitted', 'List-Id', 'List-Help', 'Precedence']

/**
 * The mail with a DKIM-Signature before it, relaxed/relaxed (RFC 6376; RFC 8463 for Ed25519). The same mail gets the same
 * signature again: it holds no time.
 * @param mail with CRLF at the end of each line, 7-bit
 */
export async function signMail(mail: Buffer, key: DkimKey): Promise<Buffer> {
  const text = mail.toString('latin1')
  const headerEnd = text.indexOf('\r\n\r\n')
  const headers = headersOf(text.slice(0, headerEnd))
  const names = [
    ...sealed.flatMap((name) => [...occurrences(headers, name), name]),
    ...signedIfThere.flatMap((name) => occurrences(headers, name)),
  ]
  const unsigned = [
    `DKIM-Signature: v=1; a=${key.algorithm}; c=relaxed/relaxed; d=${key.domain};`,
    ` s=${key.selector};`,
    ` h=${names.join(':\r\n  ')};`,
    ` bh=${sha256(relaxedBody(text.slice(headerEnd + 4))).toString('base64')};`,
    ' b=',
  ].join('\r\n')
  const signature = await signature64(`${signedHeaders(headers, names)}${relaxedHeader(unsigned)}`, key)
  return Buffer.concat([Buffer.from(`${unsigned}${signature.replaceAll(/.{72}(?=.)/g, '$&\r\n  ')}\r\n`), mail])
}

function headersOf(block: string): string[] {
  return block.split(/\r\n(?![ \t])/)
}

function nameOf(header: string): string {
  return header.slice(0, header.indexOf(':')).trimEnd().toLowerCase()
}

function occurrences(headers: readonly string[], name: string): string[] {
  return headers.filter((header) => nameOf(header) === name.toLowerCase()).map(() => name)
}

/** Of several of one name the last comes first; one that is not there counts as nothing (RFC 6376, 5.4.2). */
function signedHeaders(headers: readonly string[], names: readonly string[]): string {
  const left = headers.toReversed()
  return names
    .map((name) => {
      const at = left.findIndex((header) => nameOf(header) === name.toLowerCase())
      return at < 0 ? '' : `${relaxedHeader(left.splice(at, 1)[0] ?? '')}\r\n`
    })
    .join('')
}

function relaxedHeader(header: string): string {
  const value = header
    .slice(header.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
  return `${nameOf(header)}:${value.trim()}`
}

function relaxedBody(body: string): string {
  const lines = body.replaceAll(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n')
  let end = lines.length
  while (lines.endsWith('\r\n', end)) end -= 2
  return end === 0 ? '' : `${lines.slice(0, end)}\r\n`
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'latin1').digest()
}

/** Beside the event loop, which an RSA key would keep busy for a millisecond. */
function signature64(text: string, { algorithm, privateKey }: DkimKey): Promise<string> {
  const [hash, data] = algorithm === 'rsa-sha256' ? ['sha256', Buffer.from(text, 'latin1')] : [null, sha256(text)]
  return new Promise((resolve, reject) => {
    sign(hash, data, privateKey, (error, signature) => (error ? reject(error) : resolve(signature.toString('base64'))))
  })
}
