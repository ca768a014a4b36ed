import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'

const views = [
  { path: '/today', name: 'Today', shortcut: '1' },
  { path: '/requests', name: 'Requests', shortcut: '2' },
  { path: '/calls', name: 'Calls', shortcut: '3' },
  { path: '/readers', name: 'Readers', shortcut: '4' },
  { path: '/issues', name: 'Issues', shortcut: '5' },
  { path: '/mails', name: 'Mails', shortcut: '6' },
  { path: '/backups', name: 'Backups', shortcut: '7' },
  { path: '/person', name: 'A person', shortcut: '8' },
  { path: '/questions', name: 'Questions', shortcut: '9' },
  { path: '/report', name: 'Report', shortcut: '0' },
] as const

/** The desk's, as the page has it before any view is shown. */
const { title } = document

/** The views; where not all fit beside each other, the one that is shown is in sight. */
export function Nav() {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  const shown = views.find((view) => path.startsWith(view.path))
  useEffect(() => {
    document.title = shown ? `${shown.name} · ${title}` : title
    const resize = new ResizeObserver(() => {
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    })
    if (nav.current) resize.observe(nav.current)
    return () => resize.disconnect()
  }, [shown])
  return (
    <nav ref={nav} aria-label="Desk">
      {views.map((view) => (
        <Link
          key={view.path}
          href={view.path}
          className="tab"
          aria-keyshortcuts={view.shortcut}
          aria-current={view === shown ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
    </nav>
  )
}
