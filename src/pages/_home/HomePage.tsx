import type { ReactNode } from 'react'
import type { Home } from '../../content/home/home.ts'
import type { Offers } from '../../content/offers.ts'
import type { Studio } from '../../content/studio.ts'
import { Hero } from './hero/Hero.tsx'
import { Clients } from './sections/Clients.tsx'
import { Contact } from './sections/Contact.tsx'
import { Founder } from './sections/Founder.tsx'
import { Pricing } from './sections/Pricing.tsx'
import { Process } from './sections/Process.tsx'
import { Services } from './sections/Services.tsx'
import { Technology } from './sections/Technology.tsx'
import { Testimonials } from './sections/Testimonials.tsx'
import { WhyChoose } from './sections/WhyChoose.tsx'

type HomePageProps = {
  home: Home
  studio: Studio
  offers: Offers
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
