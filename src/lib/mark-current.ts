/** Marks the link that leads to the part which is being read, for eyes and for screen readers. */
export function markCurrent(links: Iterable<HTMLAnchorElement>): void {
  const byId = new Map([...links].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const heads = [...byId.keys()].flatMap((id) => document.getElementById(id) ?? [])
  const mark = () => {
    const current = heads.findLast((head) => head.getBoundingClientRect().top < innerHeight / 3)
    for (const [id, link] of byId) {
      if (id === current?.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  // Told when a heading crosses the upper third of the window, not at every step of the scrolling.
  const watch = new IntersectionObserver(mark, { rootMargin: '0px 0px -67%' })
  for (const head of heads) watch.observe(head)
}
