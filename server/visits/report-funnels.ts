import type { Counts, DayNumbers } from './day-numbers.ts'
import { quantileIndex } from './report-speed.ts'
import { type FunnelName, maxMinutesByBucket, stepsOf } from './steps.ts'

/** Minimum number of visitors to show a share. With fewer, it's mostly chance. */
const minForShare = 10

/** A share in percent, or null if `whole` is too small to be meaningful. */
export function shareOf(part: number, whole: number): number | null {
  return whole < minForShare ? null : Math.round((part / whole) * 1_000) / 10
}

export type Done = DayNumbers['done']

/** A funnel's numbers: the visitors who reached each step, their speed, and their origins. */
export function funnelOf(name: FunnelName, done: Done) {
  const steps = stepsOf(name)
  const first = done[steps[0] ?? '']
  const last = done[steps.at(-1) ?? '']
  // Visitors who reached each step, by source or landing page.
  const originsOf = (by: 'source' | 'entry') =>
    ranked(first?.[by] ?? {})
      .slice(0, maxOrigins)
      .map(([name]) => ({
        name,
        visits: done['visit']?.[by][name] ?? 0,
        visitors: steps.map((step) => done[step]?.[by][name] ?? 0),
      }))
  return {
    name,
    /** `share`: percentage of the first step's visitors */
    steps: steps.map((step, n) => {
      // Older versions didn't record every step, so use the later step's count if it's larger. Not for sign-ups, which
      // people can confirm on another day.
      const later = step.startsWith('sent:') ? undefined : done[steps[n + 1] ?? '']
      const visitors = Math.max(done[step]?.all ?? 0, later?.all ?? 0)
      return { step, visitors, share: shareOf(visitors, first?.all ?? 0) }
    }),
    /** Median minutes from the first page to the last step, or null if no visitor got there. */
    medianMinutes: maxMinutesByBucket[quantileIndex(last?.took ?? [], 1 / 2)] ?? null,
    bySource: originsOf('source'),
    byEntry: originsOf('entry'),
  }
}

/** Maximum number of sources, and of landing pages, per funnel. */
const maxOrigins = 20

/** Sorts counts by size, then by name. */
export function ranked(counts: Counts): [name: string, count: number][] {
  return Object.entries(counts).toSorted(([a, aCount], [b, bCount]) => bCount - aCount || a.localeCompare(b))
}
