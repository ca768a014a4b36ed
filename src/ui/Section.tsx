import './Section.css'
import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  heading: string
  /** The italic words in the margin. */
  remark?: string
  /** Where the thread runs: down the margin, down the right edge, or not here. */
  thread?: 'margin' | 'right' | 'none'
  className?: string
  children: ReactNode
}

/** A stretch of the page under its own heading, with a remark in the margin and the thread as its rule. */
export function Section({ id, heading, remark, thread = 'margin', className = '', children }: SectionProps) {
  return (
    <section id={id} className={`section section-${thread} ${className}`.trim()} aria-labelledby={`${id}-heading`}>
      {remark && <p className="section-remark remark">{remark}</p>}
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  )
}
