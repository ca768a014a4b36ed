import { Link } from 'wouter'
import { useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { Filters, useFilters } from '../shell/filters.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Banner, Chip } from '../shell/parts.tsx'
import type { ViewProps } from '../shell/Shell.tsx'
import { Split } from '../shell/Split.tsx'
import { useClock } from '../shell/studio.tsx'
import type { Clock } from '../times.ts'
import { IssueView } from './IssueView.tsx'
import { type Filter, isIn, type Row, rowText } from './issue-text.ts'

const filterNames = { all: 'All', draft: 'Drafts', scheduled: 'Scheduled', sending: 'Sending', sent: 'Sent' }
const counted = ['draft', 'scheduled', 'sending'] as const

export function Issues({ id: slug }: ViewProps) {
  const clock = useClock()
  const { view, queryString } = useFilters<Filter>(filterNames, 'all')
  const list = useRead('issue.list', {})
  const issues = list.data?.issues ?? []
  const counts = Object.fromEntries(counted.map((name) => [name, issues.filter((row) => isIn(name, row)).length]))
  const shown = issues.filter((row) => isIn(view, row))
  const { scheduled, ...usual } = filterNames
  const names = counts['scheduled'] || view === 'scheduled' ? filterNames : usual
  return (
    <Split
      title="Issues"
      actions={
        <Link className="button phone" href="/subscribers">
          Subscribers
        </Link>
      }
      filters={<Filters<Filter> label="Filter" names={names as typeof filterNames} current={view} counts={counts} />}
      notice={list.data?.problems.map((problem) => (
        <Banner key={problem} isLate icon="warn">
          {problem}
        </Banner>
      ))}
      items={list.data && shown.map((row) => toItem(row, clock, queryString))}
      selected={slug}
      listHref={`/issues${queryString}`}
      placeholder={
        <Loaded {...list}>
          {() => (
            <p className="empty">
              {view === 'all' ? 'Publish an article in content/articles/, and it shows up here.' : 'No issues here.'}
            </p>
          )}
        </Loaded>
      }
      footer={shown.length > 0 && 'Publish an article, and it shows up here.'}
      renderDetail={(open) => <IssueView key={open} slug={open} />}
    />
  )
}

const stateNames = { draft: 'Draft', scheduled: 'Scheduled', sending: 'Sending', cancelled: 'Canceled' } as const

function toItem(row: Row, clock: Clock, queryString: string) {
  const { slug, title, state, at, sent, subscribers } = row
  const isOpen = state === 'sending' || state === 'paused'
  return {
    key: slug,
    href: hrefs.issue(slug) + queryString,
    title,
    isTitled: true,
    aside: state === 'paused' ? <Chip isLate>Paused</Chip> : state === 'done' ? clock.date(at) : stateNames[state],
    part: isOpen ? sent / Math.max(1, subscribers) : undefined,
    text: rowText(row, clock),
  }
}
