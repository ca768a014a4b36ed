/** The moment that the texts are read for: of a build that is made ahead, the beginning of the day on which it takes over. */
export function siteTime(): Date {
  const day = process.env['BUILD_DAY']
  return day ? new Date(`${day}T00:00:00Z`) : new Date()
}
