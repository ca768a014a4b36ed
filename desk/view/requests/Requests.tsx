import { useSearchParams } from 'wouter'
import { useRead } from '../client.ts'
import { Split } from '../shell/Split.tsx'
import { Tabs } from '../shell/Tabs.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { RequestList } from './RequestList.tsx'
import { RequestView } from './RequestView.tsx'

const views = [
  { name: 'new', label: 'Waiting' },
  { name: 'answered', label: 'Answered' },
  { name: 'held', label: 'Doubtful' },
  { name: 'spam', label: 'Spam' },
  { name: 'all', label: 'All' },
] as const

/** The list, and the request that was chosen beside it; on a narrow screen either of them. */
export function Requests({ reference }: { reference: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get('view'))?.name ?? 'new'
  const search = query.get('search') ?? ''
  const rest = query.size === 0 ? '' : `?${query}`
  const { data, error } = useRead('requests', { view, search })
  return (
    <Split
      title="Requests"
      filters={
        <>
          <input
            type="search"
            aria-label="Search"
            placeholder="Search"
            aria-keyshortcuts="/"
            maxLength={200}
            value={search}
            onChange={({ target }) => setQuery({ view, search: target.value }, { replace: true })}
          />
          <Tabs views={views} chosen={view} onChoose={(name) => setQuery({ view: name, search })} />
        </>
      }
      beside={reference === undefined ? undefined : <RequestView reference={reference} back={`/requests${rest}`} />}
    >
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <RequestList leads={data.leads} isCut={data.isCut} chosen={reference} query={rest} />
      )}
    </Split>
  )
}
