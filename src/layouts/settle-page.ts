/**
 * A page that is opened afresh, at its top, is painted before its thread is inked and before what lies below is laid out:
 * both are left out while its root has the class `fresh`. It loses that once it is painted whole, or at the first press,
 * key or scroll: who is on the way to another place must not see it move when the estimated heights go.
 */
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
