// Formatting for visit numbers, shared by the desk, the terminal, and the weekly email.

export function formatCount(number: number): string {
  return number.toLocaleString('en')
}

/** Formats a range of days: `Oct 30 – Nov 26`. */
export function spanText({ from, to }: { from: string; to: string }): string {
  const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return days.formatRange(Date.parse(from), Date.parse(to)).replaceAll('\u2009', ' ')
}

/**
 * Formats a change: `+44% from 1,799`.
 * @param change in percent, or null if there's too little data
 * @param before undefined without earlier data
 */
export function changeText(change: number | null, before: number | undefined): string {
  if (before === undefined) return 'Not enough data to compare'
  if (change === null) return `${formatCount(before)} before`
  return `${change > 0 ? '+' : ''}${Math.round(change)}% from ${formatCount(before)}`.replace('-', '−')
}

/** Formats a percentage: `55%`, `8.4%`, or '' if there's too little data. */
export function shareText(share: number | null): string {
  return share === null ? '' : `${share < 10 ? share.toFixed(1) : Math.round(share)}%`
}

export function medianText(minutes: number | null): string {
  if (minutes === null) return ''
  return `Median time from first page: ${minutes >= 60 ? `${minutes / 60} h` : `${minutes} min`}`
}

/** Formats minutes and seconds: `4:10`, or `–` if there's too little data. */
export function readingText(ms: number | null): string {
  if (ms === null) return '–'
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}

const brands: Readonly<Record<string, string>> = {
  duckduckgo: 'DuckDuckGo',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  others: 'Other',
  youtube: 'YouTube',
}

/** A traffic source's display name: `GitHub` for `github`. Domains and campaign paths are unchanged. */
export function sourceName(source: string): string {
  if (/[./]/.test(source)) return source
  return brands[source] ?? source.replaceAll(/(?:^|\s)\S/g, (first) => first.toUpperCase())
}
