import { countView } from './count-view.ts'
import { closestTo, hydrateOnInteraction } from './hydrate-on-interaction.ts'

/** Paints a new page without what lies below the first screen, until it has loaded or the visitor interacts. */
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

// Everything a page runs before the first interaction; site/build/page-script.ts inlines it in the head.
settlePage()
hydrateOnInteraction()
closeMenuOnLeave()
// Only the built site counts visits.
if (!import.meta.env.DEV) countView()
