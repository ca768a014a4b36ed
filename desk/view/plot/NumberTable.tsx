import type { ReactNode } from 'react'

type NumberTableProps = {
  head?: readonly string[]
  /** @property barValue length of the row’s bar; the first row has the longest */
  rows: readonly { name: string; barValue?: number; cells: readonly ReactNode[] }[]
}

export function NumberTable({ head, rows }: NumberTableProps) {
  const maxValue = rows[0]?.barValue || 1
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
        {rows.map(({ name, barValue, cells }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {barValue !== undefined && (
                <span className="share" style={{ width: `${(barValue / maxValue) * 100}%` }} aria-hidden="true" />
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
