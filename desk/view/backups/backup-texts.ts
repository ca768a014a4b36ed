import type { ResultOf } from '../client.ts'
import type { Clock } from '../times.ts'

type BackupsData = ResultOf<'backup.list'>

/** `Last one today at 3:00 AM. The next one runs tonight at 3:00 AM.` */
export function aboutBackups(
  { backups: [last], nextAt }: Pick<BackupsData, 'backups' | 'nextAt'>,
  clock: Clock,
): string {
  const lastText = last ? `Last one ${clock.dayNameWithin(last.at)} at ${clock.time(last.at)}.` : 'No backups yet.'
  return nextAt === null ? lastText : `${lastText} The next one runs ${nextText(nextAt, clock)}.`
}

/** Tomorrow’s first hours are tonight. */
function nextText(at: number, clock: Clock): string {
  const isTonight = clock.daysFromToday(at) === 1 && /^(?:12|[1-5]):\d\d AM$/.test(clock.time(at))
  return `${isTonight ? 'tonight' : clock.dayNameWithin(at)} at ${clock.time(at)}`
}

/** `3:01 AM` today, else `Nov 20`. */
export function testedText(at: number | null, clock: Clock): string {
  if (at === null) return '–'
  return clock.daysFromToday(at) === 0 ? clock.time(at) : clock.date(at)
}

export function nightsText(nights: BackupsData['nights']): string {
  const missed = nights.filter(({ state }) => state === 'missed').length
  return missed === 0 ? 'None missed' : `${missed} missed`
}
