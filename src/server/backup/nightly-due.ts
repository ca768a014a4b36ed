const hourMs = 3_600_000
/** At night by the machine's own clock, when the fewest are there. */
const nightHour = 3
/** A night that was missed, since the machine slept or the backup failed, is made up for from this time on. */
const latestMs = 26 * hourMs

/**
 * Whether it is time for a backup: in the hour after 03:00 where there is none of this night yet, and at any hour where there
 * is none at all, or only an old one.
 * @param lastAt when the last one was made; one that lies in the future tells nothing, since the clock was wrong then
 */
export function isBackupDue(lastAt: number | undefined, now: number): boolean {
  if (lastAt === undefined || lastAt > now + hourMs) return true
  const night = lastNight(now)
  if (lastAt >= night) return false
  return now - night < hourMs || now - lastAt > latestMs
}

/** The latest 03:00 that has been; on a day that has none, since the clocks went forward, what stands for it. */
function lastNight(now: number): number {
  const night = new Date(now)
  night.setHours(nightHour, 0, 0, 0)
  if (night.getTime() > now) night.setDate(night.getDate() - 1)
  return night.getTime()
}
