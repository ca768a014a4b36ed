import type { ReactNode } from 'react'
import { Facts } from '../shell/Facts.tsx'
import { formatFieldName, formatValue, isEmpty } from './format-value.ts'

/** Stored data as labeled values. Empty ones are left out. @param zone the studio’s, for times of calls */
export function DataList({ data, zone = 'UTC' }: { data: object; zone?: string }) {
  const entries = Object.entries(data).filter(([, value]) => !isEmpty(value))
  return <Facts facts={entries.map(([name, value]) => [formatFieldName(name), viewOf(value, name, zone)])} />
}

function viewOf(value: unknown, name: string, zone: string): ReactNode {
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((each, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <li key={n}>{viewOf(each, name, zone)}</li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object' && value !== null) return <DataList data={value} zone={zone} />
  return formatValue(value, { name, zone })
}
