import { Link, useLocation } from 'wouter'
import { useRead } from '../client.ts'
import { zoneName } from '../times.ts'
import { Icon } from '../ui/Icon.tsx'
import { type Count, countsOf, groups, moreViews, tabs, type ViewName, viewAt } from './navigation.ts'
import { SiteLink, useClock, useStudio } from './studio.tsx'

const viewSite = (
  <SiteLink path="">
    <Icon name="out" />
    <span>View site</span>
  </SiteLink>
)

/** Navigation on wide screens. Phones have the bottom bar. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const { name } = useStudio()
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
        <kbd>{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}</kbd>
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
        {viewSite}
      </div>
    </header>
  )
}

export function BottomBar() {
  const current = useCurrentView()
  const counts = useCounts()
  const late = moreViews.map(({ icon }) => counts[icon]).find((count) => count?.isLate)
  const currentTab = current?.path === '/subscribers' ? '/issues' : current?.path
  return (
    <>
      <nav className="tabs" aria-label="Main views">
        <ul>
          {tabs.map((view) => (
            <li key={view.path}>
              <Link href={view.path} aria-current={view.path === currentTab || undefined}>
                <Icon name={view.icon} />
                <span>{view.path === '/issues' ? 'Newsletter' : view.name}</span>
                {counts[view.icon]?.isLate && <CountBadge count={counts[view.icon]} />}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              popoverTarget="more"
              aria-current={moreViews.some(({ path }) => path === currentTab) || undefined}
            >
              <Icon name="more" />
              <span>More</span>
              <CountBadge count={late} />
            </button>
          </li>
        </ul>
      </nav>
      {/* With a new `key` for each view, the sheet closes when one of its links opens another view. */}
      <div key={current?.path} className="sheet" id="more" popover="auto">
        <ViewLinks views={moreViews} />
        <p>
          <StudioTime />
          {viewSite}
        </p>
      </div>
    </>
  )
}

function ViewLinks({ views, hasShortcuts }: { views: readonly ViewName[]; hasShortcuts?: boolean }) {
  const current = useCurrentView()
  const counts = useCounts()
  return (
    <ul>
      {views.map((view) => (
        <li key={view.path}>
          <Link
            href={view.path}
            aria-current={view === current ? 'page' : undefined}
            aria-keyshortcuts={hasShortcuts ? view.shortcut : undefined}
          >
            <Icon name={view.icon} />
            <span>{view.name}</span>
            <CountBadge count={counts[view.icon]} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CountBadge({ count }: { count: Count | undefined }) {
  if (!count?.value) return null
  return (
    <span className={count.isLate ? 'count late' : 'count'} title={count.about}>
      {count.value.toLocaleString('en')}
    </span>
  )
}

function useCurrentView(): ViewName | undefined {
  const [path] = useLocation()
  return viewAt(path)
}

function useCounts() {
  const { data } = useRead('overview.counts', {})
  return data === undefined || data.isFirstDay ? {} : countsOf(data)
}

function StudioTime() {
  const clock = useClock()
  return (
    <>
      <time>{`${clock.weekday(clock.now)} ${clock.time(clock.now)}`}</time>
      <small>{zoneName(clock.zone)}</small>
    </>
  )
}
