import type { SubscriberRow, WaitingEmailRow } from '../../migrations/tables.ts'
import { isoTime } from '../../platform/text/time-text.ts'
import { type findSubscriberData, subscriberRecord } from '../newsletter/subscribers.ts'

type SubscriberData = Awaited<ReturnType<typeof findSubscriberData>>

/** What is kept of a person as a reader. Times are ISO 8601, UTC. */
export function subscriberData({ subscriber, waitingEmail, issueEmails, suppression }: SubscriberData) {
  return {
    subscription: subscriber === undefined ? null : asFarAsRead(subscriber, subscriptionRecord),
    waitingEmail: waitingEmail === undefined ? null : waitingRecord(waitingEmail),
    issues: issueEmails.map(({ issue, state, attempts, sent_at, answer }) => {
      return { issue, state, attempts, sentAt: isoTime(sent_at), answer }
    }),
    suppressed: suppression && {
      reason: suppression.reason,
      since: suppression.created_at === 0 ? null : isoTime(suppression.created_at),
    },
  }
}

function subscriptionRecord(subscriber: SubscriberRow) {
  return { reference: subscriber.reference, ...subscriberRecord(subscriber) }
}

function waitingRecord({ network, wanted_at, due_at }: WaitingEmailRow) {
  return { network, wantedAt: isoTime(wanted_at), nextTryAt: isoTime(due_at) }
}

/** A row that something has damaged is handed out as it lies there. */
export function asFarAsRead<Row, Read>(row: Row, read: (row: Row) => Read): Read | Row {
  try {
    return read(row)
  } catch {
    return row
  }
}
