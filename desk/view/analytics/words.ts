import type { ResultOf } from '../client.ts'

export type ReportData = ResultOf<'visits.report'>

export function count(number: number): string {
  return number.toLocaleString('en')
}

/** Empty if there are too few. */
export function percent(share: number | null): string {
  return share === null ? '' : `${share} %`
}

/** Compared with the previous period. @param before undefined if unknown */
export function changed(share: number | null, before: number | undefined): string {
  if (before === undefined) return 'not enough data to compare'
  const was = `${count(before)} before`
  return share === null ? was : `${share > 0 ? '+' : ''}${percent(share)}, ${was}`
}

/** The median, as `half of them within 5 min`. */
export function took(minutes: number | null): string {
  if (minutes === null) return ''
  return minutes >= 60 ? `half of them within ${minutes / 60} h` : `half of them within ${minutes} min`
}

const good = { lcp: 2_500, inp: 200, cls: 0.1 }

/** As https://web.dev/articles/vitals rates it. */
export function rated(metric: keyof typeof good, measured: { value: number } | null) {
  if (measured === null) return { text: '–', isGood: true }
  const { value } = measured
  const text = metric === 'cls' ? value.toFixed(2) : value >= 1_000 ? `${(value / 1_000).toFixed(1)} s` : `${value} ms`
  return { text, isGood: value <= good[metric] }
}
