import type { Db, OutboxRow, SubscriberRow } from '../../migrations/tables.ts'
import { readStringList } from '../../platform/db/stored-rows.ts'
import type { Columns } from '../../platform/text/csv.ts'
import { parsedOrRaw, recordOf } from '../../platform/text/csv.ts'
import { formatIsoTime } from '../../platform/text/time-text.ts'
import { readRequest } from './email-limits.ts'
import { subscriberStateLabels } from './list-subscribers.ts'
import { findSubscriber } from './store.ts'
import { findSuppression } from './suppressions.ts'

/** Exports everything stored about a subscriber, for the owner. */
export async function exportSubscriber(db: Db, key: string, salt: string) {
  const subscriber = await findSubscriber(db, { email_key: key })
  const emails = db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', subscriber?.id ?? '')
  const waiting = await emails.where('details', 'is not', null).executeTakeFirst()
  const issueEmails = await emails.where('batch', 'is not', null).orderBy('batch').execute()
  const suppression = await findSuppression(db, key, salt)
  return {
    subscription: subscriber === undefined ? null : parsedOrRaw(subscriber, subscriptionRecord),
    waitingEmail: waiting === undefined ? null : waitingRecord(waiting),
    issues: issueEmails.map(({ batch, state, attempts, sent_at, last_error }) => {
      return { issue: batch, state, attempts, sentAt: formatIsoTime(sent_at), answer: last_error }
    }),
    suppressed: suppression ? { ...suppression, since: formatIsoTime(suppression.since || null) } : null,
  }
}

function subscriptionRecord(subscriber: SubscriberRow) {
  return { reference: subscriber.reference, ...subscriberRecord(subscriber) }
}

function waitingRecord({ details, created_at, due_at }: OutboxRow) {
  return {
    network: readRequest(details).network,
    wantedAt: formatIsoTime(created_at),
    nextTryAt: formatIsoTime(due_at),
  }
}

/** The export format, which `subscribers import` also reads. */
export const subscriberFields = {
  email: (subscriber) => subscriber.email,
  state: (subscriber) => subscriberStateLabels[subscriber.state],
  reasons: (subscriber) => readStringList(subscriber.reasons),
  consentWords: (subscriber) => subscriber.consent_words,
  consentPage: (subscriber) => subscriber.consent_page,
  consentNetwork: (subscriber) => subscriber.consent_network,
  consentAt: (subscriber) => formatIsoTime(subscriber.consent_at),
  confirmedAt: (subscriber) => formatIsoTime(subscriber.confirmed_at),
  unsubscribedAt: (subscriber) => formatIsoTime(subscriber.unsubscribed_at),
  createdAt: (subscriber) => formatIsoTime(subscriber.created_at),
} satisfies Columns<SubscriberRow>

export const subscriberRecord = (subscriber: SubscriberRow) => recordOf(subscriberFields, subscriber)
