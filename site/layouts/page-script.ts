import { countView } from './count-view.ts'
import { closestTo, hydrateOnInteraction } from './hydrate-on-interaction.ts'

/** A fresh page is painted before its thread and what lies below; a press, key or scroll ends that: nothing may move then. */
function settlePage(): void {
  const { classList } = document.documentElement
  const [visit]: Partial<PerformanceNavigationTiming>[] = performance.getEntriesByType('navigation')
  // Elsewhere on the page its height counts: whoever comes back finds the place again.
  if (location.hash || visit?.type !== 'navigate') return
  classList.add('fresh')
  const settle = () => classList.remove('fresh')
  // In the task after a frame: a page that is rendered beforehand has its first one when it is shown.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(settle)))
  for (const type of ['click', 'keydown', 'scroll']) addEventListener(type, settle, true)
}

/** The small screen's menu goes when one of its links is taken, and when the focus goes elsewhere. */
function uncoverPage(): void {
  for (const type of ['click', 'focusin']) {
    addEventListener(type, ({ target }) => {
      const isLeft = type === 'click' ? closestTo(target, '#menu a') : !closestTo(target, '.bar')
      if (isLeft) document.getElementById('menu')?.togglePopover(false)
    })
  }
}

// All that a page runs before someone reaches for something; site/build/page-script.ts puts it into the head.
settlePage()
hydrateOnInteraction()
uncoverPage()
// Only a site that is served counts.
if (!import.meta.env.DEV) countView()
