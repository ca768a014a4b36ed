import { closestTo, hydrateOnInteraction } from './hydrate-on-interaction.ts'

/**
 * Paints only the first screen of a new page, until the page has loaded or the visitor interacts
 * (docs/decisions/site/first-paint.md).
 */
function settlePage(): void {
  const { classList } = document.documentElement
  const [navigation]: Partial<PerformanceNavigationTiming>[] = performance.getEntriesByType('navigation')
  // Restoring a scroll position needs the page's full height.
  if (location.hash || navigation?.type !== 'navigate') return
  classList.add('fresh')
  const settle = () => classList.remove('fresh')
  // Wait for the first frame. A prerendered page gets it only once it's shown.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(settle)))
  for (const type of ['click', 'keydown', 'scroll']) addEventListener(type, settle, true)
}

/** Closes the menu of small screens when a visitor follows a link in it, or when the focus leaves it. */
function closeMenuOnLeave(): void {
  for (const type of ['click', 'focusin']) {
    addEventListener(type, ({ target }) => {
      const isLeft = type === 'click' ? closestTo(target, '#menu a') : !closestTo(target, '.bar')
      if (isLeft) document.getElementById('menu')?.togglePopover(false)
    })
  }
}

/**
 * Reports a page view to server/visits/beacon.ts when the page is shown or hidden. A page that is only prerendered is neither.
 */
function countView(): void {
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

// Pages run this script before the first interaction. site/build/inline-scripts.ts inlines it in the head.
settlePage()
hydrateOnInteraction()
closeMenuOnLeave()
// Don't count visits during `npm run dev`.
if (!import.meta.env.DEV) countView()
