import { useSearchParams } from 'wouter'
import { useRead } from '../client.ts'
import { Waiting } from '../shell/Waiting.tsx'
import { RequestList } from './RequestList.tsx'
import { RequestView } from './RequestView.tsx'
import { isView, views } from './views.ts'

/** The list, and the request that was chosen beside it; on a narrow screen either of them. */
export function Requests({ reference }: { reference: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('view') ?? ''
  const view = isView(asked) ? asked : 'new'
  const search = query.get('search') ?? ''
  const Heading = reference === undefined ? 'h1' : 'h2'
  const rest = query.size === 0 ? '' : `?${query}`
  const { data, error } = useRead('requests', { view, search })
  const change = (name: string, value: string) =>
    setQuery((before) => new URLSearchParams([...[...before].filter(([key]) => key !== name), [name, value]]), {
      replace: name === 'search',
    })
  return (
    <main className={reference === undefined ? 'split' : 'split chosen'}>
      <section aria-label="Requests">
        <Heading>Requests</Heading>
        <search className="filters">
          <input
            type="search"
            aria-label="Search"
            placeholder="Search"
            aria-keyshortcuts="/"
            maxLength={200}
            value={search}
            onChange={({ target }) => change('search', target.value)}
          />
          {views.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === view}
              onClick={() => change('view', name)}
              className="quiet"
            >
              {label}
            </button>
          ))}
        </search>
        {data === undefined || error ? (
          <Waiting error={error} />
        ) : (
          <RequestList leads={data.leads} isCut={data.isCut} chosen={reference} query={rest} />
        )}
      </section>
      {reference !== undefined && <RequestView reference={reference} back={`/requests${rest}`} />}
    </main>
  )
}
