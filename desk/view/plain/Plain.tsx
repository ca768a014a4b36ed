import type { ReactNode } from 'react'
import { isEmpty, plainName, plainText } from './plain-words.ts'

/** Whatever is kept, in plain words; what is empty is left out. */
export function Plain({ kept }: { kept: object }) {
  return (
    <dl className="facts">
      {Object.entries(kept).map(
        ([name, value]) =>
          !isEmpty(value) && (
            <div key={name}>
              <dt>{plainName(name)}</dt>
              <dd>
                <PlainValue value={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function PlainValue({ value }: { value: unknown }): ReactNode {
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((each, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are shown, and never moved
          <li key={n}>
            <PlainValue value={each} />
          </li>
        ))}
      </ul>
    )
  }
  return typeof value === 'object' && value !== null ? <Plain kept={value} /> : plainText(value)
}
