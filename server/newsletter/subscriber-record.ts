import type { SubscriberRow } from '../../migrations/tables.ts'
import { type Fields, recordOf } from '../../platform/text/csv.ts'
import { isoTime } from '../../platform/text/time-text.ts'

/** A reader as other programs get it, and as `subscribers import` takes it back. */
export const subscriberFields = {
  email: (reader) => reader.email,
  state: (reader) => reader.state,
  reasons: (reader): string[] => JSON.parse(reader.reasons),
  consentWords: (reader) => reader.consent_words,
  consentPage: (reader) => reader.consent_page,
  consentNetwork: (reader) => reader.consent_network,
  consentAt: (reader) => isoTime(reader.consent_at),
  confirmedAt: (reader) => isoTime(reader.confirmed_at),
  unsubscribedAt: (reader) => isoTime(reader.unsubscribed_at),
  createdAt: (reader) => isoTime(reader.created_at),
} satisfies Fields<SubscriberRow>

export const subscriberRecord = (reader: SubscriberRow) => recordOf(subscriberFields, reader)
