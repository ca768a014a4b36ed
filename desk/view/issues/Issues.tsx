import { Link } from 'wouter'
import { useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { useClock } from '../shell/clock.ts'
import { Filters, useFilters } from '../shell/filters.tsx'
import type { ViewProps } from '../shell/Shell.tsx'
import { Split } from '../shell/Split.tsx'
import type { Clock } from '../times.ts'
import { Banner } from '../ui/Banner.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { IssueView } from './IssueView.tsx'
import { type Filter, isIn, type Row, rowText, stateNames } from './issue-text.ts'

const names = { all: 'All', draft: 'Drafts', scheduled: 'Scheduled', sending: 'Sending', sent: 'Sent' } as const

export function Issues({ id: slug }: ViewProps) {
  const clock = useClock()
  const { view, queryString } = useFilters(names, 'all')
  const list = useRead('issue.list', {})
  const { issues, problems = [] } = list.data ?? {}
  const count = (filter: Filter) => issues?.filter((row) => isIn(filter, row)).length ?? 0
  const counts = { draft: count('draft'), scheduled: count('scheduled'), sending: count('sending') }
  return (
    <Split
      title="Issues"
      actions={
        <Link className="button phone" href="/subscribers">
          Subscribers
        </Link>
      }
      filters={<Filters label="Filter" names={names} current={view} counts={counts} />}
      notice={problems.map((problem) => (
        <Banner key={problem} isLate icon="warn">
          {problem}
        </Banner>
      ))}
      items={issues?.filter((row) => isIn(view, row)).map((row) => toItem(row, clock, queryString))}
      selected={slug}
      listHref={`/issues${queryString}`}
      placeholder={<Loaded {...list}>{() => <p className="empty">No issues match.</p>}</Loaded>}
      footer="Publish an article, and it shows up here."
      renderDetail={(open) => <IssueView key={open} slug={open} />}
    />
  )
}

function toItem(row: Row, clock: Clock, queryString: string) {
  const { slug, title, state, sent, subscribers } = row
  const isSending = state === 'sending' || state === 'paused'
  return {
    key: slug,
    href: hrefs.issue(slug) + queryString,
    title,
    hasLongTitle: true,
    aside: stateLabel(row, clock),
    progress: isSending ? sent / Math.max(1, subscribers) : undefined,
    text: rowText(row, clock),
  }
}

function stateLabel({ state, at }: Row, clock: Clock) {
  if (state === 'paused') return <Chip isLate>{stateNames.paused}</Chip>
  return state === 'done' ? clock.date(at) : stateNames[state]
}
