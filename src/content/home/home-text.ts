import type { SiteContent } from '../site-content.ts'
import type { TextBlocks } from '../text-blocks.ts'
import { technologyCategories } from './home.schema.ts'
import { type Home, promotionShows } from './home.ts'

/** The landing page in plain words, a function for each section, in the page's order. The headline stands above them. */
export function homeText({ studio, offers, home }: SiteContent, now: Date): TextBlocks[] {
  const hero = heroText(home.hero)
  if (promotionShows(offers, now)) hero.blocks.unshift(`${home.banner.message} ${home.banner.badge}`)
  return [
    hero,
    servicesText(home.services),
    whyChooseText(home.whyChoose),
    technologyText(home.technology),
    processText(home.process),
    clientsText(home.clients),
    pricingText(home.pricing, offers.startingFrom),
    testimonialsText(home.testimonials),
    founderText(home.founder, studio.founder),
    contactText(home.contact, studio.email),
  ]
}

function heroText({ claim, badges, caption, start, view }: Home['hero']): TextBlocks {
  return {
    blocks: [
      claim,
      { items: badges.map((text) => ({ text })) },
      caption,
      { text: start, to: '/#contact' },
      { text: view, to: '/#services' },
    ],
  }
}

function servicesText({ heading, remark, items }: Home['services']): TextBlocks {
  const services = items.flatMap(({ title, description, features }) => [
    { heading: title },
    description,
    { items: features.map((text) => ({ text })) },
  ])
  return { anchor: 'services', heading, blocks: [remark, ...services] }
}

function whyChooseText({ heading, scale, items, callToAction }: Home['whyChoose']): TextBlocks {
  const { sprint, mvp, application } = scale
  return {
    anchor: 'why-choose',
    heading,
    blocks: [
      [sprint, mvp, application].map(({ figure, note }) => `${figure}: ${note}`).join(' · '),
      { items: items.map(({ title, description }) => ({ title, text: description })) },
      { before: callToAction.question, text: callToAction.link, to: '/#contact' },
    ],
  }
}

function technologyText({ heading, remark, items }: Home['technology']): TextBlocks {
  const rows = technologyCategories.map((title) => {
    const names = items.filter(({ category }) => category === title).map(({ name }) => name)
    return { title, text: names.join(', ') }
  })
  return { anchor: 'technology', heading, blocks: [remark, { items: rows }] }
}

function processText({ heading, items }: Home['process']): TextBlocks {
  const steps = items.map(({ title, description, time }) => ({ title, text: `${description} (${time})` }))
  return { anchor: 'process', heading, blocks: [{ items: steps, ordered: true }] }
}

function clientsText({ heading, items }: Home['clients']): TextBlocks {
  const rows = items.map(({ name, industry, description }) => ({ title: `${name}, ${industry}`, text: description }))
  return { anchor: 'partners', heading, blocks: [{ items: rows }] }
}

function pricingText(
  { heading, text, from, or, button }: Home['pricing'],
  { title, inr, usd, terms }: SiteContent['offers']['startingFrom'],
): TextBlocks {
  const price = `${from} ${inr.toLocaleString('en-US')} INR ${or} ${usd.toLocaleString('en-US')} USD`
  return {
    anchor: 'pricing',
    heading,
    blocks: [
      text,
      { heading: title },
      price,
      { items: terms.map((term) => ({ text: term })) },
      { text: button, to: '/#contact' },
    ],
  }
}

function testimonialsText({ heading, items }: Home['testimonials']): TextBlocks {
  const quotes = items.map(({ company, quote }) => ({ title: company, text: `“${quote}”` }))
  return { anchor: 'testimonials', heading, blocks: [{ items: quotes }] }
}

function founderText(
  { heading, tagline, badges, profile, items }: Home['founder'],
  founder: SiteContent['studio']['founder'],
): TextBlocks {
  return {
    anchor: 'about',
    heading,
    blocks: [
      ...(founder.name === undefined ? [] : [founder.name]),
      tagline,
      { items: badges.map((text) => ({ text })) },
      { text: profile, to: founder.profile },
      { items: items.map(({ title, description }) => ({ title, text: description })) },
    ],
  }
}

function contactText({ heading, text, direct, reasons, form }: Home['contact'], email: string): TextBlocks {
  return {
    anchor: 'contact',
    heading,
    blocks: [
      text,
      { text: form.send, to: '/contact' },
      { before: direct, text: email, to: `mailto:${email}` },
      { heading: reasons.heading },
      { items: reasons.items.map(({ title, description }) => ({ title, text: description })) },
    ],
  }
}
