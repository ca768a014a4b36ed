import type { SubscriberRow, WaitingMailRow } from '../../migrations/tables.ts'
import { isoTime } from '../../platform/text/time-text.ts'
import { type findSubscriberData, subscriberRecord } from '../newsletter/subscribers.ts'

type Reader = Awaited<ReturnType<typeof findSubscriberData>>

/** What is kept of a person as a reader. Times are ISO 8601, UTC. */
export function readerRecord({ subscriber, waitingMail, letters, suppression }: Reader) {
  return {
    subscription: subscriber === undefined ? null : asFarAsRead(subscriber, subscriptionRecord),
    waitingMail: waitingMail === undefined ? null : waitingRecord(waitingMail),
    issues: letters.map(({ issue, state, attempts, sent_at, answer }) => {
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

function waitingRecord({ network, wanted_at, due_at }: WaitingMailRow) {
  return { network, wantedAt: isoTime(wanted_at), nextTryAt: isoTime(due_at) }
}

/** A row that something has damaged is handed out as it lies there. */
export function asFarAsRead<Row, Told>(row: Row, tell: (row: Row) => Told): Told | Row {
  try {
    return tell(row)
  } catch {
    return row
  }
}
