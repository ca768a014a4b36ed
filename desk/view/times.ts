import { since } from '../../platform/text/amounts.ts'

function momentIn(timeZone?: string) {
  const [day, dayOfAYear] = ([undefined, 'numeric'] as const).map(
    (year) => new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', month: 'short', day: 'numeric', year }),
  )
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const isThisYear = (ms: number) => new Date(ms).getFullYear() === new Date().getFullYear()
  return (ms: number) => `${(isThisYear(ms) ? day : dayOfAYear)?.format(ms)}, ${clock.format(ms)}`
}

/** By the owner’s clock: `Tue, Nov 24, 19:20`, with the year where it is another one. */
export const moment = momentIn()

/** Of a call: by the studio’s clock, which is named where the owner’s own shows another time. */
export function callMoment(ms: number, zone: string): string {
  const text = momentIn(zone)(ms)
  return text === moment(ms) ? text : `${text} (${zone})`
}

/** `3 h`, in the largest unit that fits at least once; what is younger than a minute is new. */
export function age(ms: number, now: number): string {
  return now - ms < 60_000 ? 'now' : since(ms, now)
}
