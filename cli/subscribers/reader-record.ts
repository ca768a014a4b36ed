import type { SubscriberRow } from '../../migrations/tables.ts'
import { isoTime } from '../iso-time.ts'

/** A reader as other programs get it, and as `subscribers import` takes it back. */
export function readerRecord(reader: SubscriberRow) {
  const reasons: string[] = JSON.parse(reader.reasons)
  return {
    email: reader.email,
    state: reader.state,
    reasons,
    consentWords: reader.consent_words,
    consentPage: reader.consent_page,
    consentNetwork: reader.consent_network,
    consentAt: isoTime(reader.consent_at),
    confirmedAt: isoTime(reader.confirmed_at),
    unsubscribedAt: isoTime(reader.unsubscribed_at),
    createdAt: isoTime(reader.created_at),
  }
}

/** Since when the reader is in the state: ms since 1970. */
export function inStateSince({ state, ...reader }: SubscriberRow): number {
  if (state === 'confirmed') return reader.confirmed_at ?? reader.consent_at
  if (state === 'pending' || state === 'held') return reader.consent_at
  return reader.unsubscribed_at ?? reader.created_at
}
