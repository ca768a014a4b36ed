import { addSpeed, addTo, type Counts, type DayNumbers, emptyDone } from '../counting/day-numbers.ts'
import { metrics } from '../counting/speed.ts'

export function noDays(): DayNumbers {
  return { done: {}, devices: {}, speed: {}, gaps: [] }
}

/** Adds a day to a sum of days, which has no gaps. */
export function addDay(sum: DayNumbers, day: DayNumbers): void {
  addAll(sum.devices, day.devices)
  mergeDone(sum.done, day.done)
  mergeSpeed(sum.speed, day.speed)
}

function addAll(sum: Counts, more: Counts): void {
  for (const name in more) addTo(sum, name, more[name] ?? 0)
}

function mergeDone(sum: DayNumbers['done'], more: DayNumbers['done']): void {
  for (const [what, done] of Object.entries(more)) {
    sum[what] ??= emptyDone()
    const known = sum[what]
    known.all += done.all
    addAll(known.source, done.source)
    addAll(known.entry, done.entry)
    for (const [place, count] of done.took.entries()) known.took[place] = (known.took[place] ?? 0) + (count ?? 0)
  }
}

function mergeSpeed(sum: DayNumbers['speed'], more: DayNumbers['speed']): void {
  for (const page in more)
    for (const device in more[page])
      for (const metric of metrics) addSpeed(sum, page, device, metric, more[page][device]?.[metric] ?? [])
}
