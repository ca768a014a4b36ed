import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'

type SplitProps = {
  title: string
  filters?: ReactNode
  /** The list. */
  children: ReactNode
  /** Key of the selected entry, which replaces the list on a narrow screen. */
  selected: string | undefined
  /** What an entry is, such as “Lead”. */
  label: string
  detail: (selected: string) => ReactNode
  /** The list’s address. */
  back: string
  /** About the whole list, shown while nothing is selected. */
  overview?: ReactNode
}

/** A list with its selected entry beside it. */
export function Split({ title, filters, children, selected, label, detail, back, overview }: SplitProps) {
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
            <Link href={back}>{`← ${title}`}</Link>
          </p>
          {detail(selected)}
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

type View<Name extends string> = { name: Name; label: string }

/** The filters of a list, kept in its address. @param defaultView the view if the address has none */
export function useFilters<Name extends string>(
  views: readonly View<Name>[],
  defaultView: NoInfer<Name>,
  key = 'view',
) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get(key))?.name ?? defaultView
  const set = (changed: Record<string, string>, options?: { replace: boolean }) =>
    setQuery({ ...Object.fromEntries(query), ...changed }, options)
  return {
    view,
    set,
    query,
    search: query.get('search') ?? '',
    /** The query of the addresses of the list and its entries. */
    queryString: query.size === 0 ? '' : `?${query}`,
    tabs: <Tabs views={views} selected={view} onSelect={(name) => set({ [key]: name })} />,
  }
}

type SearchProps = { filters: Pick<ReturnType<typeof useFilters>, 'search' | 'set'>; placeholder?: string }

export function Search({ filters: { search, set }, placeholder = 'Search' }: SearchProps) {
  return (
    <input
      type="search"
      aria-label="Search"
      placeholder={placeholder}
      aria-keyshortcuts="/"
      maxLength={200}
      value={search}
      onChange={({ target }) => set({ search: target.value }, { replace: true })}
    />
  )
}

type TabsProps<Name extends string> = {
  views: readonly View<Name>[]
  selected: Name | ''
  onSelect: (name: Name) => void
}

export function Tabs<Name extends string>({ views, selected, onSelect }: TabsProps<Name>) {
  return views.map(({ name, label }) => (
    <button key={name} type="button" className="quiet" aria-pressed={name === selected} onClick={() => onSelect(name)}>
      {label}
    </button>
  ))
}
