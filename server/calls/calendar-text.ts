import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import { type Calls, kindOf } from '../../platform/content/calls.ts'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import { givenName, truncate } from '../leads/emails.tsx'
import type { LeadColumn } from '../leads/fields.ts'
import { type DetailedLead, detailsOf, readAnswers } from '../leads/lead-record.ts'
import { placeLine, placeOf } from './place.ts'

export type CallEvent = { call: CallRow; visitor: EmailAddress; title: string; description: string; location: string }
type CalendarSettings = { emailSettings: { from: EmailAddress; leadsTo: EmailAddress } }

type CallLead = DetailedLead & Pick<LeadRow, LeadColumn>

/** The address might be someone else's. Until the mailbox is verified, the only visitor input is a safe name. */
export function eventForVisitor(call: CallRow, lead: CallLead, calls: Calls): CallEvent {
  const { event, where } = kindOf(calls, call.kind)
  const location = placeLine(placeOf(where, lead))
  const answers = call.is_verified === 1 ? readAnswers(lead).map((answer) => answer.join('\n')) : []
  const visitor = { name: givenName(lead.name) ?? '', address: lead.email }
  return { call, visitor, title: event, description: [location, ...answers].join('\n\n'), location }
}

const maxTopicLength = 60

/** The owner's calendar app can send this to the visitor, so it contains no link with a key. */
export function eventForOwner(call: CallRow, lead: CallLead, calls: Calls): CallEvent {
  const visitor = { name: oneLine(lead.name), address: lead.email }
  const topic = truncate(lead.project, maxTopicLength)
  const details = detailsOf(lead).flatMap(([label, value]) => (value ? `${label}: ${value}` : []))
  const location = placeLine(placeOf(kindOf(calls, call.kind).where, lead))
  const lines = [...lead.project.split('\n'), '', `Email: ${lead.email}`, ...details, `Reference: ${call.id}`, location]
  const description = [...lines.map((line) => oneLine(line).trim()), '', 'To cancel or move it:', changeCommands(call)]
    .join('\n')
    .trim()
  return { call, visitor, title: `Call with ${visitor.name}${topic && `: ${topic}`}`, description, location }
}

/** Commands for the owner's terminal. */
export function changeCommands({ id }: CallRow): string {
  return `npm run studio -- calls cancel ${id}\nnpm run studio -- calls move ${id} "2026-12-01 14:30"`
}

/** iCalendar (RFC 5545). REQUEST and CANCEL are for emails (iTIP, RFC 5546), PUBLISH for files and feeds. */
export function calendarText(
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  events: readonly CallEvent[],
  { emailSettings }: CalendarSettings,
): string {
  const calendar = ical({
    prodId: { company: 'kitewright', product: 'calls', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  const owner = { ...emailSettings.leadsTo, name: emailSettings.leadsTo.name || emailSettings.from.name }
  for (const { call, visitor, title, description, location } of events) {
    calendar.createEvent({
      id: call.uid,
      sequence: call.sequence,
      stamp: new Date(call.changed_at),
      start: new Date(call.starts_at),
      end: new Date(call.ends_at),
      summary: title,
      description,
      location,
      status: call.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: emailSettings.from.name, email: emailSettings.from.address },
      attendees: [visitor, owner].map(({ name, address }) => ({
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
