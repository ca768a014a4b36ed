import type { ReactNode } from 'react'
import { Facts } from '../shell/Facts.tsx'
import { formatFieldName, formatValue, isEmpty } from './format-value.ts'

/** Stored data as labeled values. Empty ones are left out. @param zone the studio’s, for times of calls */
export function DataList({ data, zone = 'UTC' }: { data: object; zone?: string }) {
  const entries = Object.entries(data).filter(([, value]) => !isEmpty(value))
  return (
    <Facts
      facts={entries.map(([name, value]) => [
        formatFieldName(name),
        <DataValue key={name} name={name} value={value} zone={zone} />,
      ])}
    />
  )
}

type DataValueProps = { name: string; value: unknown; zone: string }

function DataValue({ name, value, zone }: DataValueProps): ReactNode {
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((each, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <li key={n}>
            <DataValue name={name} value={each} zone={zone} />
          </li>
        ))}
      </ul>
    )
  }
  return typeof value === 'object' && value !== null ? (
    <DataList data={value} zone={zone} />
  ) : (
    formatValue(value, { name, zone })
  )
}
