import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CallRow } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import type { EmailAddress } from '../../platform/email/email-address.ts'

type CallEvent = { call: CallRow; visitor: EmailAddress; title?: string }
type CalendarSettings = { calls: Calls; emailSettings: { from: EmailAddress; leadsTo: EmailAddress } }

/** iCalendar (RFC 5545). REQUEST and CANCEL are for emails (iTIP, RFC 5546), PUBLISH for files and feeds. */
export function calendarText(
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  events: readonly CallEvent[],
  { calls, emailSettings }: CalendarSettings,
): string {
  const calendar = ical({
    prodId: { company: 'kitewright', product: 'calls', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  for (const { call, visitor, title = calls.event } of events) {
    calendar.createEvent({
      id: call.uid,
      sequence: call.sequence,
      stamp: new Date(call.changed_at),
      start: new Date(call.starts_at),
      end: new Date(call.ends_at),
      summary: title,
      description: calls.how,
      status: call.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: emailSettings.from.name, email: emailSettings.from.address },
      attendees: [visitor, emailSettings.leadsTo].map(({ name, address }) => ({
        name: name || address,
        email: address,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      })),
    })
  }
  // The last line ends with a line break, too (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`
}
