import type { Offers } from '../../src/content/offers.ts'
import { pageTexts } from '../../src/content/page-texts.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { siteTexts } from '../../src/content/site-texts.ts'
import { inDigits, plainWords } from './plain-words.ts'

/** What a reply may say, written down from content/offers.yaml and the pages, without asking how the agent keeps to it. */
export type Facts = {
  offers: Offers
  email: string
  host: string
  /** All that the pages say, in plain words, and again with every number in digits. */
  published: string
  /** What a model is told for itself alone. */
  secrets: string[]
  /** What {paths} in the questions' facts mean. */
  fill: object
}

/** @param site where links may lead */
export function readFacts(site: URL): Facts {
  const content = siteContent()
  const { task, manner, fence, goOn } = content.agent.prompt
  const pages = pageTexts(content, siteTexts(), { site, now: new Date(), lastChange: () => undefined })
  const words = pages.flatMap(({ title, description, sections }) => [
    title,
    description,
    ...sections.flatMap(({ heading, text }) => [heading ?? '', text]),
  ])
  return {
    offers: content.offers,
    email: content.studio.email,
    host: site.host,
    published: `${plainWords(words.join('\n'))} ${inDigits(words.join('\n'))}`,
    secrets: [task, ...manner, fence, goOn],
    fill: { ...content.offers, studio: content.studio },
  }
}
