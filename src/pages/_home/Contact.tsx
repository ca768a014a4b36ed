import './Contact.css'
import type { ReactNode } from 'react'
import type { Home } from '../../content/home/home.ts'
import { Ranges } from '../../ui/Ranges.tsx'
import { Section } from '../../ui/Section.tsx'
import { Hand } from './Hand.tsx'

type ContactProps = Omit<Home['contact'], 'form'> & {
  email: string
  /** The form. */
  children: ReactNode
}

export function Contact({ heading, text, direct, reasons, email, children }: ContactProps) {
  return (
    <Section id="contact" heading={heading} className="contact">
      <div>
        <p className="lead">{text}</p>
        {children}
        <p>
          {direct}{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </div>
      <div className="contact-reasons">
        <h3>{reasons.heading}</h3>
        <dl>
          {reasons.items.map(({ title, description }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <Ranges text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Hand />
    </Section>
  )
}
