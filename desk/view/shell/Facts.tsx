import type { ReactNode } from 'react'

/** Labeled values; nulls are skipped. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(
        ([label, value], n) =>
          value !== null && (
            <div key={String(n)}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
