import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'

type SplitProps = {
  title: string
  filters?: ReactNode
  children: ReactNode
  /** Key of the selected entry. On a narrow screen, the entry replaces the list. */
  selected: string | undefined
  /** What an entry is, such as “Lead”. */
  label: string
  renderDetail: (selected: string) => ReactNode
  listHref: string
  /** Shown while no entry is selected. */
  overview?: ReactNode
}

export function Split({ title, filters, children, selected, label, renderDetail, listHref, overview }: SplitProps) {
  const Heading = selected === undefined ? 'h1' : 'h2'
  return (
    <main className={selected === undefined ? 'split' : 'split selected'}>
      <section aria-label={title}>
        <Heading>{title}</Heading>
        {filters && <search className="filters">{filters}</search>}
        {children}
      </section>
      {selected !== undefined && (
        <article key={selected} className="entry" aria-label={label} tabIndex={-1} aria-keyshortcuts="o">
          <p className="back">
            <Link href={listHref}>{`← ${title}`}</Link>
          </p>
          {renderDetail(selected)}
        </article>
      )}
      {overview && (
        <div className="entry" hidden={selected !== undefined}>
          {overview}
        </div>
      )}
    </main>
  )
}

type Views<Name extends string> = Readonly<Record<Name, string>>

/** The filters of a list, kept in its address. @param parameter the one that holds the view */
export function useFilters<Name extends string>(views: Views<Name>, defaultView: NoInfer<Name>, parameter = 'view') {
  const [query, setQuery] = useSearchParams()
  const view = keysOf(views).find((name) => name === query.get(parameter)) ?? defaultView
  const setFilters = (changes: Record<string, string>, options?: { replace: boolean }) =>
    setQuery({ ...Object.fromEntries(query), ...changes }, options)
  return {
    view,
    setFilters,
    query,
    search: query.get('search') ?? '',
    /** Belongs to the addresses of the list and its entries. */
    queryString: query.size === 0 ? '' : `?${query}`,
    tabs: <Tabs views={views} selected={view} onSelect={(name) => setFilters({ [parameter]: name })} />,
  }
}

type SearchProps = { filters: Pick<ReturnType<typeof useFilters>, 'search' | 'setFilters'>; placeholder?: string }

export function SearchField({ filters: { search, setFilters }, placeholder = 'Search' }: SearchProps) {
  return (
    <input
      type="search"
      aria-label="Search"
      placeholder={placeholder}
      aria-keyshortcuts="/"
      maxLength={200}
      value={search}
      onChange={({ target }) => setFilters({ search: target.value }, { replace: true })}
    />
  )
}

type TabsProps<Name extends string> = {
  views: Views<Name>
  selected: Name | undefined
  onSelect: (name: Name) => void
}

export function Tabs<Name extends string>({ views, selected, onSelect }: TabsProps<Name>) {
  return keysOf(views).map((name) => (
    <button key={name} type="button" className="quiet" aria-pressed={name === selected} onClick={() => onSelect(name)}>
      {views[name]}
    </button>
  ))
}

export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}
