import './HomePage.css'
import { Fragment, type ReactNode } from 'react'
import type { Home } from '../../../platform/content/home/home.ts'
import type { SectionCopy, SectionKind } from '../../../platform/content/home/section-schemas.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { Ranges } from '../../ui/Headline.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'
import { ThreadBand, threadThrough } from '../../ui/Thread.tsx'
import { Clients } from './Clients.tsx'
import { Contact } from './Contact.tsx'
import { Founder } from './Founder.tsx'
import { Hero } from './Hero.tsx'
import { Pricing } from './Pricing.tsx'
import { Process } from './Process.tsx'
import type { SectionContext, SectionProps } from './section-props.ts'
import { Testimonials } from './Testimonials.tsx'
import { WhyChoose } from './WhyChoose.tsx'

type HomePageProps = { home: Home } & Pick<SectionContext, 'studio' | 'drawings' | 'children'>

export function HomePage({ home: { sections }, studio, drawings, children }: HomePageProps) {
  const shown = sections.filter(({ kind }) => kind !== 'banner')
  const sides = threadThrough(shown)
  const contact = shown.some(({ id }) => id === 'contact') ? '#contact' : '/contact'
  return (
    <>
      {shown.every(({ kind }) => kind !== 'hero') && (
        <h1 className="visually-hidden">{`${studio.name}: ${studio.tagline}`}</h1>
      )}
      {shown.map((section, i) => (
        <Fragment key={section.id}>
          {sides[i]?.crosses && <ThreadBand path="right-margin" />}
          {viewOf(section, {
            id: section.id,
            side: sides[i]?.side ?? 'margin',
            isLast: i === shown.length - 1,
            contact,
            studio,
            drawings,
            children,
          })}
        </Fragment>
      ))}
    </>
  )
}

const views: { [Kind in SectionKind]: (props: SectionProps<Kind>) => ReactNode } = {
  banner: () => null,
  hero: Hero,
  services: Services,
  'why-choose': WhyChoose,
  technology: Technology,
  process: Process,
  clients: Clients,
  pricing: Pricing,
  testimonials: Testimonials,
  founder: Founder,
  contact: Contact,
}

function viewOf<Kind extends SectionKind>(section: { kind: Kind; copy: SectionCopy[Kind] }, context: SectionContext) {
  return views[section.kind]({ ...section.copy, ...context })
}

function Services({ items, ...header }: SectionProps<'services'>) {
  return (
    <Section {...header} className="services">
      {items.map(({ title, drawing, description, features }) => (
        <article key={title} className="service">
          <div>
            <h3 className="large">{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
            <TextList items={features} className="ruled" />
          </div>
          {drawing && <Drawing drawing={drawing} />}
        </article>
      ))}
    </Section>
  )
}

function Technology({ items, ...header }: SectionProps<'technology'>) {
  const categories = Map.groupBy(items, ({ category }) => category)
  return (
    <Section {...header}>
      <dl className="parts">
        {[...categories].map(([category, parts]) => (
          <div key={category} className="parts-row serif large" data-count={parts.length}>
            <dt className="remark">{category}</dt>
            {parts.map(({ name }) => (
              <dd key={name}>{name}</dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}
