import { minuteMs } from '../../../platform/text/time-text.ts'
import type { TimeFormat } from '../../../server/calls/date-formats.ts'
import { maxSentTimes } from '../../../server/calls/shown-days.ts'
import type { GuessData } from './call-script.ts'

type GuessInput = Omit<GuessData, 'zoneNames' | 'hasMoreTimes'> & { format: TimeFormat }

/** Returns the data for the page's script, as small as possible. */
export function guessOf({ now, day, from, times, format: { zoneNames = {} } }: GuessInput): string {
  const minutes = times.map((time, i) => (time - (times[i - 1] ?? 0)) / minuteMs)
  const hasMoreTimes = times.length === maxSentTimes
  return JSON.stringify({
    now,
    day,
    from,
    zoneNames,
    times: minutes,
    ...(hasMoreTimes && { hasMoreTimes }),
  } satisfies GuessData)
}
