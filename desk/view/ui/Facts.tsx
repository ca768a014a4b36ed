import { Fragment, type ReactNode } from 'react'

/** Labeled values. Facts with the value null are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(
        ([label, value], n) =>
          value !== null && (
            <Fragment key={String(n)}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
