/** `1 lead`, `2,000 leads` */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/** `3 h`: how long ago, in the largest unit that fits. */
export function since(thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1_000))
  const unit = units.find(([, size]) => seconds >= size)
  return unit === undefined ? `${seconds} s` : `${Math.floor(seconds / unit[1])} ${unit[0]}`
}

/** `about 17 minutes` */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${counted(minutes, 'minute')}`
  const hours = Math.round(minutes / 60)
  return `about ${hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')}`
}

export function until(thenMs: number, nowMs: number): string {
  return thenMs <= nowMs ? 'now' : `in ${since(nowMs, thenMs)}`
}

/** `41 GB`, `1.0 MB`, `80 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1e5) return `${Math.ceil(bytes / 1_000)} kB`
  const isMegabytes = bytes < 1e9
  const amount = bytes / (isMegabytes ? 1e6 : 1e9)
  const number = amount < 10 ? amount.toFixed(1) : Math.floor(amount).toLocaleString('en')
  return `${number} ${isMegabytes ? 'MB' : 'GB'}`
}
