/** `2026-11-20 03:15 UTC`. @param ms since 1970 */
export function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `20261120T031500Z`, for a file's name, so that a listing sorts by time. @param ms since 1970 */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
