import { Link } from 'wouter'
import { Icon } from '../ui/Icon.tsx'
import { moreViews, tabName, tabPath, tabs } from './navigation.ts'
import { StudioTime, ViewSiteLink } from './Sidebar.tsx'
import { CountBadge, useCounts, useCurrentView, ViewLinks } from './ViewLinks.tsx'

/** Navigation on phones. Wide screens have the sidebar. */
export function BottomBar() {
  const current = useCurrentView()
  const counts = useCounts()
  const lateCount = moreViews.map(({ key }) => counts[key]).find((count) => count?.isLate)
  const currentTab = current && tabPath(current)
  return (
    <>
      <nav className="tabs" aria-label="Main views">
        <ul>
          {tabs.map((view) => (
            <li key={view.path}>
              <Link href={view.path} aria-current={view.path === currentTab || undefined}>
                <Icon name={view.icon} />
                <span>{tabName(view)}</span>
                {counts[view.key]?.isLate && <CountBadge count={counts[view.key]} />}
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
              <CountBadge count={lateCount} />
            </button>
          </li>
        </ul>
      </nav>
      {/* The key closes the sheet when one of its links opens another view. */}
      <div key={current?.path} className="sheet" id="more" popover="auto">
        <ViewLinks views={moreViews} />
        <p>
          <StudioTime />
          <ViewSiteLink />
        </p>
      </div>
    </>
  )
}
