import { isoTime } from '../../lib/text/time-text.ts'
import type { findSubscriberData } from '../newsletter/subscriber.service.ts'
import { subscriberRecord } from '../newsletter/subscriber-record.ts'

/** What is kept of a person as a reader. Times are ISO 8601, UTC. */
export function readerRecord({
  subscriber,
  waitingMail,
  letters,
  suppression,
}: Awaited<ReturnType<typeof findSubscriberData>>) {
  return {
    subscription:
      subscriber === undefined
        ? null
        : asFarAsRead(subscriber, (row) => ({ reference: row.reference, ...subscriberRecord(row) })),
    waitingMail:
      waitingMail === undefined
        ? null
        : {
            network: waitingMail.network,
            wantedAt: isoTime(waitingMail.wanted_at),
            nextTryAt: isoTime(waitingMail.due_at),
          },
    issues: letters.map(({ issue, state, attempts, sent_at, answer }) => ({
      issue,
      state,
      attempts,
      sentAt: isoTime(sent_at),
      answer,
    })),
    suppressed: suppression && {
      reason: suppression.reason,
      since: suppression.created_at === 0 ? null : isoTime(suppression.created_at),
    },
  }
}

/** A row that something has damaged is handed out as it lies there. */
export function asFarAsRead<Row, Told>(row: Row, tell: (row: Row) => Told): Told | Row {
  try {
    return tell(row)
  } catch {
    return row
  }
}
