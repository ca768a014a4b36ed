import type { Kysely } from 'kysely'
import type { SubscriberRow, Tables } from '../../../../migrations/tables.ts'
import { emailKey } from '../../../lib/mail/email-key.ts'
import { isDeadAddressStatus, statusOfReply } from '../../../lib/mail/enhanced-status.ts'
import { isMailAddress } from '../../../lib/mail/mail-address.ts'
import type { Database } from '../../../server/db/database.ts'
import { withoutAddresses } from '../../../server/mail/mail-message.ts'
import { findSubscriber } from '../newsletter.repository.ts'
import type { LinkSettings } from '../newsletter-links.ts'
import { endSubscription } from '../readers/end-subscription.ts'
import type { RecipientReport } from './delivery-report.ts'
import { findProof, type Proof } from './find-proof.ts'
import type { MailReport } from './read-reports.ts'

/**
 * `passing`: may be another time, so nothing changes. `already`: was no reader (any more). `older`: the reader has signed up
 * or confirmed since. `lead`: a mail about a request. `unproven`: names a reader and shows no proof. `stranger`: is about
 * nobody here.
 */
export type ReportOutcome =
  | 'bounced'
  | 'complained'
  | 'passing'
  | 'already'
  | 'older'
  | 'lead'
  | 'unproven'
  | 'stranger'

export type ReportFinding = {
  /** Which the report names; the reader's where it names none, else ''. */
  address: string
  /** The reader who is meant, where that is another address: the mail was forwarded. */
  reader: string | undefined
  what: string
  outcome: ReportOutcome
  leadReference: string | undefined
  /** The server's words, without addresses. */
  said: string
}

export type ReportDeps = { database: Database; links: Pick<LinkSettings, 'linkKey'>; salt: string; now: () => number }

type Options = {
  /** Believes what shows no proof. */
  trust: boolean
  /** Only says what would be done. */
  isTrial: boolean
}

/** What is to become of one recipient: `dead` and `complained` end a subscription. */
type Claim = {
  addresses: string[]
  what: string
  meaning: 'dead' | 'complained' | 'passing'
  /** What is noted beside the letter; undefined while it is still on its way. */
  note: string | undefined
  said: string
}

/** How much two machines' clocks may differ. */
const skewMs = 5 * 60_000

/**
 * Does what a report asks for; twice is once.
 * @throws StorageError when the database cannot be written; nothing is changed then
 */
export async function takeReport(deps: ReportDeps, report: MailReport, options: Options): Promise<ReportFinding[]> {
  const work = (db: Kysely<Tables>) => judge(db, deps, report, options)
  return await (options.isTrial ? work(deps.database.db) : deps.database.write(work))
}

async function judge(
  db: Kysely<Tables>,
  deps: ReportDeps,
  report: MailReport,
  options: Options,
): Promise<ReportFinding[]> {
  const proof = await findProof(db, deps.links, report.evidence)
  const claims = claimsOf(report)
  const findings: ReportFinding[] = []
  const notes: LetterNote[] = []
  for (const claim of claims) {
    const reader = readerMeant(claim, claims, proof) ?? (await readerNamed(db, claim))
    const isProven = reader !== undefined && proof.readers.includes(reader)
    const isTrusted = options.trust && !proof.isOurs && (report.kind === 'complaint' || report.isStandard)
    const outcome = await settle(db, deps, { claim, reader, isProven, isTrusted, proof, report }, options.isTrial)
    const address = claim.addresses.at(-1) ?? (isProven ? reader.email : '')
    const isOther = isProven && !claim.addresses.some((each) => emailKey(each) === reader.email_key)
    findings.push({
      address,
      reader: isOther && address !== reader.email ? reader.email : undefined,
      what: claim.what,
      outcome,
      leadReference: outcome === 'lead' ? proof.leadReference : undefined,
      said: claim.said,
    })
    const { note } = claim
    if (note === undefined || (!isProven && proof.readers.length > 0)) continue
    const letters = isProven ? proof.letters.filter(({ subscriberId }) => subscriberId === reader.id) : proof.letters
    notes.push(...letters.map((letter) => ({ ...letter, answer: note })))
  }
  // After the readers, as whoever sends or forgets takes the two (docs/decisions/two-databases-one-suite.md).
  if (!options.isTrial) await noteReturns(db, notes)
  return findings
}

function claimsOf(report: MailReport): Claim[] {
  if (report.kind === 'complaint') {
    const isUnwanted = ['abuse', 'fraud'].includes(report.type)
    const what = isUnwanted ? `complaint (${report.type})` : `feedback (${withoutAddresses(report.type) || 'no type'})`
    const meaning = isUnwanted ? 'complained' : 'passing'
    return [{ addresses: report.addresses, what, meaning, note: isUnwanted ? 'called unwanted' : undefined, said: '' }]
  }
  return report.recipients.map((recipient) => {
    const { addresses, action, diagnostic } = recipient
    const status = statusOf(recipient)
    const isDead = action === 'failed' && isDeadAddressStatus(status)
    const what = `${action || 'no action'}${status === '' ? '' : ` ${status}`}`
    const said = withoutAddresses(diagnostic)
    const note = action === 'failed' ? `came back: ${said || what}` : undefined
    return { addresses, what, meaning: isDead ? 'dead' : 'passing', note, said }
  })
}

/** Many servers write 5.0.0 and leave what they know in the other server's words. */
function statusOf({ status, diagnostic }: RecipientReport): string {
  const isVague = status === '' || /^\d\.0\.0$/.test(status)
  return (isVague ? statusOfReply(diagnostic) : undefined) ?? status
}

/**
 * Which of the proven readers a claim is about: who is named in it; else the only one, whose mail was forwarded to an
 * address that has failed, unless the report names that reader beside it.
 */
function readerMeant(claim: Claim, claims: readonly Claim[], { readers }: Proof): SubscriberRow | undefined {
  const names = ({ addresses }: Claim, reader: SubscriberRow) =>
    addresses.some((address) => emailKey(address) === reader.email_key)
  const named = readers.find((reader) => names(claim, reader))
  if (named !== undefined) return named
  const [only, ...others] = readers
  return only === undefined || others.length > 0 || claims.some((each) => names(each, only)) ? undefined : only
}

async function readerNamed(db: Kysely<Tables>, { addresses }: Claim): Promise<SubscriberRow | undefined> {
  for (const address of addresses.filter(isMailAddress)) {
    const reader = await findSubscriber(db, { email_key: emailKey(address) })
    if (reader !== undefined) return reader
  }
  return undefined
}

async function settle(
  db: Kysely<Tables>,
  { salt, now }: ReportDeps,
  about: {
    claim: Claim
    reader: SubscriberRow | undefined
    isProven: boolean
    isTrusted: boolean
    proof: Proof
    report: MailReport
  },
  isTrial: boolean,
): Promise<ReportOutcome> {
  const { claim, reader, isProven, isTrusted, proof, report } = about
  if (proof.leadReference !== undefined && !isProven) return 'lead'
  if (reader === undefined && !proof.isOurs) return 'stranger'
  if (claim.meaning === 'passing') return 'passing'
  if (reader !== undefined && !isProven && !isTrusted) {
    return proof.isOurs && proof.readers.length === 0 ? 'already' : 'unproven'
  }
  if (reader === undefined || (reader.state !== 'pending' && reader.state !== 'confirmed')) return 'already'
  const writtenAt = report.writtenAt ?? now()
  if (writtenAt + skewMs < Math.max(reader.consent_at, reader.confirmed_at ?? 0)) return 'older'
  const state = claim.meaning === 'dead' ? 'bounced' : 'complained'
  if (isTrial) return state
  return (await endSubscription(db, reader.id, state, { salt, now: now() })) ? state : 'already'
}

type LetterNote = Proof['letters'][number] & { answer: string }

/** The letter stays `sent`, for the mail server took it; what came of it later stands in the answer. */
async function noteReturns(db: Kysely<Tables>, notes: readonly LetterNote[]): Promise<void> {
  for (const { issue, subscriberId, answer } of notes) {
    await db
      .updateTable('issue_mails')
      .set({ answer })
      .where('issue', '=', issue)
      .where('subscriber_id', '=', subscriberId)
      .where('state', 'in', ['sent', 'unknown'])
      .execute()
  }
}
