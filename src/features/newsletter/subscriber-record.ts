import type { SubscriberRow } from '../../../migrations/tables.ts'
import { isoTime } from '../../lib/text/time-text.ts'

/** A reader as other programs get it, and as `subscribers import` takes it back. */
export function subscriberRecord(reader: SubscriberRow) {
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

/** Of a table, in their order. */
export const subscriberColumns = [
  'email',
  'state',
  'reasons',
  'consentWords',
  'consentPage',
  'consentNetwork',
  'consentAt',
  'confirmedAt',
  'unsubscribedAt',
  'createdAt',
] as const satisfies (keyof ReturnType<typeof subscriberRecord>)[]

export function subscriberCell(value: string | string[] | null): string {
  return Array.isArray(value) ? value.join('; ') : (value ?? '')
}
