import type { ReactNode } from 'react'

type SplitProps = {
  title: string
  filters?: ReactNode
  /** The list. */
  children: ReactNode
  /** What was chosen of it; on a narrow screen it takes the list's place. */
  beside: ReactNode | undefined
  /** What is said of the whole list, in that place while nothing is chosen. */
  overview?: ReactNode
}

/** A list, and one of it beside. */
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
