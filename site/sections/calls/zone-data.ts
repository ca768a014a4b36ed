import { minuteMs } from '../../../platform/text/time-text.ts'
import type { TimeFormat } from '../../../server/calls/date-formats.ts'
import { maxSentTimes } from '../../../server/calls/shown-days.ts'
import type { ZoneData } from './call-script.ts'

type ZoneInput = Omit<ZoneData, 'zoneNames' | 'hasMoreTimes'> & { format: TimeFormat }

/** Serializes the data for call-script.ts as compactly as possible. */
export function zoneDataOf({ now, day, from, times, format: { zoneNames = {} } }: ZoneInput): string {
  const minutes = times.map((time, i) => (time - (times[i - 1] ?? 0)) / minuteMs)
  const hasMoreTimes = times.length === maxSentTimes
  return JSON.stringify({
    now,
    day,
    from,
    zoneNames,
    times: minutes,
    ...(hasMoreTimes && { hasMoreTimes }),
  } satisfies ZoneData)
}
