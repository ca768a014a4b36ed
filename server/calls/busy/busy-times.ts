import { type BusyEvent, idOf, isRepeated, mergeSpans, seriesEvents } from './busy-series.ts'
import type { BusyRules, CalendarContext } from './calendar-events.ts'
import { type Component, readComponents } from './calendar-lines.ts'
import { createZoneFinder } from './calendar-zones.ts'
import type { Span } from './recurrence.ts'

export type BusyTimes = {
  /** Busy spans in order, including gaps too short for a call. */
  spans: Span[]
  /** Events in order, for the owner. */
  events: BusyEvent[]
  /** Guesses and unreadable parts, with line numbers, for the owner. */
  warnings: string[]
}

/** Maximum number of warnings for the owner to read. */
const maxWarnings = 100
/** Bounds the size of the calendar's row in the database. */
const maxEvents = 5_000
/** Maximum steps per file, about 3 s. */
const maxSteps = 300_000
/** Maximum steps per series, to leave steps for the owner's other events. */
const maxSeriesSteps = 60_000

/** Reads the busy times in a calendar file (RFC 5545). @throws CalendarProblem if it isn't a calendar */
export function busyTimes(text: string, rules: BusyRules): BusyTimes {
  const severe: string[] = []
  const others: string[] = []
  const warn: CalendarContext['warn'] = (line, problem, isSevere) => {
    const warnings = isSevere ? severe : others
    warnings.push(`line ${line}: ${problem}`)
  }
  let stepsLeft = maxSteps
  let seriesStepsLeft = 0
  const spend = (steps: number) => {
    // Not `>`, which would let NaN through.
    if (!(steps <= Math.min(stepsLeft, seriesStepsLeft))) throw new Error('it needs too many steps')
    stepsLeft -= steps
    seriesStepsLeft -= steps
  }
  const plain: Series[] = []
  const repeated: Series[] = []
  for (const [calendar, components] of Map.groupBy(readComponents(text), rootOf)) {
    const base = { ...rules, warn, spend }
    const context = { ...base, ...createZoneFinder(calendar, components, base) }
    const timed = components.filter(({ name }) => name === 'VEVENT' || name === 'VFREEBUSY')
    for (const events of Map.groupBy(timed, idOf).values()) {
      const list = events.some(isRepeated) ? repeated : plain
      list.push({ events, context })
    }
  }
  // Read single events first. They need few steps.
  const events = [...plain, ...repeated].flatMap((series) => {
    seriesStepsLeft = maxSeriesSteps
    return seriesEvents(series.events, series.context)
  })
  return {
    spans: mergeSpans(events, rules.callMs),
    events: events.toSorted(([a], [b]) => a - b).slice(0, maxEvents),
    warnings: [...severe, ...others].slice(0, maxWarnings),
  }
}

type Series = { events: readonly Component[]; context: CalendarContext }

const rootOf = (component: Component): Component => (component.parent ? rootOf(component.parent) : component)
