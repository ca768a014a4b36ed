import type { Calls } from '../../platform/content/calls.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { reasonOf, withDatabase } from '../../platform/db/database.ts'
import { readSecret } from '../../platform/db/settings.ts'
import type { Environment } from '../../platform/environment.ts'
import { counted } from '../../platform/text/amounts.ts'
import { calendarSource, type OwnCalendar, ownCalendars, readCalendarNow } from '../calls/busy/calendar-reader.ts'
import { readFreeTimes } from '../calls/calendar.ts'
import { type Finding, findingsAbout } from './finding.ts'

const { ok, note, wrong } = findingsAbout('calls')

/** Whether the owner’s calendars can be read, and whether a call can be had at all. */
export async function checkCalls(environment: Environment): Promise<Finding[]> {
  const { calls, studio } = tryRead(siteContent) ?? {}
  if (calls === undefined || studio === undefined) return []
  return await withDatabase(environment, async (database) => {
    const calendars = ownCalendars(environment.calendarUrls, await readSecret(database, 'salt'))
    const owner = environment.leadsTo?.address ?? studio.email
    const findings = await Promise.all(calendars.map((calendar) => checkCalendar(calendar, environment, calls, owner)))
    const calendarKeys = calendars.map(({ key }) => key)
    const free = await readFreeTimes({ calls, calendarKeys, database, now: Date.now })
    return [
      ...(calendars.length > 0 ? findings.flat() : [note('no calendar of yours is looked at: set CALENDAR_URLS')]),
      freeTimes(free, calls),
    ]
  }).catch((error: unknown) => [wrong(reasonOf(error))])
}

function freeTimes(free: readonly number[], { horizonDays }: Calls): Finding {
  if (free.length > 0) return ok(`${counted(free.length, 'time is', 'times are')} free in the next ${horizonDays} days`)
  return note('no time is free: content/calls.yaml, what is booked, and calendars that were not read yet leave none')
}

const maxDoubts = 10

async function checkCalendar(calendar: OwnCalendar, { siteUrl }: Environment, calls: Calls, address: string) {
  const { name } = calendar
  const emailSettings = { leadsTo: { name: '', address } }
  try {
    const { spans, doubts } = await readCalendarNow(
      { calls, emailSettings, host: new URL(siteUrl).hostname, program: calendarSource, now: Date.now },
      calendar,
    )
    const shown = doubts.slice(0, maxDoubts).map((doubt) => note(`${name}, ${doubt}`))
    const rest = doubts.length - shown.length
    const more = rest > 0 ? [note(`${name}: and ${rest} more`)] : []
    return [ok(`${name} is read: ${counted(spans.length, 'busy time')}`), ...shown, ...more]
  } catch (error) {
    return [wrong(`${name} can’t be read: ${reasonOf(error)}`)]
  }
}
