import { basename } from 'node:path'
import querystring from 'node:querystring'
import type { Calls } from '../../platform/content/calls.ts'
import type { SiteContent } from '../../platform/content/site-content.ts'
import { keyedHash } from '../../platform/signing.ts'
import type { Context } from '../context.ts'

/** The context of a studio that offers calls. */
export type CallContext = Context & {
  calls: Calls
  siteUrl: string
  /** How long a call stays reserved without confirmation. */
  reserveMinutes: number
  /** The owner's own calendars, by their database keys. */
  calendarKeys: readonly string[]
}

/** @returns undefined if the studio offers no calls */
export function callContext(context: Context, { calls, facts }: SiteContent): CallContext | undefined {
  if (calls === undefined) return undefined
  const { siteUrl, calendarUrls } = context.environment
  const calendarKeys = ownCalendars(calendarUrls, context.salt).map(({ key }) => key)
  return { ...context, calls, siteUrl, reserveMinutes: facts.promises.holdCallMinutes, calendarKeys }
}

/** The owner sees `name`: `url` is a secret. */
export type OwnCalendar = { key: string; url: string; name: string }

export function ownCalendars(urls: readonly string[], salt: string): OwnCalendar[] {
  return urls.map((url, i) => {
    const { hostname, pathname } = new URL(url)
    // Unlike `decodeURIComponent`, `unescape` doesn't throw for `%zz`.
    const name = `calendar ${i + 1} (${hostname || basename(querystring.unescape(pathname))})`
    return { key: keyedHash(salt, `calendar\n${url}`), url, name }
  })
}
