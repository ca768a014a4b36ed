/** What a mail server says of one recipient. Empty where it says nothing. */
export type RecipientReport = {
  /** As the mail named it first, then the one at which it ended; the two differ where it was forwarded. */
  addresses: string[]
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  action: string
  /** For example `5.1.1` (RFC 3463). */
  status: string
  /** The other server's own words. */
  diagnostic: string
}

export type FeedbackReport = {
  /** `abuse`, `fraud`, `not-spam` … */
  type: string
  addresses: string[]
}

type Fields = Map<string, string[]>

/** The text of a message/delivery-status (RFC 3464), or of its kind for international addresses (RFC 6533). */
export function readDeliveryStatus(text: string): RecipientReport[] {
  const blocks = plain(text).split(/\n[ \t]*\n/, mostBlocks)
  return blocks.map(readFields).flatMap((fields) => {
    const addresses = addressesIn(fields, 'original-recipient', 'final-recipient')
    // The first block is about the message, not about a recipient.
    if (addresses.length === 0 && !fields.has('action')) return []
    return {
      addresses,
      action: /[a-z]{1,20}/.exec(first(fields, 'action').toLowerCase())?.[0] ?? '',
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(first(fields, 'status'))?.[0] ?? '',
      diagnostic: first(fields, 'diagnostic-code').replace(/^[\w-]+\s*;\s*/, ''),
    }
  })
}

/** The text of a message/feedback-report (RFC 5965). */
export function readFeedback(text: string): FeedbackReport {
  const fields = readFields(plain(text))
  return {
    type: first(fields, 'feedback-type').toLowerCase(),
    addresses: addressesIn(fields, 'original-rcpt-to'),
  }
}

/** A mail goes to one recipient, or to a few. What is longer was not written by a mail server. */
const mostBlocks = 100
const mostAddresses = 20
const longestText = 200_000
const longestValue = 1_000

function plain(text: string): string {
  return text.slice(0, longestText).replaceAll(/\r\n?/g, '\n')
}

/** The fields of a block, unfolded, by their names in lower case. */
function readFields(block: string): Fields {
  const fields: Fields = new Map()
  for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (name === '') continue
    const values = fields.get(name) ?? []
    fields.set(name, values)
    values.push(line.slice(colon + 1, colon + 1 + longestValue).trim())
  }
  return fields
}

function first(fields: Fields, name: string): string {
  return fields.get(name)?.[0] ?? ''
}

function addressesIn(fields: Fields, ...names: string[]): string[] {
  const found = names.flatMap((name) => fields.get(name)?.slice(0, mostAddresses) ?? []).map(readRecipient)
  return [...new Set(found.filter((address) => address.includes('@')))]
}

/** `rfc822; a@b.example`, `utf-8; \x{FC}@b.example`, also where the form of the SMTP command was left as it was (`a+40b`). */
function readRecipient(value: string): string {
  const [, type = '', rest = value] = /^([\w-]+)\s*;\s*(.*)$/.exec(value) ?? []
  const address = rest.trim().replace(/^<(.*)>$/, '$1')
  if (/^utf-8/i.test(type)) {
    return address.replaceAll(
      /\\x\{([0-9A-F]{2,6})\}/gi,
      (written, hex) => codePoint(Number.parseInt(hex, 16)) ?? written,
    )
  }
  if (address.includes('@')) return address
  return address.replaceAll(/\+([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function codePoint(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
