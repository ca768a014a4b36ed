/** `less than a minute`, `about 12 min`, `about 14 h`, for what nobody knows to the second. */
export function duration(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `about ${Math.round(hours)} h` : `about ${Math.round(hours / 24)} days`
}
