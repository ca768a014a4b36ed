import { type ResultOf, useRead } from '../client.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Split, useFilters } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { formatTime } from '../times.ts'
import { IssueView } from './IssueView.tsx'
import { formatShare } from './progress.ts'

const views = { all: 'All', unsent: 'Not sent', sent: 'Sent' } as const

type Row = ResultOf<'issue.list'>['issues'][number]

export function Issues({ id: slug }: { id: string | undefined }) {
  const { view, tabs, queryString } = useFilters(views, 'all')
  return (
    <Split
      title="Issues"
      filters={tabs}
      selected={slug}
      label="Issue"
      renderDetail={(selected) => <IssueView slug={selected} />}
      listHref={`/issues${queryString}`}
    >
      <Loaded {...useRead('issue.list', {})}>
        {({ problems, issues }) => (
          <>
            {problems.map((problem) => (
              <p key={problem} className="problem">
                {problem}
              </p>
            ))}
            <VirtualList
              items={issues
                .filter(({ state }) => view === 'all' || (view === 'sent') === (state !== null))
                .map((row) => toItem(row, queryString))}
              selected={slug}
              emptyText="No articles here."
              titleLines={2}
            />
          </>
        )}
      </Loaded>
    </Split>
  )
}

function toItem({ slug, title, at, state, words, subscribers, sent }: Row, queryString: string) {
  return {
    key: slug,
    href: `/issues/${slug}${queryString}`,
    title,
    aside: words,
    text: state === null ? day.format(at) : `${formatTime(at)} · delivered to ${formatShare(sent, subscribers)}`,
    isDone: state === 'done' || state === 'cancelled',
    isProblem: state === 'paused',
  }
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
