import type { ResultOf } from '../client.ts'

export type ReportData = ResultOf<'visits.report'>

export function count(number: number): string {
  return number.toLocaleString('en')
}

/** `12 %`; nothing where there are too few to say so. */
export function percent(share: number | null): string {
  return share === null ? '' : `${share} %`
}

/** Against as many days before. @param before undefined: they are not known */
export function changed(share: number | null, before: number | undefined): string {
  if (before === undefined) return 'of the days before too little is known'
  const was = `${count(before)} before`
  return share === null ? was : `${share > 0 ? '+' : ''}${percent(share)}, ${was}`
}

/** `within 5 min`, in words for half of them. */
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
