/** A fresh page is painted before its thread and what lies below; a press, key or scroll ends that: nothing may move then. */
export function settlePage(): void {
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
