import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { placeLine, placeOf } from './place.ts'

/** Links that open a new event in a web calendar, with the call filled in. */
export function calendarLinks(
  kind: CallKind,
  { starts_at, ends_at }: Pick<CallRow, 'starts_at' | 'ends_at'>,
  lead: Pick<LeadRow, 'phone'>,
) {
  const location = placeLine(placeOf(kind.where, lead))
  const [start, end] = [starts_at, ends_at].map((time) => `${new Date(time).toISOString().slice(0, 19)}Z`)
  const dates = `${start}/${end}`.replaceAll(/[-:]/g, '')
  const google = { action: 'TEMPLATE', text: kind.event, dates, location }
  const outlook = { rru: 'addevent', subject: kind.event, startdt: `${start}`, enddt: `${end}`, location }
  return {
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams(google)}`,
    outlook: `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams(outlook)}`,
  }
}
