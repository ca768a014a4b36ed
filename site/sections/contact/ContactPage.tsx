import './ContactPage.css'
import type { ReactNode } from 'react'
import type { Drawings } from '../../../platform/content/drawings.ts'
import type { SectionCopy } from '../../../platform/content/home/section-schemas.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { Linked } from '../../ui/Linked.tsx'

type ContactPageProps = {
  copy: SectionCopy['contact']['page']
  drawings: Drawings
  form?: ReactNode
  hasCalls: boolean
  /** Free times for a call, below a heading with the id `call`. */
  children?: ReactNode
}

/** Offers two ways to get in touch, side by side on wide screens: write, or pick a time. */
export function ContactPage({ copy, drawings: { kite, hand }, form, hasCalls, children }: ContactPageProps) {
  return (
    <article className="contact-page">
      <h1>{copy.heading}</h1>
      {hasCalls && (
        <p className="contact-jump">
          <Linked text={copy.jump} to={['#call']} />
        </p>
      )}
      <section className="contact-write" aria-labelledby="write">
        <h2 id="write">{copy.write}</h2>
        <p className="second">{copy.text}</p>
        {form}
      </section>
      <div className={hasCalls ? 'contact-call' : 'contact-call contact-empty'}>
        {children}
        {hand && <Drawing drawing={hand} className="contact-hand" />}
      </div>
      {kite && <Drawing drawing={kite} className="contact-kite" />}
    </article>
  )
}
