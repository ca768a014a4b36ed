import type { Calls } from '../../platform/content/calls.ts'
import type { SiteContent } from '../../platform/content/site-content.ts'
import type { Context } from '../context.ts'
import { ownCalendars } from './busy/own-calendars.ts'

/** The context of a studio that offers calls. */
export type CallContext = Context & {
  calls: Calls
  siteUrl: string
  /** Minutes that a call stays reserved without confirmation. */
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
