import { closestTo } from './hydrate-on-interaction.ts'

/**
 * Tells the site's own server what was seen, when the page is shown or left (docs/decisions/running/visits-without-tracking.md); read by
 * server/visits/beacon.ts. A page that is rendered beforehand and never shown says nothing.
 */
export function countView(): void {
  const isBehind = document.hidden
  const used: unknown[] = []
  const entries: PerformanceEntry[][] = []
  for (const type of ['navigation', 'largest-contentful-paint', 'layout-shift', 'event'])
    new PerformanceObserver((list) => entries.push(list.getEntries())).observe({ type, buffered: true })
  addEventListener('focusin', ({ target }) => used.push((closestTo(target, 'form') as HTMLFormElement | null)?.action))
  document.addEventListener('visibilitychange', ({ timeStamp }) => {
    const said = [document.referrer, timeStamp, scrollY, isBehind, used, entries.slice(0, 99)]
    try {
      localStorage['uncounted'] || navigator.sendBeacon('/api/seen', JSON.stringify(said))
    } catch {
      return
    }
  })
}
