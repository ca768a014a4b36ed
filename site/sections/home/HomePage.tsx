import './HomePage.css'
import { Fragment, type ReactNode } from 'react'
import type { Home } from '../../../platform/content/home/home.ts'
import type { SectionCopy, SectionKind } from '../../../platform/content/home/section-schemas.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { Ranges } from '../../ui/Headline.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'
import { maxStepsInLine, ThreadBand, threadThrough } from '../../ui/Thread.tsx'
import { Contact } from './Contact.tsx'
import { Founder } from './Founder.tsx'
import { Hero } from './Hero.tsx'
import { Pricing } from './Pricing.tsx'
import type { SectionContext, SectionProps } from './section-props.ts'
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

function Clients({ items, side, ...header }: SectionProps<'clients'>) {
  return (
    <Section {...header} className={side === 'right' ? 'section-right clients' : 'clients'}>
      <ul className={items.some(({ picture }) => picture) ? 'clients-shown' : undefined}>
        {items.map(({ name, industry, logo, description, picture, link }) => (
          <li key={name} className="client">
            {picture ? (
              <Photo picture={picture} alt="" sizes="(width >= 62.5em) 30vw, 92vw" />
            ) : (
              <span className="client-logo" aria-hidden="true">
                {logo}
              </span>
            )}
            <h3>{name}</h3>
            {industry && <p className="remark">{industry}</p>}
            <p>
              {description}
              {link && (
                <>
                  {' '}
                  <a href={link.to}>{link.text}</a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
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

const sag = 'M0 0C30 100 70 100 100 0'
const exit = 'M0 0C30 50 100 30 100 100'

function Process({ items, ...header }: SectionProps<'process'>) {
  const isInLine = items.length <= maxStepsInLine
  return (
    <Section {...header} className={isInLine ? 'process process-line' : 'process'}>
      <ol className="steps">
        {items.map(({ title, icon, description, time }, i) => (
          <li key={title} className="step">
            <svg className="step-thread" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className="thread" d={i < items.length - 1 ? sag : exit} />
            </svg>
            <Post />
            {icon && <Drawing drawing={icon} className="glyph" />}
            <h3>{title}</h3>
            <p>{description}</p>
            {time && <p className="remark">{time}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Post() {
  return (
    <svg className="post" viewBox="0 0 72 86" width="72" height="86" aria-hidden="true">
      <path className="spar" d="M10 1v84" />
      <path d="M3 2h14M0 85h66" />
      <path className="thread" d="M6 6l8 1M6 9l8 1M6 12l8 1" />
    </svg>
  )
}

function Testimonials({ items, ...header }: SectionProps<'testimonials'>) {
  return (
    <Section {...header} isQuiet className="testimonials pair">
      {items.map(({ quote, highlight, company }, i) => (
        <figure key={quote} className="quote">
          <blockquote className={i === 0 ? 'display' : undefined}>
            <Highlighted text={`“${quote}”`} highlight={highlight} />
          </blockquote>
          <figcaption>{company}</figcaption>
        </figure>
      ))}
    </Section>
  )
}

function Highlighted({ text, highlight }: { text: string; highlight: string | undefined }) {
  if (highlight === undefined) return text
  const start = text.indexOf(highlight)
  return (
    <>
      {text.slice(0, start)}
      <em>{highlight}</em>
      {text.slice(start + highlight.length)}
    </>
  )
}
