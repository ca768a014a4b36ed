import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import { type CallKind, type Calls, kindOf } from '../../platform/content/calls.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import type { EmailAddress } from '../../platform/email/address.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import type { Context } from '../context.ts'
import type { LeadColumn } from '../leads/fields.ts'
import { givenName, truncate } from '../leads/lead-email.tsx'
import { type DetailedLead, detailsOf, readAnswers } from '../leads/lead-record.ts'
import { type Place, placeLine, placeOf } from './kinds.ts'
import { changeCommands } from './links.ts'

export type CallEvent = { call: CallRow; visitor: EmailAddress; title: string; description: string; place: Place }
type CallLead = DetailedLead & Pick<LeadRow, LeadColumn>

/**
 * Describes a call for its visitor. Until the mailbox is verified, it could be someone else's, so the only visitor input
 * is a safe name.
 */
export function eventForVisitor(call: CallRow, lead: CallLead, calls: Calls): CallEvent {
  const kind = kindOf(calls, call.kind)
  const place = placeForVisitor(call, lead, kind)
  const answers = call.is_verified === 1 ? readAnswers(lead).map((answer) => answer.join('\n')) : []
  const visitor = { name: givenName(lead.name) ?? '', address: lead.email }
  const description = [placeLine(place), ...answers].join('\n\n')
  return { call, visitor, title: kind.event, description, place }
}

/** The place of a call. Leaves out the visitor's phone number until the mailbox is verified. */
export function placeForVisitor(call: CallRow, lead: Pick<LeadRow, 'phone'>, { where }: CallKind): Place {
  return placeOf(where, call.is_verified === 1 ? lead : { phone: null })
}

/** Keeps the event's title short. The description has the whole message. */
const maxTopicLength = 60

/** Describes a call for the owner. Has commands, not secret links, which a calendar app could send to the visitor. */
export function eventForOwner(call: CallRow, lead: CallLead, calls: Calls): CallEvent {
  const visitor = { name: oneLine(lead.name), address: lead.email }
  const topic = truncate(lead.project, maxTopicLength)
  const details = detailsOf(lead).flatMap(([label, value]) => (value ? `${label}: ${value}` : []))
  const place = placeOf(kindOf(calls, call.kind).where, lead)
  const lines = [
    ...lead.project.split('\n'),
    '',
    `Email: ${lead.email}`,
    ...details,
    `Reference: ${call.id}`,
    placeLine(place),
  ]
  const description = [...lines.map((line) => oneLine(line).trim()), '', 'To cancel or move it:', changeCommands(call)]
    .join('\n')
    .trim()
  const title = `Call with ${visitor.name}${topic && `: ${topic}`}`
  return { call, visitor, title, description, place }
}

/** iCalendar (RFC 5545). REQUEST and CANCEL are for emails (iTIP, RFC 5546), PUBLISH for files and feeds. */
export function calendarText(
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  events: readonly CallEvent[],
  { environment }: Context,
): string {
  const calendar = ical({
    prodId: { company: 'kitewright', product: 'calls', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  const { from, leadsTo } = emailAddresses(environment, siteContent().studio)
  const owner = { ...leadsTo, name: leadsTo.name || from.name }
  for (const { call, visitor, title, description, place } of events) {
    calendar.createEvent({
      id: call.uid,
      sequence: call.sequence,
      stamp: new Date(call.changed_at),
      start: new Date(call.starts_at),
      end: new Date(call.ends_at),
      summary: title,
      description,
      // Calendar apps show a join button if the location is only a URL.
      location: place.joinUrl ?? placeLine(place),
      status: call.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: from.name || from.address, email: from.address },
      attendees: [visitor, owner].map(({ name, address }) => ({
        name: name || address,
        email: address,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      })),
    })
  }
  // Every line ends with a line break, even the last (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`
}
