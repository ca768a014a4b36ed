import type { ReactNode } from 'react'

type SplitProps = {
  title: string
  filters?: ReactNode
  /** The list. */
  children: ReactNode
  /** The selected entry; it replaces the list on a narrow screen. */
  beside: ReactNode | undefined
  /** About the whole list, shown there while nothing is selected. */
  overview?: ReactNode
}

/** A list with its selected entry beside it. */
export function Split({ title, filters, children, beside, overview }: SplitProps) {
  const Heading = beside === undefined ? 'h1' : 'h2'
  return (
    <main className={beside === undefined ? 'split' : 'split chosen'}>
      <section aria-label={title}>
        <Heading>{title}</Heading>
        {filters && <search className="filters">{filters}</search>}
        {children}
      </section>
      {beside}
      {overview && (
        <div className="request" hidden={beside !== undefined}>
          {overview}
        </div>
      )}
    </main>
  )
}
