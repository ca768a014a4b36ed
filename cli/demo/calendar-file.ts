import { compactTime } from '../../platform/text/time-text.ts'
import { type DemoEvent, momentAt } from './studio.ts'

/** The owner's own calendar (RFC 5545), for CALENDAR_URLS. */
export function calendarFile(events: readonly DemoEvent[], now: number): string {
  const lines = events.flatMap(({ days, from, to, title }, i) => [
    'BEGIN:VEVENT',
    `UID:demo-${i}`,
    `DTSTAMP:${compactTime(now)}`,
    `DTSTART:${compactTime(momentAt(now, days, from))}`,
    `DTEND:${compactTime(momentAt(now, days, to))}`,
    `SUMMARY:${title}`,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kitewright//Demo//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
}
