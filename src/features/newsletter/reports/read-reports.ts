import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { statusOfReply } from '../../../lib/mail/enhanced-status.ts'
import { type RecipientReport, readDeliveryStatus, readFeedback } from './delivery-report.ts'

/** What a mail server tells of a mail of ours: that it came back, or that its reader called it unwanted. */
export type MailReport = {
  /** When it was written (ms since 1970); undefined when it does not say. */
  writtenAt: number | undefined
  evidence: Evidence
} & (
  | { kind: 'returned'; recipients: RecipientReport[]; isStandard: boolean }
  | { kind: 'complaint'; type: string; addresses: string[] }
)

/** What only somebody can know who had the mail: its Message-ID, and the signed keys of its links. */
export type Evidence = { messageIds: string[]; keys: string[] }

/** Whatever has none of these in it is no report, and is not taken apart. */
const hint = /delivery-status|feedback-report|x-failed-recipients|message\/(?:rfc822|global)/i
const statusTypes = ['message/delivery-status', 'message/global-delivery-status']
const messageTypes = ['message/rfc822', 'message/global']
/** Reports that were forwarded, and forwarded again. */
const deepest = 4
/** The parser keeps each line apart. */
const mostLines = 100_000
/** A mail of ours goes to one recipient; a server may pack several into one report. */
const mostRecipients = 100
const limits = { forceRfc822Attachments: true, maxNestingDepth: 30, maxHeadersSize: 500_000 }

/**
 * The reports in a message: itself, or what was forwarded in it. Mail that is no report has none.
 * @throws Error when the message is not to be taken apart within the limits
 */
export async function readReports(message: Buffer, depth = 0): Promise<MailReport[]> {
  const raw = message.toString('latin1')
  if (!hint.test(raw)) return []
  if (raw.split('\n', mostLines + 1).length > mostLines) throw new Error(`it has more than ${mostLines} lines`)
  const email = await PostalMime.parse(message, limits)
  const parts = email.attachments.map((part) => ({ ...part, bytes: bytesOf(part) }))
  const ofTypes = (types: string[]) => parts.filter(({ mimeType }) => types.includes(mimeType))
  const written = email.date === undefined ? Number.NaN : Date.parse(email.date)
  const base = {
    writtenAt: Number.isNaN(written) ? undefined : written,
    evidence: findEvidence([raw, ...parts.map(({ bytes }) => bytes.toString('latin1'))]),
  }

  const [complaint] = ofTypes(['message/feedback-report'])
  if (complaint !== undefined) {
    return [{ ...base, kind: 'complaint', ...readFeedback(complaint.bytes.toString('utf8')) }]
  }
  const statuses = ofTypes(statusTypes)
  if (statuses.length > 0) {
    const recipients = statuses.flatMap(({ bytes }) => readDeliveryStatus(bytes.toString('utf8')))
    return [{ ...base, kind: 'returned', recipients: recipients.slice(0, mostRecipients), isStandard: true }]
  }
  const failed = email.headers.find(({ key }) => key === 'x-failed-recipients')?.value
  if (failed !== undefined) {
    return [{ ...base, kind: 'returned', recipients: inWords(failed, email), isStandard: false }]
  }
  if (depth === deepest) return []
  const forwarded: MailReport[] = []
  for (const { bytes } of ofTypes(messageTypes)) forwarded.push(...(await readReports(bytes, depth + 1)))
  return forwarded
}

/** Exim's own form: the addresses in a header, the reason in a text for people. One reason cannot be told to two. */
function inWords(failed: string, { text = '' }: Email): RecipientReport[] {
  const addresses = failed.split(',', mostRecipients).map((address) => address.trim())
  const reply =
    addresses.length === 1 ? /\b5\d\d[ -][^\n]{0,500}/.exec(text.split(/copy of (?:the|your) message/i)[0] ?? '') : null
  const diagnostic = reply?.[0].trim() ?? ''
  return addresses.map((address) => ({
    addresses: [address],
    action: 'failed',
    status: statusOfReply(diagnostic) ?? '',
    diagnostic,
  }))
}

const messageIdPattern = /<(?:[0-9a-f-]{36}|[a-z0-9-]{1,200}\.[\w-]{22})@[!-;=?-~]{1,255}>/g
const keyPattern = /\/newsletter\/(?:confirm|unsubscribe)\?key=([\w-]{22}(?:\.[0-9a-z]{5,12})?\.[\w-]{43})(?![\w-])/g

/** Wherever it stands: servers fold what was one line, and send a returned mail's text as quoted-printable. */
function findEvidence(texts: readonly string[]): Evidence {
  const plain = texts.flatMap((text) => [
    text.replaceAll(/\r?\n[ \t]+/g, ''),
    text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
  ])
  return {
    messageIds: [...new Set(plain.flatMap((text) => text.match(messageIdPattern) ?? []))],
    keys: [...new Set(plain.flatMap((text) => [...text.matchAll(keyPattern)].map(([, key = '']) => key)))],
  }
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}
