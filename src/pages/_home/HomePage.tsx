import type { ReactNode } from 'react'
import type { Home } from '../../content/home/home.ts'
import type { Offers } from '../../content/offers.ts'
import type { Studio } from '../../content/studio.ts'
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
  offers: Offers
  /** The contact form. */
  children: ReactNode
}

export function HomePage({ home, studio, offers, children }: HomePageProps) {
  return (
    <>
      <Hero {...home.hero} />
      <Services {...home.services} />
      <WhyChoose {...home.whyChoose} leadTimes={offers.leadTimes} />
      <Technology {...home.technology} />
      <Process {...home.process} />
      <Clients {...home.clients} />
      <Pricing {...home.pricing} offer={offers.startingFrom} />
      <Testimonials {...home.testimonials} />
      <Founder {...home.founder} founder={studio.founder} />
      <Contact {...home.contact} email={studio.email}>
        {children}
      </Contact>
    </>
  )
}
