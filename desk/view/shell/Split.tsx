import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'

type SplitProps = {
  title: string
  filters?: ReactNode
  /** The list. */
  children: ReactNode
  /** The selected entry, which replaces the list on a narrow screen, and what it is. */
  chosen: string | undefined
  label: string
  detail: (chosen: string) => ReactNode
  /** The list’s address. */
  back: string
  /** About the whole list, shown there while nothing is selected. */
  overview?: ReactNode
}

/** A list with its selected entry beside it. */
export function Split({ title, filters, children, chosen, label, detail, back, overview }: SplitProps) {
  const Heading = chosen === undefined ? 'h1' : 'h2'
  return (
    <main className={chosen === undefined ? 'split' : 'split chosen'}>
      <section aria-label={title}>
        <Heading>{title}</Heading>
        {filters && <search className="filters">{filters}</search>}
        {children}
      </section>
      {chosen !== undefined && (
        <article key={chosen} className="entry" aria-label={label} tabIndex={-1} aria-keyshortcuts="o">
          <p className="back">
            <Link href={back}>{`← ${title}`}</Link>
          </p>
          {detail(chosen)}
        </article>
      )}
      {overview && (
        <div className="entry" hidden={chosen !== undefined}>
          {overview}
        </div>
      )}
    </main>
  )
}

type View<Name extends string> = { name: Name; label: string }

/** The filters of a list, which are in its address. @param usual the view without one */
export function useFilters<Name extends string>(views: readonly View<Name>[], usual: NoInfer<Name>, key = 'view') {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get(key))?.name ?? usual
  const set = (changed: Record<string, string>, how?: { replace: boolean }) =>
    setQuery({ ...Object.fromEntries(query), ...changed }, how)
  return {
    view,
    set,
    query,
    search: query.get('search') ?? '',
    /** The end of the address of the list and its entries. */
    end: query.size === 0 ? '' : `?${query}`,
    tabs: <Tabs views={views} chosen={view} onChoose={(name) => set({ [key]: name })} />,
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
  chosen: Name | ''
  onChoose: (name: Name) => void
}

export function Tabs<Name extends string>({ views, chosen, onChoose }: TabsProps<Name>) {
  return views.map(({ name, label }) => (
    <button key={name} type="button" className="quiet" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
      {label}
    </button>
  ))
}
