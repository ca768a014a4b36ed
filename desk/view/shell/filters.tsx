import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { Icon } from '../ui/Icon.tsx'

type Names<Name extends string> = Readonly<Record<Name, ReactNode>>

/** A list’s filter and search, which are in the URL. @param defaultView the filter if the URL has none */
export function useFilters<Name extends string>(names: Names<Name>, defaultView: NoInfer<Name>) {
  const [query, setQuery] = useSearchParams()
  const view = keysOf(names).find((name) => name === query.get('view')) ?? defaultView
  return {
    view,
    query,
    search: query.get('search') ?? '',
    setSearch: (search: string) => setQuery({ ...Object.fromEntries(query), search }, { replace: true }),
    /** The query string to append to URLs of the list and its entries. */
    queryString: query.size === 0 ? '' : `?${query}`,
  }
}

type FiltersProps<Name extends string> = {
  label: string
  names: Names<Name>
  current: Name
  counts?: Partial<Record<NoInfer<Name>, number>>
  /** The filter’s parameter in the URL. */
  parameter?: string
}

/** Links that filter a list, each with its number of entries. Following one closes the open entry. */
export function Filters<Name extends string>({
  label,
  names,
  current,
  counts = {},
  parameter = 'view',
}: FiltersProps<Name>) {
  const [path] = useLocation()
  const [query] = useSearchParams()
  const [, view] = path.split('/')
  return (
    <nav className="filters" aria-label={label}>
      {keysOf(names).map((name) => (
        <Link
          key={name}
          href={`/${view}?${new URLSearchParams({ ...Object.fromEntries(query), [parameter]: name })}`}
          aria-current={name === current || undefined}
        >
          {names[name]}
          {(counts[name] ?? 0) > 0 && <span className="num">{counts[name]?.toLocaleString('en')}</span>}
        </Link>
      ))}
    </nav>
  )
}

type SearchProps = {
  filters: { search: string; setSearch: (search: string) => void }
  placeholder: string
  isFocused?: boolean
}

export function SearchField({ filters: { search, setSearch }, placeholder, isFocused }: SearchProps) {
  return (
    <label className="search">
      <Icon name="search" />
      <input
        ref={isFocused ? focusField : undefined}
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        aria-keyshortcuts="/"
        maxLength={200}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
    </label>
  )
}

type SwitchProps<Name extends string> = {
  label: string
  names: Partial<Names<Name>>
  current: Name
  onChange: (name: Name) => void
}

/** A segmented switch. */
export function Switch<Name extends string>({ label, names, current, onChange }: SwitchProps<Name>) {
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{label}</legend>
      {keysOf(names).map((name) => (
        <label key={name}>
          <input type="radio" name={label} checked={name === current} onChange={() => onChange(name)} />
          {names[name]}
        </label>
      ))}
    </fieldset>
  )
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus()
}

export function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  return Object.keys(record) as Key[]
}
