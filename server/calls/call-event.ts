import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CallRow } from '../../migrations/tables.ts'
import type { MailAddress } from '../../platform/email/mail-address.ts'

type EventWords = { title: string; how: string; organizer: MailAddress; attendees: readonly MailAddress[] }

export type EventCall = Pick<CallRow, 'uid' | 'sequence' | 'starts_at' | 'ends_at' | 'state' | 'changed_at'>

/** What a mail program puts into a calendar, changes there, or takes out of it (iTIP, RFC 5546). */
export function callInvitation(call: EventCall, words: EventWords): { method: 'REQUEST' | 'CANCEL'; content: string } {
  const method = call.state === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  return { method, content: calendarOf(method, [[call, words]]) }
}

/** For a file, or to subscribe to. */
export function callCalendar(events: readonly (readonly [EventCall, EventWords])[]): string {
  return calendarOf(ICalCalendarMethod.PUBLISH, events)
}

function calendarOf(method: ICalCalendarMethod, events: readonly (readonly [EventCall, EventWords])[]): string {
  const calendar = ical({ prodId: { company: 'kitewright', product: 'calls', language: 'EN' }, method })
  for (const [
    { uid, sequence, starts_at, ends_at, state, changed_at },
    { title, how, organizer, attendees },
  ] of events) {
    calendar.createEvent({
      id: uid,
      sequence,
      stamp: new Date(changed_at),
      start: new Date(starts_at),
      end: new Date(ends_at),
      summary: title,
      description: how,
      status: state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: organizer.name, email: organizer.address },
      attendees: attendees.map(({ name, address }) => ({
        name: name || address,
        email: address,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      })),
    })
  }
  // Each line ends with a break, the last one too (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`
}
