import { addSpeed, addTo, type DayNumbers, noActions, noDays, type VisitEvent } from './day-numbers.ts'
import { directSource } from './source.ts'
import { bucketOf, metrics } from './speed.ts'
import { bucketOfTime, isStep, leadSteps, timedSteps, withStepsBefore } from './steps.ts'

/**
 * Returns a visit's numbers, to add to a day. A visit without page views adds nothing: scripts that submit forms and bots
 * that open links aren't visitors.
 */
export function sumVisit(events: readonly VisitEvent[]): DayNumbers {
  const sum = noDays()
  const pages = events.filter(({ what }) => what.startsWith('page:'))
  const [first] = pages.toSorted((a, b) => a.at - b.at)
  if (first === undefined) return sum
  addTo(sum.devices, first.device, 1)
  for (const what of actionsOf(events, pages)) {
    const done = noActions()
    sum.done[what] = done
    done.all = 1
    if (!isStep(what)) continue
    addTo(done.source, first.source ?? directSource, 1)
    addTo(done.entry, pathOf(first), 1)
    const at = timedSteps.includes(what) ? events.find((event) => event.what === what)?.at : undefined
    if (at !== undefined) done.took[bucketOfTime(at - first.at)] = 1
  }
  for (const event of pages)
    for (const metric of metrics) {
      const value = event.speed?.[metric]
      if (value !== undefined)
        addSpeed(sum.speed, { page: pathOf(event), device: event.device, metric }, { [bucketOf(metric, value)]: 1 }, 1)
    }
  return sum
}

function actionsOf(events: readonly VisitEvent[], pages: readonly VisitEvent[]): Set<string> {
  const done = new Set([...events.map(({ what }) => what), 'visit', ...(pages.length > 1 ? ['read'] : [])])
  const lastLeadAt = Math.max(...events.filter(({ what }) => leadSteps.includes(what)).map(({ at }) => at))
  const led = pages.filter(({ at }) => at <= lastLeadAt)
  return new Set([...withStepsBefore(done), ...led.map((page) => `led:${pathOf(page)}`)])
}

function pathOf({ what }: VisitEvent): string {
  return what.slice('page:'.length)
}
