import type { ConsultationInfo } from '../../leads/lead.fields.ts'

/** What the panel has been told so far. */
export type KnownBooking = Partial<ConsultationInfo>

/**
 * What was known stays where the newest reading, of which the oldest messages may be missing, finds nothing.
 * @param now as it came from the server or from the tab's storage: anything but a text counts as not said
 */
export function mergeBooking(before: KnownBooking, now: unknown): KnownBooking {
  return {
    ...before,
    ...Object.fromEntries(Object.entries(Object(now)).filter(([, text]) => typeof text === 'string')),
  }
}
