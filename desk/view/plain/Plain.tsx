import type { ReactNode } from 'react'
import { Facts } from '../shell/Facts.tsx'
import { isEmpty, plainName, plainText } from './plain-words.ts'

/** Any stored data, without empty values. @param zone the studio’s, for times of calls */
export function Plain({ data, zone = 'UTC' }: { data: object; zone?: string }) {
  const filled = Object.entries(data).filter(([, value]) => !isEmpty(value))
  return (
    <Facts
      facts={filled.map(([name, value]) => [
        plainName(name),
        <PlainValue key={name} name={name} value={value} zone={zone} />,
      ])}
    />
  )
}

type PlainValueProps = { name: string; value: unknown; zone: string }

function PlainValue({ name, value, zone }: PlainValueProps): ReactNode {
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((each, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <li key={n}>
            <PlainValue name={name} value={each} zone={zone} />
          </li>
        ))}
      </ul>
    )
  }
  return typeof value === 'object' && value !== null ? (
    <Plain data={value} zone={zone} />
  ) : (
    plainText(value, { name, zone })
  )
}
