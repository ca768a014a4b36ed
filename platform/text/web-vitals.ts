type Threshold = { name: string; good: number; poor: number }

export type Vital = 'lcp' | 'inp' | 'cls' | 'ttfb'

/** Thresholds in ms, or without a unit for CLS (https://web.dev/articles/vitals). */
export const vitalLimits: Readonly<Record<Vital, Threshold>> = {
  lcp: { name: 'Largest paint (LCP)', good: 2_500, poor: 4_000 },
  inp: { name: 'Response to input (INP)', good: 200, poor: 500 },
  cls: { name: 'Layout shift (CLS)', good: 0.1, poor: 0.25 },
  ttfb: { name: 'First byte (TTFB)', good: 800, poor: 1_800 },
}

/** Formats a value as `1.8 s`, `80 ms`, or `0.04` for CLS. INP's thresholds are in ms, so up to a second, INP is too. */
export function vitalText(metric: Vital, value: number): string {
  if (metric === 'cls') return value.toFixed(2)
  const firstInSeconds = metric === 'inp' ? 1_000 : 100
  return value >= firstInSeconds ? `${(value / 1_000).toFixed(1)} s` : `${value} ms`
}

export function rateVital(metric: Vital, value: number): { rating: 'Good' | 'Needs work' | 'Poor'; target: string } {
  const { good, poor } = vitalLimits[metric]
  const target = metric === 'cls' ? `${good}` : vitalText(metric, good)
  if (value <= good) return { rating: 'Good', target }
  return { rating: value <= poor ? 'Needs work' : 'Poor', target }
}
