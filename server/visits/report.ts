import type { Device } from '../../migrations/tables.ts'
import type { Gap } from './day-numbers.ts'
import type { Metric } from './speed.ts'
import type { Step, WayName } from './steps.ts'
import type { Totals } from './totals.ts'

export type Day = {
  day: string
  /** null on a day of which nothing was counted. */
  visits: number | null
  requests: number | null
  /** What visitors did that day beyond what is counted of a sender, a network and all. */
  dropped: number
  gaps: Gap[]
}

/** How far visitors went, by where they come from. @property visitors at each step of the way, in its order */
export type Origin = { name: string; visits: number; visitors: number[] }

export type Way = {
  name: WayName
  /** @property share of the first step's, in percent */
  steps: { step: Step; visitors: number; share: number | null }[]
  /** Within how many minutes half of those who came to its end were there; null without any. */
  tookMinutes: number | null
  bySource: Origin[]
  byEntry: Origin[]
}

export type PageNumbers = {
  page: string
  visitors: number
  /** Whose first page it was. */
  entries: number
  /** Who sent a request after having seen it. */
  requests: number
}

/** At the 75th percentile; times in ms. */
export type PageSpeed = { page: string; device: Device } & Record<Metric, { value: number; views: number } | null>

export type Report = {
  /** Days (UTC), both inclusive. */
  from: string
  to: string
  /** @property totals null where fewer days are known than of the span itself */
  before: { from: string; to: string; totals: Totals | null }
  totals: Totals
  /** Against those before, in percent. */
  changes: Record<keyof Totals, number | null>
  days: Day[]
  ways: Way[]
  pages: PageNumbers[]
  sources: { source: string; visits: number; requests: number }[]
  devices: { device: Device; visits: number }[]
  /** Answers of the agent's book, by their ids. */
  asked: { answer: string; visitors: number }[]
  speed: PageSpeed[]
}

/** Below, a share says nothing. */
const fewestForShare = 10

/** In percent; null where there are too few. */
export function shareOf(part: number, whole: number): number | null {
  return whole < fewestForShare ? null : Math.round((part / whole) * 100)
}
