import type { ResultOf } from '../client.ts'

export type ReportData = ResultOf<'visits.report'>

export function count(number: number): string {
  return number.toLocaleString('en')
}

/** Empty if there is too little data. */
export function percent(share: number | null): string {
  return share === null ? '' : `${share} %`
}

/** Compares with the previous period. @param before undefined if unknown */
export function changeText(share: number | null, before: number | undefined): string {
  if (before === undefined) return 'not enough data to compare'
  const previousText = `${count(before)} before`
  return share === null ? previousText : `${share > 0 ? '+' : ''}${percent(share)}, ${previousText}`
}

/** The median time, as `half of them within 5 min`. */
export function medianText(minutes: number | null): string {
  if (minutes === null) return ''
  return minutes >= 60 ? `half of them within ${minutes / 60} h` : `half of them within ${minutes} min`
}

const goodLimits = { lcp: 2_500, inp: 200, cls: 0.1 }

/** Formats and rates a value, as in https://web.dev/articles/vitals. */
export function rate(metric: keyof typeof goodLimits, measured: { value: number } | null) {
  if (measured === null) return { text: '–', isGood: true }
  const { value } = measured
  const text = metric === 'cls' ? value.toFixed(2) : value >= 1_000 ? `${(value / 1_000).toFixed(1)} s` : `${value} ms`
  return { text, isGood: value <= goodLimits[metric] }
}
