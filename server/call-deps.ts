import type { SiteContent } from '../platform/content/site-content.ts'
import { referencePrefix, type Studio } from '../platform/content/studio.ts'
import { ownCalendars } from './calls/busy/calendar-reader.ts'
import type { CallDeps } from './calls/calendar.ts'
import type { Desk } from './desk.ts'
import type { LeadDeps } from './leads/accept-lead.ts'

export function leadDeps({ environment, database, now, salt, limits, outbox }: Desk, studio: Studio): LeadDeps {
  const address = { name: studio.name, address: studio.email }
  return {
    database,
    now,
    salt,
    limits,
    emailSettings: { from: environment.mailFrom ?? address, leadsTo: environment.leadsTo ?? address },
    notifyOutbox: outbox.notify,
    referencePrefix: referencePrefix(studio),
  }
}

/** @returns undefined where the studio offers no calls */
export function callDeps(desk: Desk, { calls, studio, facts }: SiteContent): CallDeps | undefined {
  const { siteUrl, calendarUrls } = desk.environment
  return (
    calls && {
      ...leadDeps(desk, studio),
      calls,
      reserveMinutes: facts.promises.holdCallMinutes,
      host: new URL(siteUrl).hostname,
      siteUrl,
      linkKey: desk.linkKey,
      calendarKeys: ownCalendars(calendarUrls, desk.salt).map(({ key }) => key),
    }
  )
}
