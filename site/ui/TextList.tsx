/** A list of short texts, or nothing if there are none. */
export function TextList({ items, className }: { items: readonly string[]; className: string }) {
  if (items.length === 0) return null
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
