import type { ResultOf } from '../client.ts'
import type { Clock } from '../times.ts'

type BackupsData = ResultOf<'backup.list'>

/** `Last backup today at 3:00 AM. Next backup tonight at 3:00 AM.` */
export function aboutBackups(
  { backups: [last], nextAt }: Pick<BackupsData, 'backups' | 'nextAt'>,
  clock: Clock,
): string {
  const lastText = last ? `Last backup ${clock.dayNameWithin(last.at)} at ${clock.time(last.at)}.` : 'No backups yet.'
  return nextAt === null ? lastText : `${lastText} Next backup ${nextText(nextAt, clock)}.`
}

/** Formats the next backup’s time. Until 6 AM, tomorrow is “tonight”. */
function nextText(at: number, clock: Clock): string {
  const isTonight = clock.daysFromToday(at) === 1 && /^(?:12|[1-5]):\d\d AM$/.test(clock.time(at))
  return `${isTonight ? 'tonight' : clock.dayNameWithin(at)} at ${clock.time(at)}`
}

export function nightsText(nights: BackupsData['nights']): string {
  const missed = nights.filter(({ state }) => state === 'missed').length
  return missed === 0 ? 'None missed' : `${missed} missed`
}
