import './Contact.css'
import type { ReactNode } from 'react'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'

type ContactProps = SectionWords['contact'] & {
  id: string
  /** The hand that holds the thread ends the page. */
  isLast: boolean
  email: string
  children: ReactNode
}

export function Contact({ id, name, heading, remark, text, direct, reasons, email, isLast, children }: ContactProps) {
  return (
    <Section
      id={id}
      name={name}
      heading={heading}
      remark={remark}
      className={isLast ? 'contact contact-last' : 'contact'}
    >
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
      {isLast && <Hand />}
    </Section>
  )
}

/** The thread comes in at the top, 30 units from the left. */
function Hand() {
  return (
    <svg className="hand" viewBox="0 0 370 210" aria-hidden="true">
      <path className="hatched" d="m322 20 46-6v178l-40-10Z" />
      <path d="M304 38c-32-10-60-12-86-4-18 2-28 6-42 6-26-3-54 0-72 9-24 11-50 25-72 35-10 4-12 13-4 14m276-60 4-12 14-2 6 154-16-4-4-10m14-144 46-6v178l-40-10M28 98c-8 2-11 12-2 15 20 4 44 9 66 13s40 12 58 19c16 7 36 9 56 5M28 98c22-3 50 1 72 1 22-1 34-9 42-21M28 98c20-1 42-6 60-14m-52 1c4-6 11-9 18-11m-30 30c9-4 20-3 28 1m50 23c-12 12-8 32 10 34 16 2 28-4 34-16m-36 16c0 16 20 24 38 18 12-4 18-14 20-26m-22 27c6 13 28 15 44 5 6-4 10-8 14-12 32 4 70-2 104-10M104 49c6 3 10 8 11 13m61-22c6 4 10 10 11 16" />
      <path className="thread" d="M30 0v92m-4 21c-2 21 14 31 10 51s-14 26-6 46" />
    </svg>
  )
}
