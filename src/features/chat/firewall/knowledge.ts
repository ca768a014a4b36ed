import { bindClaims } from './bind.ts'
import { bearsOut, type Fact, type FactSentence, findFacts, type Kinship, topicThing } from './facts.ts'
import type { FirewallSources } from './firewall.ts'
import { foldText } from './fold-text.ts'
import { createSentenceCutter } from './sentence-cutter.ts'
import { createLexicon, type Lexicon, type Thing } from './things.ts'

/** All that the firewall knows of the content. */
export type SiteKnowledge = {
  lexicon: Lexicon
  facts: readonly Fact[]
  kinship: Kinship
  /** Ids of the packages. */
  packages: readonly string[]
  /** Whether a folded sentence stands in the facts or topics word for word, and says by itself what it is about. */
  isFactSentence: (folded: string) => boolean
  /** Whether a folded sentence stands on the site word for word. */
  isSiteSentence: (folded: string) => boolean
  /** The true sentence that says what a folded sentence claims, of which everything is known to be true. */
  factIn: (folded: string) => string | undefined
  /** Whether a folded sentence speaks of the promotion with its end. */
  allowsDiscount: (folded: string) => boolean
}

/** What refers to the sentence before can be true there and false elsewhere. */
const leansOn =
  /^(?:it|its|they|their|them|this|that|these|those|both|each|all|then|and|but|or|so|here|there|he|she|yes|no|sure|of course|from|starting)\b/

export function gatherKnowledge({ offers, home, topics, words, texts = [] }: FirewallSources): SiteKnowledge {
  const clients = home.clients.items.map(({ name }) => name)
  const lexicon = createLexicon([...thingsOf(words, offers, clients), ...topicThings(topics)])
  const kinship: Kinship = new Map([
    ['saas', ['application']],
    ['packages', ['sprint']],
    ...offers.packages.map(({ id }): [string, string[]] => [id, ['sprint']]),
    ['client', clients.map(clientThing)],
  ])
  const facts = findFacts(
    [
      ...words.facts.map((text): FactSentence => ({ text })),
      ...topics.flatMap(({ id, about, says }) => says.map((text): FactSentence => ({ text, about, topic: id }))),
      ...home.clients.items.map(({ name, description }) => ({ text: description, about: [name] })),
      ...home.testimonials.items.map(({ company, quote }) => ({ text: quote, about: [company] })),
    ],
    lexicon,
  )
  const said = [
    ...words.facts,
    ...Object.values(words.instead),
    words.closing,
    ...topics.flatMap(({ says, next }) => [...says, next]),
  ]
  const saidFolded = new Set(said.map(plain).filter((sentence) => !leansOn.test(sentence)))
  const onSite = new Set([...stringsIn(home), ...texts, ...said].flatMap(sentencesOf).map(plain))
  const { discount, validTill } = offers.promotion
  return {
    lexicon,
    facts,
    kinship,
    packages: offers.packages.map(({ id }) => id),
    isFactSentence: (folded) => saidFolded.has(plain(folded)),
    isSiteSentence: (folded) => onSite.has(plain(folded)),
    factIn: (folded) => {
      const claims = bindClaims(folded, lexicon, []).claims.filter(
        ({ kind }) => kind === 'price' || kind === 'duration',
      )
      return claims.flatMap((claim) => facts.find((fact) => bearsOut(fact, claim, kinship))?.sentence ?? [])[0]
    },
    allowsDiscount: (folded) => folded.includes(foldText(discount)) && folded.includes(foldText(validTill)),
  }
}

function thingsOf(
  words: FirewallSources['words'],
  { packages }: FirewallSources['offers'],
  clients: readonly string[],
): Thing[] {
  return [
    ...words.offerings.map((offering) => ({ ...offering, role: 'offering' as const })),
    ...packages.map(({ id, name }) => ({ id, role: 'offering' as const, names: [name] })),
    ...clients.map((name) => ({ id: clientThing(name), role: 'offering' as const, names: [name] })),
    ...words.others.map((name) => ({ id: `other:${name}`, role: 'offering' as const, names: [name] })),
    ...words.aspects.map((aspect) => ({ ...aspect, role: 'aspect' as const })),
  ]
}

function topicThings(topics: FirewallSources['topics']): Thing[] {
  return topics.map(({ id, about }) => ({ id: topicThing(id), role: 'offering' as const, names: [], weakNames: about }))
}

function clientThing(name: string): string {
  return `client:${name}`
}

function plain(text: string): string {
  return foldText(text).replaceAll(/^["'\s]+|[\s"'.!?…]+$/g, '')
}

function sentencesOf(text: string): string[] {
  const cutter = createSentenceCutter()
  return [...cutter.push(text), ...cutter.end()]
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
