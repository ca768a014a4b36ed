import { Link, useLocation } from 'wouter'
import { useRead } from '../client.ts'
import { Icon } from '../ui/Icon.tsx'
import { type Count, countsOf, type ViewName, viewAt } from './navigation.ts'

/** The views’ links with their counts, for the sidebar and the bottom bar’s More. */
export function ViewLinks({ views, hasShortcuts }: { views: readonly ViewName[]; hasShortcuts?: boolean }) {
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
            <CountBadge count={counts[view.key]} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function CountBadge({ count }: { count: Count | undefined }) {
  if (!count?.value) return null
  return (
    <span className={count.isLate ? 'count late' : 'count'} title={count.about}>
      {count.value.toLocaleString('en')}
    </span>
  )
}

export function useCurrentView(): ViewName | undefined {
  const [path] = useLocation()
  return viewAt(path)
}

export function useCounts() {
  const { data } = useRead('overview.counts', {})
  return data === undefined || data.isFirstDay ? {} : countsOf(data)
}
