import { studioZone } from '../../platform/content/site-content.ts'
import { hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { dayIn, startOfDay } from '../../platform/text/zones.ts'

export const demoNames = ['busy', 'quiet'] as const
export type DemoName = (typeof demoNames)[number]

/** The demo's data. All times are relative to now: `hoursAgo`, or `days` from today with a time in the studio's zone. */
export type DemoStudio = {
  leads: readonly DemoLead[]
  /** Answered leads of other people, evenly spread over a span of days ago. */
  history: readonly { from: number; to: number; count: number }[]
  calls: readonly DemoCall[]
  blocks: readonly (DaySpan & { note: string })[]
  /** From the owner's own calendar. */
  events: readonly DemoEvent[]
  issues: readonly { slug: string; daysAgo: number }[]
  sending: { slug: string; daysAgo: number; sent: number } | null
  draft: { slug: string; daysAgo: number }
  subscribers: {
    named: readonly { email: string; page: string; daysAgo: number }[]
    /** Who joined up to so many days ago, but after the entry before. */
    joined: readonly { days: number; count: number }[]
    pending: number
    unsubscribed: number
    bounced: number
    suspicious: number
  }
  /** In the last 28 days. */
  visits: number
}

export type DemoLead = {
  name: string
  email: string
  hoursAgo: number
  project: string
  kind?: string
  answeredAfter?: number
  suspicious?: string
  /** Messages of the visitor and the chat, in turn. */
  chat?: readonly string[]
  [detail: string]: unknown
}

export type DemoCall = {
  name: string
  email: string
  about: string
  hoursAgo: number
  days: number
  time: string
  zone: string
  isReserved?: boolean
}

type DaySpan = { days: number; from: string; to: string }
export type DemoEvent = DaySpan & { title: string }

/** A time of day in the studio's zone. @param days from today; negative in the past */
export function momentAt(now: number, days: number, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const zone = studioZone()
  return startOfDay(zone, dayIn(zone, now), days) + hours * hourMs + minutes * minuteMs
}
