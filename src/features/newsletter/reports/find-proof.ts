import type { Kysely } from 'kysely'
import type { OutboxRow, SubscriberRow, Tables } from '../../../../migrations/tables.ts'
import { emailKey } from '../../../lib/mail/email-key.ts'
import { findSubscriber } from '../newsletter.repository.ts'
import { type LinkSettings, readConfirmKey, readUnsubscribeKey } from '../newsletter-links.ts'
import type { Evidence } from './read-reports.ts'

/** Whose mail it was, as far as the report can prove it. */
export type Proof = {
  readers: SubscriberRow[]
  /** Letters of issues that it names. */
  letters: { issue: string; subscriberId: string }[]
  /** A mail about a request that it names. */
  leadReference: string | undefined
  /** Whether anything was proven; also where the reader is gone. */
  isOurs: boolean
}

/** More than one mail is in a report only when somebody has packed it. */
const mostPieces = 20

/**
 * Looks up what a report shows: a link's key that was signed here, or the Message-ID of a mail that was sent from here.
 * Each holds a random number that nobody knows but those who have had the mail.
 */
export async function findProof(
  db: Kysely<Tables>,
  links: Pick<LinkSettings, 'linkKey'>,
  { keys, messageIds }: Evidence,
): Promise<Proof> {
  const signed = keys
    .slice(0, mostPieces)
    .map((key) => readUnsubscribeKey(links, key) ?? readConfirmKey(links, key)?.id)
    .filter((id) => id !== undefined)
  const letters = messageIds.slice(0, mostPieces).flatMap(readLetterId)
  const sent: Awaited<ReturnType<typeof letterOf>>[] = []
  for (const letter of letters) sent.push(await letterOf(db, letter))
  const ours = sent.filter((letter) => letter !== undefined)
  const mails: MailAbout[] = []
  for (const messageId of messageIds.slice(0, mostPieces)) mails.push(...(await mailOf(db, messageId)))

  const readers = new Map<string, SubscriberRow>()
  const keep = (reader: SubscriberRow | undefined) => reader && readers.set(reader.id, reader)
  for (const id of [...signed, ...ours.map(({ subscriberId }) => subscriberId)]) keep(await findSubscriber(db, { id }))
  for (const { about, to_address, kind } of mails) {
    const isAboutReader = about === null && kind.startsWith('newsletter-')
    if (isAboutReader) keep(await findSubscriber(db, { email_key: emailKey(to_address) }))
  }
  return {
    readers: [...readers.values()],
    letters: ours,
    leadReference: mails.find(({ about }) => about !== null)?.about ?? undefined,
    isOurs: signed.length + ours.length + mails.length > 0,
  }
}

/** `<slug.subscriber-id@domain>` */
function readLetterId(messageId: string): { issue: string; subscriberId: string }[] {
  const [, issue, subscriberId] = /^<([a-z0-9-]+)\.([\w-]{22})@/.exec(messageId) ?? []
  return issue === undefined || subscriberId === undefined ? [] : [{ issue, subscriberId }]
}

async function letterOf(db: Kysely<Tables>, { issue, subscriberId }: { issue: string; subscriberId: string }) {
  return await db
    .selectFrom('issue_mails')
    .select(['issue', 'subscriber_id as subscriberId'])
    .where('issue', '=', issue)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst()
}

type MailAbout = Pick<OutboxRow, 'about' | 'to_address' | 'kind'>

/** By its id, which is the first part of its Message-ID. */
async function mailOf(db: Kysely<Tables>, messageId: string): Promise<MailAbout[]> {
  return await db
    .selectFrom('outbox')
    .select(['about', 'to_address', 'kind'])
    .where('id', '=', messageId.slice(1, messageId.indexOf('@')))
    .where('message_id', '=', messageId)
    .execute()
}
