import { closestTo } from './hydrate-on-interaction.ts'

/**
 * Reports a view to the site's own server when the page is shown or hidden. A prerendered page that isn't shown reports
 * nothing. server/visits/beacon.ts reads it (docs/decisions/running/visits-without-tracking.md).
 */
export function countView(): void {
  const wasHidden = document.hidden
  const usedForms: unknown[] = []
  const entries: PerformanceEntry[][] = []
  for (const type of ['navigation', 'largest-contentful-paint', 'layout-shift', 'event'])
    new PerformanceObserver((list) => entries.push(list.getEntries())).observe({ type, buffered: true })
  addEventListener('focusin', ({ target }) =>
    usedForms.push((closestTo(target, 'form') as HTMLFormElement | null)?.action),
  )
  document.addEventListener('visibilitychange', ({ timeStamp }) => {
    const report = [document.referrer, timeStamp, scrollY, wasHidden, usedForms, entries.slice(0, 99)]
    try {
      localStorage['uncounted'] || navigator.sendBeacon('/api/seen', JSON.stringify(report))
    } catch {
      return
    }
  })
}
