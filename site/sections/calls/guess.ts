import { minuteMs } from '../../../platform/text/time-text.ts'
import type { TimeFormat } from '../../../server/calls/visitor-times.ts'
import type { GuessData } from './call-script.ts'

type Guessed = Omit<GuessData, 'minutes' | 'zoneNames'> & {
  kind: { minutes: number }
  format: TimeFormat
}

/** The data for the page's script, as small as it can be. */
export function guessOf({ now, times, studio, kind, format: { zoneNames = {} } }: Guessed): string {
  const data: GuessData = {
    ...{ now, studio, zoneNames, minutes: kind.minutes },
    times: times.map((time, i) => (time - (times[i - 1] ?? 0)) / minuteMs),
  }
  return JSON.stringify(data)
}
