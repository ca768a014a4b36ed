export function KiteMark() {
  return (
    <svg viewBox="0 0 22 32" width="22" height="32" aria-hidden="true">
      <path className="facet-1" d="M11 1 21 11 11 31 1 11Z" />
      <path d="M11 1V31M1 11H21" />
    </svg>
  )
}
