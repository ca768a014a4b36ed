import { counted } from './amounts.ts'
import { dayMs, hourMs, minuteMs, secondMs } from './time-text.ts'

const shortUnits = [
  { name: 'd', ms: dayMs },
  { name: 'h', ms: hourMs },
  { name: 'min', ms: minuteMs },
  { name: 's', ms: secondMs },
]

/** Formats a duration in the largest unit that fits, rounded down: `3 h`. Negative durations are `0 s`. */
export function durationShort(ms: number): string {
  const unit = shortUnits.find((candidate) => ms >= candidate.ms)
  return unit === undefined ? '0 s' : `${Math.floor(ms / unit.ms)} ${unit.name}`
}

/** Formats the time until a moment: `in 3 h`, or `now` if it has passed. */
export function untilText(timeMs: number, nowMs: number): string {
  return timeMs <= nowMs ? 'now' : `in ${durationShort(timeMs - nowMs)}`
}

/** Formats `about 17 minutes`. Uses minutes up to an hour and a half, hours up to two days, then days. */
export function roughDuration(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${counted(minutes, 'minute')}`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `about ${counted(hours, 'hour')}`
  return `about ${counted(Math.round(hours / 24), 'day')}`
}
