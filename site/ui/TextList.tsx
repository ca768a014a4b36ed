/** A list of short strings. Renders nothing if it's empty. */
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
