import { Fragment, type ReactNode } from 'react'
import type { Drawings } from '../../../platform/content/drawings.ts'
import type { Home, HomeSection } from '../../../platform/content/home/home.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { ThreadBand } from '../../ui/ThreadBand.tsx'
import { type ThreadSide, threadThrough } from '../../ui/thread.ts'
import { Clients } from './Clients.tsx'
import { Contact } from './Contact.tsx'
import { Founder } from './Founder.tsx'
import { Hero } from './hero/Hero.tsx'
import { Pricing } from './Pricing.tsx'
import { Process } from './Process.tsx'
import { Services } from './Services.tsx'
import { Technology } from './Technology.tsx'
import { Testimonials } from './Testimonials.tsx'
import { WhyChoose } from './WhyChoose.tsx'

type HomePageProps = {
  home: Home
  studio: Studio
  drawings: Drawings
  /** The contact form. */
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
          {sides[i]?.crosses && <ThreadBand way="right-margin" />}
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
  /** Where visitors write. */
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
