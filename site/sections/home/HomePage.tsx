import './HomePage.css'
import { Fragment, type ReactNode } from 'react'
import type { Drawings } from '../../../platform/content/drawings.ts'
import type { Home, HomeSection } from '../../../platform/content/home/home.ts'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { Ranges } from '../../ui/Headline.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'
import { ThreadBand, type ThreadSide, threadThrough } from '../../ui/Thread.tsx'
import { Contact } from './Contact.tsx'
import { Founder } from './Founder.tsx'
import { Hero } from './Hero.tsx'
import { Pricing } from './Pricing.tsx'
import { Process } from './Process.tsx'
import { WhyChoose } from './WhyChoose.tsx'

type HomePageProps = {
  home: Home
  studio: Studio
  drawings: Drawings
  children: ReactNode
}

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
          <SectionView
            section={section}
            side={sides[i]?.side ?? 'margin'}
            isLast={i === shown.length - 1}
            contact={contact}
            studio={studio}
            drawings={drawings}
          >
            {children}
          </SectionView>
        </Fragment>
      ))}
    </>
  )
}

type SectionViewProps = Omit<HomePageProps, 'home'> & {
  section: HomeSection
  side: ThreadSide
  isLast: boolean
  contact: string
}

function SectionView({ section, side, isLast, contact, studio, drawings, children }: SectionViewProps) {
  const { kind, id, words } = section
  switch (kind) {
    case 'banner':
      return null
    case 'hero':
      return <Hero {...words} drawings={drawings} />
    case 'services':
      return <Services id={id} {...words} />
    case 'why-choose':
      return <WhyChoose id={id} {...words} contact={contact} />
    case 'technology':
      return <Technology id={id} {...words} />
    case 'process':
      return <Process id={id} {...words} />
    case 'clients':
      return <Clients id={id} {...words} side={side} />
    case 'pricing':
      return <Pricing id={id} {...words} side={side} contact={contact} />
    case 'testimonials':
      return <Testimonials id={id} {...words} />
    case 'founder':
      return <Founder id={id} {...words} founder={studio.founder} drawing={drawings['portrait']} />
    case 'contact':
      return (
        <Contact id={id} {...words} email={studio.email} hand={isLast ? drawings['hand'] : undefined}>
          {children}
        </Contact>
      )
  }
}

function Clients({ items, side, ...head }: SectionWords['clients'] & { id: string; side: ThreadSide }) {
  return (
    <Section {...head} thread={side} className="clients">
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

function Services({ items, ...head }: SectionWords['services'] & { id: string }) {
  return (
    <Section {...head} className="services">
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

function Technology({ items, ...head }: SectionWords['technology'] & { id: string }) {
  const categories = Map.groupBy(items, ({ category }) => category)
  return (
    <Section {...head}>
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

function Testimonials({ items, ...head }: SectionWords['testimonials'] & { id: string }) {
  return (
    <Section {...head} quiet className="testimonials pair">
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
