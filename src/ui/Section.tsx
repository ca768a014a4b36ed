import './Section.css'
import './Thread.css'
import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  heading: string
  remark?: string
  thread?: 'margin' | 'right'
  quiet?: boolean
  className?: string
  children: ReactNode
}

export function Section({ id, heading, remark, thread = 'margin', quiet, className = '', children }: SectionProps) {
  return (
    <section
      id={id}
      className={`section ${thread === 'right' ? 'section-right ' : ''}${className}`.trimEnd()}
      aria-labelledby={`${id}-heading`}
    >
      {remark && <p className="remark">{remark}</p>}
      <h2 id={`${id}-heading`} className={quiet ? 'remark' : undefined}>
        {heading}
      </h2>
      {children}
    </section>
  )
}
