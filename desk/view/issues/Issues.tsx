import { useSearchParams } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Split } from '../shell/Split.tsx'
import { Tabs } from '../shell/Tabs.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { moment } from '../times.ts'
import { IssueView } from './IssueView.tsx'
import { share } from './progress.ts'

const views = [
  { name: 'all', label: 'All' },
  { name: 'unsent', label: 'Not sent' },
  { name: 'sent', label: 'Sent' },
] as const

type Row = ResultOf<'issue.list'>['issues'][number]

/** Articles and issues, and the selected one beside its preview. */
export function Issues({ slug }: { slug: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get('view'))?.name ?? 'all'
  const rest = query.size === 0 ? '' : `?${query}`
  const { data, error } = useRead('issue.list', {})
  const rows = data?.issues.filter(({ state }) => view === 'all' || (view === 'sent') === (state !== null)) ?? []
  return (
    <Split
      title="Issues"
      filters={
        <Tabs views={views} chosen={view} onChoose={(name) => setQuery({ ...Object.fromEntries(query), view: name })} />
      }
      beside={slug === undefined ? undefined : <IssueView key={slug} slug={slug} back={`/issues${rest}`} />}
    >
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          {data.problems.map((problem) => (
            <p key={problem} className="problem">
              {problem}
            </p>
          ))}
          <VirtualList
            items={rows.map((row) => toItem(row, rest))}
            chosen={slug}
            isCut={false}
            none="No such article."
            titleLines={2}
          />
        </>
      )}
    </Split>
  )
}

function toItem({ slug, title, at, state, words, subscribers, sent }: Row, rest: string) {
  const reached = `${sent.toLocaleString('en')} of ${subscribers.toLocaleString('en')} delivered (${share(sent, subscribers)})`
  return {
    key: slug,
    href: `/issues/${slug}${rest}`,
    title,
    aside: words,
    text: state === null ? dayOf(at) : `${moment(at)} · ${reached}`,
    isDone: state === 'done' || state === 'cancelled',
    isProblem: state === 'paused',
  }
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

function dayOf(ms: number): string {
  return day.format(ms)
}
