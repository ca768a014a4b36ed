import type { ResultOf } from '../client.ts'

export type ReportData = ResultOf<'visits.report'>

export function formatCount(number: number): string {
  return number.toLocaleString('en')
}

/** Empty if there is too little data. */
export function formatPercent(share: number | null): string {
  return share === null ? '' : `${share}%`
}

export function formatChange(share: number | null, previous: number | undefined): string {
  if (previous === undefined) return 'not enough data to compare'
  const previousText = `${formatCount(previous)} before`
  return share === null ? previousText : `${share > 0 ? '+' : ''}${formatPercent(share)}, ${previousText}`
}

export function formatMedian(minutes: number | null): string {
  if (minutes === null) return ''
  return minutes >= 60 ? `half of them within ${minutes / 60} h` : `half of them within ${minutes} min`
}

const maxGood = { lcp: 2_500, inp: 200, cls: 0.1 }

/** Formats and rates a value, as in https://web.dev/articles/vitals. */
export function rateSpeed(metric: keyof typeof maxGood, measurement: { value: number } | null) {
  if (measurement === null) return { text: '–', isGood: true }
  const { value } = measurement
  const text = metric === 'cls' ? value.toFixed(2) : value >= 1_000 ? `${(value / 1_000).toFixed(1)} s` : `${value} ms`
  return { text, isGood: value <= maxGood[metric] }
}
