import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

export type DkimVerdict = { isValid: boolean; domain: string; signed: string[] }

/**
 * Checks the first DKIM-Signature of a mail, as a receiver does (RFC 6376 and 8463; relaxed/relaxed, without l= and x=).
 * Written from the receiver's side and proved by the mail in RFC 8463, so that it shares no mistake with what signs.
 * @param records what the name server says: `selector._domainkey.domain` to the text of its TXT record
 */
export function verifyDkim(raw: string, records: Record<string, string>): DkimVerdict {
  const [, head = '', body = ''] = /^(.*?\r\n)\r\n(.*)$/s.exec(raw) ?? []
  const fields = [...head.matchAll(/([^\s:]+)[ \t]*:((?:[^\r]|\r\n[ \t])*)\r\n/g)].map(
    ([whole, name = '', value = '']) => ({
      whole,
      key: name.toLowerCase(),
      value,
    }),
  )
  const signature = fields.find(({ key }) => key === 'dkim-signature')
  if (signature === undefined) return { isValid: false, domain: '', signed: [] }
  const tags = tagsOf(signature.value)
  const signed = (tags['h'] ?? '').toLowerCase().split(':')
  const verdict = { domain: tags['d'] ?? '', signed }
  const hash = createHash('sha256').update(simplerBody(body), 'latin1').digest('base64')
  const record = tagsOf(records[`${tags['s']}._domainkey.${tags['d']}`] ?? '')
  if (tags['bh'] !== hash || tags['c'] !== 'relaxed/relaxed' || !record['p']) return { isValid: false, ...verdict }
  const rest = fields.filter((field) => field !== signature)
  const lines: string[] = []
  for (const name of signed) {
    const last = rest.findLastIndex(({ key }) => key === name)
    const [field] = last < 0 ? [] : rest.splice(last, 1)
    if (field !== undefined) lines.push(`${name}:${simplerValue(field.value)}\r\n`)
  }
  const own = simplerValue(signature.value.replace(/([;\s]b\s*=)[^;]*/, '$1'))
  const data = Buffer.from(`${lines.join('')}dkim-signature:${own}`, 'latin1')
  const isEd25519 = tags['a'] === 'ed25519-sha256'
  const message = isEd25519 ? createHash('sha256').update(data).digest() : data
  const key = keyOf(record['p'], isEd25519)
  return {
    isValid: verify(isEd25519 ? null : 'sha256', message, key, Buffer.from(tags['b'] ?? '', 'base64')),
    ...verdict,
  }
}

function tagsOf(text: string): Record<string, string> {
  const pairs = text.replaceAll(/\s/g, '').split(';').filter(Boolean)
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

function simplerValue(value: string): string {
  return value
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[\t ]+/g, ' ')
    .replace(/^ /, '')
    .replace(/ $/, '')
}

function simplerBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[\t ]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.map((line) => `${line}\r\n`).join('')
}

function keyOf(p: string, isEd25519: boolean): KeyObject {
  const bare = Buffer.from(p, 'base64')
  const prefix = isEd25519 ? Buffer.from('302a300506032b6570032100', 'hex') : Buffer.alloc(0)
  return createPublicKey({ key: Buffer.concat([prefix, bare]), format: 'der', type: 'spki' })
}
