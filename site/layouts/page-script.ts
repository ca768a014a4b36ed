import { closestTo, hydrateOnInteraction } from './hydrate-on-interaction.ts'

/** Paints a new page without the part below the first screen, until it has loaded or the visitor interacts. */
function settlePage(): void {
  const { classList } = document.documentElement
  const [navigation]: Partial<PerformanceNavigationTiming>[] = performance.getEntriesByType('navigation')
  // Restoring a scroll position needs the page's full height.
  if (location.hash || navigation?.type !== 'navigate') return
  classList.add('fresh')
  const settle = () => classList.remove('fresh')
  // After the first frame, which a prerendered page gets only when it's shown.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(settle)))
  for (const type of ['click', 'keydown', 'scroll']) addEventListener(type, settle, true)
}

/** Closes the small screen's menu when one of its links is followed, or when the focus leaves it. */
function closeMenuOnLeave(): void {
  for (const type of ['click', 'focusin']) {
    addEventListener(type, ({ target }) => {
      const isLeft = type === 'click' ? closestTo(target, '#menu a') : !closestTo(target, '.bar')
      if (isLeft) document.getElementById('menu')?.togglePopover(false)
    })
  }
}

/** Reports a view to server/visits/beacon.ts when the page is shown or hidden, which a page that is only prerendered isn't. */
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

// Everything a page runs before the first interaction; site/build/page-script.ts inlines it in the head.
settlePage()
hydrateOnInteraction()
closeMenuOnLeave()
// Only the built site counts visits.
if (!import.meta.env.DEV) countView()
