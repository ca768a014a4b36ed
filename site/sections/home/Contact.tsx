import { Fragment } from 'react'
import { ContactLinks } from '../../ui/ContactLinks.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { Ranges } from '../../ui/Headline.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'
import type { SectionProps } from './section-props.ts'

/** The last section, which ends with a drawing of a hand. The thread enters it at 30 of 370 units from the left. */
export function Contact(props: SectionProps<'contact'>) {
  const { text, direct, reasons, before, studio, isLast, drawings, children, ...header } = props
  const hand = isLast ? drawings['hand'] : undefined
  return (
    <Section {...header} className={hand ? 'contact contact-held' : 'contact'}>
      <div>
        <p className="lead">{text}</p>
        {children}
        <p>
          {`${direct} `}
          <ContactLinks studio={studio} />
        </p>
      </div>
      {(reasons || before) && (
        <div className="contact-points">
          {reasons && (
            <>
              <h3>{reasons.heading}</h3>
              <dl>
                {reasons.items.map(({ title, description }) => (
                  <Fragment key={title}>
                    <dt>{title}</dt>
                    <dd>
                      <Ranges text={description} />
                    </dd>
                  </Fragment>
                ))}
              </dl>
            </>
          )}
          {before && (
            <>
              <h3>{before.heading}</h3>
              <TextList items={before.items} className="ruled" />
            </>
          )}
        </div>
      )}
      {hand && <Drawing drawing={hand} className="hand" />}
    </Section>
  )
}
