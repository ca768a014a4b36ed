import type { ReactNode } from 'react'
import { Link } from 'wouter'

type PaneProps = {
  label: string
  /** What the list is called, and its address. */
  list: string
  back: string
  children: ReactNode
}

/** What was chosen of a list, beside it; a key leads into it. */
export function Pane({ label, list, back, children }: PaneProps) {
  return (
    <article className="request" aria-label={label} tabIndex={-1} aria-keyshortcuts="o">
      <p className="back">
        <Link href={back}>{`← ${list}`}</Link>
      </p>
      {children}
    </article>
  )
}
