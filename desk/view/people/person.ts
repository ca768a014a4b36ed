import { labelOf } from '../../../platform/fields.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { minuteMs } from '../../../platform/text/time-text.ts'
import type { ResultOf } from '../client.ts'
import type { Clock } from '../times.ts'

export type Person = NonNullable<ResultOf<'people.show'>>

/** `Call tomorrow`, `Call Tue`, `Call Fri, Dec 11`. */
export function callText(callAt: number, clock: Clock): string {
  return `Call ${clock.dayNameWithin(callAt)}`
}

/** `2, 1 to reply`, `1, answered`. */
export function leadsText({ leads, waiting }: Pick<Person, 'leads' | 'waiting'>): string {
  const state = waiting > 0 ? `${waiting} to reply` : 'answered'
  return `${leads.length.toLocaleString('en')}, ${state}`
}

/** `2, tomorrow`, or `2, last on Nov 24` without an upcoming call */
export function callsText({ calls, upcoming }: Pick<Person, 'calls' | 'upcoming'>, clock: Clock): string {
  const [last] = calls
  if (last === undefined) return 'None'
  if (upcoming) return `${calls.length}, ${clock.dayNameWithin(upcoming.starts_at)}`
  return `${calls.length}, last on ${clock.date(last.starts_at)}`
}

export function emailsText({ count, failed }: Person['emails']): string {
  const state = failed > 0 ? `${failed} failed` : 'none failed'
  return count === 0 ? 'None' : `${count.toLocaleString('en')}, ${state}`
}

/** Reasons for not getting issues. */
const reasons: Record<NonNullable<Person['suppressed']>, string> = {
  unsubscribed: 'Unsubscribed',
  removed: 'You removed them',
  forgotten: 'You deleted their data',
  bounced: 'Their mailbox doesn’t exist',
  complained: 'They reported an issue as spam',
}

export function newsletterText({ newsletter, suppressed }: Pick<Person, 'newsletter' | 'suppressed'>, clock: Clock) {
  if (newsletter === null) return suppressed ? reasons[suppressed] : 'Not subscribed'
  return `${labelOf(newsletter.state)} since ${clock.date(newsletter.since)}`
}

/** `Given on Wed, Aug 12, 4:31 PM, confirmed by email 2 minutes later.` */
export function consentText({ at, confirmedAt }: Person['consents'][number], { moment }: Clock): string {
  if (confirmedAt === null) return `Given on ${moment(at)}.`
  const minutes = Math.max(1, Math.round((confirmedAt - at) / minuteMs))
  const later = minutes < 120 ? `${counted(minutes, 'minute')} later` : `on ${moment(confirmedAt)}`
  return `Given on ${moment(at)}, confirmed by email ${later}.`
}

/** Describes the data the owner loses by deleting a person. */
export function lossText({ leads, calls, emails, upcoming }: Person, clock: Clock): string {
  const parts = [counted(leads.length, 'lead'), counted(calls.length, 'call'), counted(emails.count, 'email')]
  const call = upcoming ? ` Their call on ${clock.moment(upcoming.starts_at)} is deleted without notifying them.` : ''
  return `${parts.join(', ')}, and their subscription.${call}`
}
