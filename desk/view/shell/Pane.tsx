import type { ReactNode } from 'react'
import { Link } from 'wouter'

type PaneProps = {
  label: string
  /** The list’s name and address. */
  list: string
  back: string
  children: ReactNode
}

/** The selected entry of a list, beside it. */
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
