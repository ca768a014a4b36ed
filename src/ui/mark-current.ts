/** In pixels; somewhat below the fixed bar, where a jump sets a heading. */
const lineBelowBar = 160

/** Marks the link to the part that is being read. */
export function markCurrent(links: Iterable<HTMLAnchorElement>): void {
  const byId = new Map([...links].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const heads = [...byId.keys()].flatMap((id) => document.getElementById(id) ?? [])
  const root = document.documentElement
  let marked: HTMLAnchorElement | undefined
  let jump: { to: HTMLAnchorElement | undefined; top: number } = { to: undefined, top: 0 }
  const mark = () => {
    // Near the page's end headings can't rise to the line any more: it sinks to meet them.
    const ahead = root.scrollHeight - root.clientHeight - root.scrollTop
    const line = root.scrollTop > 0 ? Math.max(lineBelowBar, root.clientHeight - ahead) : lineBelowBar
    const passed = heads.findLast((head) => head.getBoundingClientRect().top < line)
    // A jump's target counts until they scroll on, even if the page's end keeps it from the top.
    const current = (jump.top === root.scrollTop ? jump.to : undefined) ?? byId.get(passed?.id ?? '')
    if (current === marked) return
    marked?.removeAttribute('aria-current')
    current?.setAttribute('aria-current', 'true')
    marked = current
    if (current) showInList(current)
  }
  mark()
  for (const event of ['scroll', 'resize']) addEventListener(event, mark, { passive: true })
  addEventListener('hashchange', () => {
    // Compared as it stands: a typed address need not be decodable.
    jump = { to: [...byId.values()].find(({ hash }) => hash === location.hash), top: root.scrollTop }
    mark()
  })
}

function showInList(link: HTMLAnchorElement): void {
  const list = link.closest('nav')
  if (list && list.scrollHeight > list.clientHeight) list.scrollTop = link.offsetTop - list.clientHeight / 2
}
