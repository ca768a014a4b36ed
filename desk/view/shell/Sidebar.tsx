import { Link } from 'wouter'
import { zoneName } from '../times.ts'
import { Icon } from '../ui/Icon.tsx'
import { useClock } from './clock.ts'
import { groups } from './navigation.ts'
import { SiteLink, useStudio } from './studio.tsx'
import { ViewLinks } from './ViewLinks.tsx'

/** Navigation on wide screens. Phones have the bottom bar. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const { name } = useStudio()
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <header className="side">
      <Link className="brand" href="/today">
        <svg aria-hidden="true">
          <use href="#kite" />
        </svg>
        <span dir="auto">{name}</span>
      </Link>
      <button type="button" className="search" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" />
        <span>Search</span>
        <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Desk">
        {groups.map(({ title, views }) => (
          <div key={title}>
            {title && <h2>{title}</h2>}
            <ViewLinks views={views} hasShortcuts />
          </div>
        ))}
      </nav>
      <div className="foot">
        <p>
          <StudioTime />
        </p>
        <ViewSiteLink />
      </div>
    </header>
  )
}

export function StudioTime() {
  const clock = useClock()
  return (
    <>
      <time>{`${clock.weekday(clock.now)} ${clock.time(clock.now)}`}</time>
      <small>{zoneName(clock.zone)}</small>
    </>
  )
}

export function ViewSiteLink() {
  return (
    <SiteLink path="">
      <Icon name="out" />
      <span>View site</span>
    </SiteLink>
  )
}
