import './SiteHeader.css'
import type { Drawing } from '../../platform/content/drawings.ts'
import type { Frame } from '../../platform/content/site-copy.ts'
import { Mark } from '../ui/Drawing.tsx'

type SiteHeaderProps = { name: string; mark: Drawing | undefined; bar: Frame['bar']; path: string }

/** The site's header. On small screens, its menu is a popover within reach of the thumb. Browsers handle Escape,
 * taps outside, and focus. */
export function SiteHeader({ name, mark, bar, path }: SiteHeaderProps) {
  return (
    <header className="bar">
      <a className="bar-logo serif" href="/" aria-current={path === '/' ? 'page' : undefined}>
        <Mark drawing={mark} />
        {name}
      </a>
      <nav aria-label={bar.label}>
        <button type="button" className="bar-toggle" popoverTarget="menu" aria-label={bar.menu}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M1 8H23M1 16H23" />
            <path d="M4 4 20 20M20 4 4 20" />
          </svg>
        </button>
        <ul id="menu" className="bar-menu" popover="auto">
          {[...bar.links, bar.start].map((link) => (
            <li key={link.to}>
              <a className={link === bar.start ? 'button' : 'bar-link'} href={fromPage(path, link.to)}>
                {link.text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

function fromPage(path: string, to: string): string {
  return path === '/' && to.startsWith('/#') ? to.slice(1) : to
}
