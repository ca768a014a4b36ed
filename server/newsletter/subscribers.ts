import type { Db, OutboxRow, SubscriberRow } from '../../migrations/tables.ts'
import { countRows, readStringList } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import { deleteEmailsTo, deleteQueuedTo, deleteUnsentEmails } from '../../platform/email/outbox/store.ts'
import { deleteLimit } from '../../platform/limits/limit-rows.ts'
import { type Fields, parsedOrRaw, recordOf } from '../../platform/text/csv.ts'
import { isoTime } from '../../platform/text/time-text.ts'
import { emailLimitKey, readRequest } from './email-limits.ts'
import {
  countSubscribers,
  deleteSubscriber,
  findSubscriber,
  subscriberStateLabels,
  suppress,
  suppressionHash,
} from './store.ts'

/** Deletes a subscriber. A hash keeps imports from adding them again, but they can still sign up themselves. */
export async function removeSubscriber(
  tx: Db,
  email: string,
  { salt, now }: { salt: string; now: number },
): Promise<boolean> {
  const key = emailKey(email)
  const id = await deleteSubscriber(tx, key)
  if (id === undefined) return false
  await deleteUnsentEmails(tx, id)
  await suppress(tx, key, 'removed', { salt, now })
  return true
}

/** Deletes all data about an address, except for anonymous issue rows, and a hash that keeps imports from adding it. */
export async function forgetSubscriber(tx: Db, email: string, { salt, now }: { salt: string; now: number }) {
  const key = emailKey(email)
  // Delete in the sender's order to avoid a deadlock on PostgreSQL.
  const id = await deleteSubscriber(tx, key)
  const emailIds = await deleteEmailsTo(tx, key)
  if (id !== undefined) await deleteQueuedTo(tx, id)
  await deleteLimit(tx, emailLimitKey(key, salt))
  await suppress(tx, key, 'forgotten', { salt, now })
  return { subscriptions: id === undefined ? 0 : 1, emailIds }
}

/** Everything stored about a subscriber, for the owner. */
export async function exportSubscriber(db: Db, key: string, salt: string) {
  const subscriber = await findSubscriber(db, { email_key: key })
  const emails = db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', subscriber?.id ?? '')
  const waiting = await emails.where('details', 'is not', null).executeTakeFirst()
  const issueEmails = await emails.where('batch', 'is not', null).orderBy('batch').execute()
  const suppressions = db.selectFrom('suppressions').where('email_hash', '=', suppressionHash(key, salt))
  const suppression = await suppressions.select(['reason', 'created_at as since']).executeTakeFirst()
  return {
    subscription: subscriber === undefined ? null : parsedOrRaw(subscriber, subscriptionRecord),
    waitingEmail: waiting === undefined ? null : waitingRecord(waiting),
    issues: issueEmails.map(({ batch, state, attempts, sent_at, last_error }) => {
      return { issue: batch, state, attempts, sentAt: isoTime(sent_at), answer: last_error }
    }),
    suppressed: suppression ? { ...suppression, since: isoTime(suppression.since || null) } : null,
  }
}

function subscriptionRecord(subscriber: SubscriberRow) {
  return { reference: subscriber.reference, ...subscriberRecord(subscriber) }
}

function waitingRecord({ details, created_at, due_at }: OutboxRow) {
  return { network: readRequest(details).network, wantedAt: isoTime(created_at), nextTryAt: isoTime(due_at) }
}

/** Counts subscribers by state, and how many joined and left since each time. Someone who did both is in both counts. */
export async function summarizeSubscribers(db: Db, since: readonly number[]) {
  const changes = since.map(async (from) => {
    const confirmed = db.selectFrom('subscribers').where('confirmed_at', '>=', from)
    // Everyone who leaves is suppressed. People who were erased might never have subscribed.
    const left = db.selectFrom('suppressions').where('created_at', '>=', from).where('reason', '!=', 'forgotten')
    return { gained: await countRows(confirmed), lost: await countRows(left) }
  })
  return { states: await countSubscribers(db), changes: await Promise.all(changes) }
}

/** The export format, which `subscribers import` also reads. */
export const subscriberFields = {
  email: (subscriber) => subscriber.email,
  state: (subscriber) => subscriberStateLabels[subscriber.state],
  reasons: (subscriber) => readStringList(subscriber.reasons),
  consentWords: (subscriber) => subscriber.consent_words,
  consentPage: (subscriber) => subscriber.consent_page,
  consentNetwork: (subscriber) => subscriber.consent_network,
  consentAt: (subscriber) => isoTime(subscriber.consent_at),
  confirmedAt: (subscriber) => isoTime(subscriber.confirmed_at),
  unsubscribedAt: (subscriber) => isoTime(subscriber.unsubscribed_at),
  createdAt: (subscriber) => isoTime(subscriber.created_at),
} satisfies Fields<SubscriberRow>

export const subscriberRecord = (subscriber: SubscriberRow) => recordOf(subscriberFields, subscriber)
