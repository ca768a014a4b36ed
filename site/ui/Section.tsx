import './Section.css'
import './Thread.css'
import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  name?: string | undefined
  heading: string
  remark?: string | undefined
  /** Shows the heading in small type. */
  isQuiet?: boolean
  className?: string
  children: ReactNode
}

/** A section of the home page. */
export function Section({ id, name, heading, remark, isQuiet, className = '', children }: SectionProps) {
  return (
    <section id={id} className={`section ${className}`.trimEnd()}>
      {remark && <p className="remark">{remark}</p>}
      <h2 className={isQuiet ? 'remark' : undefined}>
        <SectionHeading name={name} heading={heading} />
      </h2>
      {children}
    </section>
  )
}

/** A heading, with the section's name before it if that's different. */
export function SectionHeading({ name, heading }: Pick<SectionProps, 'name' | 'heading'>) {
  if (name === undefined || name === heading) return heading
  return (
    <>
      <span className="section-name">{name}</span> {heading}
    </>
  )
}
