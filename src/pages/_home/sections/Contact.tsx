import './Contact.css'
import type { ReactNode } from 'react'
import type { Drawing as DrawingData } from '../../../content/drawings.ts'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import { Drawing } from '../../../ui/drawing/Drawing.tsx'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'

type ContactProps = SectionWords['contact'] & {
  id: string
  /** Holds the end of the thread, which comes in at the top, 30 of 370 units from the left. */
  hand: DrawingData | undefined
  email: string
  children: ReactNode
}

export function Contact({ id, name, heading, remark, text, direct, reasons, email, hand, children }: ContactProps) {
  return (
    <Section
      id={id}
      name={name}
      heading={heading}
      remark={remark}
      className={hand ? 'contact contact-held' : 'contact'}
    >
      <div>
        <p className="lead">{text}</p>
        {children}
        <p>
          {`${direct} `}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </div>
      {reasons && (
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
      )}
      {hand && <Drawing drawing={hand} className="hand" />}
    </Section>
  )
}
