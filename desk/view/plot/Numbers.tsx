import type { ReactNode } from 'react'

type NumbersProps = {
  head?: readonly string[]
  /** @property part is drawn as a bar; the first row’s is the longest */
  rows: readonly { name: string; part?: number; cells: readonly ReactNode[] }[]
}

export function Numbers({ head, rows }: NumbersProps) {
  const whole = rows[0]?.part || 1
  return (
    <table className="numbers">
      {head && (
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ name, part, cells }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {part !== undefined && (
                <span className="share" style={{ width: `${(part / whole) * 100}%` }} aria-hidden="true" />
              )}
            </th>
            {cells.map((cell, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column keeps its place
              <td key={n}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
