/** A horizontal bar. @param part the filled part, from 0 to 1 */
export function Meter({ part }: { part: number }) {
  return <span className="meter" style={{ '--part': `${Math.min(1, Math.max(0, part)) * 100}%` }} />
}

export type Bar = { label: string; value: string; second?: string | undefined; part: number }

export function Bars({ bars, isOrdered }: { bars: readonly Bar[]; isOrdered?: boolean }) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className="bars">
      {bars.map(({ label, value, second, part }) => (
        <li key={label}>
          <span dir="auto">{label}</span>
          <span className="num">{value}</span>
          {second !== undefined && <span className="num second">{second}</span>}
          <Meter part={part} />
        </li>
      ))}
    </List>
  )
}
