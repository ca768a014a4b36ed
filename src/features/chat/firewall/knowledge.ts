import { bindClaims } from './bind.ts'
import { findClaims } from './claims.ts'
import type { Shown } from './counts.ts'
import { createEvidence, createSupport, type Evidence, type Support } from './evidence.ts'
import { bearsOut, type Fact, type FactSentence, findFacts, type Kinship, topicThing } from './facts.ts'
import type { FirewallSources } from './firewall.ts'
import { foldText } from './fold-text.ts'
import { createNameCheck, type NameCheck } from './names.ts'
import { findPromise } from './promises.ts'
import { createRequestCheck, type RequestCheck } from './requests.ts'
import { cutSentences } from './sentence-cutter.ts'
import { createLexicon, type Lexicon, type Thing } from './things.ts'

type Context = { visitor: readonly string[]; before: readonly string[] }

/** All that the firewall knows of the content. */
export type SiteKnowledge = {
  lexicon: Lexicon
  facts: readonly Fact[]
  kinship: Kinship
  /** Ids of the packages. */
  packages: readonly string[]
  /**
   * Whether a folded sentence stands in the facts or topics word for word, and says by itself what it is about, goes on
   * from the same topic, or could be taken for nothing that is sold.
   */
  isFactSentence: (folded: string, context: Context) => boolean
  /** How many of what the home page shows. */
  shown: Shown
  /** Whether a folded sentence stands on the site word for word. */
  isSiteSentence: (folded: string) => boolean
  /** Whether one sentence that stands on the site as true says all that these words say. */
  evidence: Evidence
  /** How large a share of these words one subject of the site speaks of. */
  support: Support
  /** Whether a folded message is small talk, word for word. */
  isSmallTalk: (folded: string) => boolean
  /** Whether a sentence brings in a name that nobody knows. */
  namesStranger: NameCheck
  /** Whether a sentence asks the visitor for a thing that nobody has spoken of. */
  asksForMore: RequestCheck
  /** All that everybody may read. */
  ownTexts: readonly string[]
  /** Every word that the site uses, in lower case. */
  vocabulary: ReadonlySet<string>
  /** The true sentence that says what a folded sentence claims, of which everything is known to be true. */
  factIn: (folded: string) => string | undefined
  /** Whether a folded sentence names the promotion's figure, which is true only for a time. */
  namesPromotion: (folded: string) => boolean
  /** Whether it speaks of the promotion with its end. */
  allowsDiscount: (folded: string) => boolean
}

/** What refers to the sentence before can be true there and false elsewhere. */
const leansOn =
  /^(?:it|its|they|their|them|this|that|these|those|both|each|all|then|and|but|or|so|here|there|he|she|from|starting)\b/

export function gatherKnowledge({ offers, home, topics, words, texts = [] }: FirewallSources): SiteKnowledge {
  const clients = home.clients.items.map(({ name }) => name)
  const lexicon = createLexicon(thingsOf(words, offers, clients), topicThings(topics))
  const kinship: Kinship = new Map([
    ['saas', ['application']],
    ['packages', ['sprint']],
    ...offers.packages.map(({ id }): [string, string[]] => [id, ['sprint']]),
    ['client', clients.map(clientThing)],
  ])
  const facts = findFacts(
    [
      ...words.facts.map((text): FactSentence => ({ text })),
      ...topics.flatMap(({ id, about, says }) => says.map((text): FactSentence => ({ text, topic: { id, about } }))),
      ...home.clients.items.map(({ name, description }) => ({ text: description, of: name })),
      ...home.testimonials.items.map(({ company, quote }) => ({ text: quote, of: company })),
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
  const topicsSaying = gatherTopics(topics)
  const onSite = new Set([...stringsIn(home), ...texts, ...said].flatMap(cutSentences).map(plain))
  const { discount, validTill } = offers.promotion
  const small = new Set(topics.flatMap(({ isSmallTalk, asks }) => (isSmallTalk ? asks.map(plain) : [])))
  const ownTexts = [...stringsIn(home), ...texts, ...said]
  const grounds = [
    ...stringsIn(home),
    ...words.facts,
    ...topics.flatMap(({ about, says, isAdvice }) => (isAdvice ? [] : [...says, `${about.join(' ')}: ${says[0]}`])),
  ]
  return {
    lexicon,
    facts,
    kinship,
    packages: offers.packages.map(({ id }) => id),
    isFactSentence: (folded, { before, visitor }) => {
      const sentence = plain(folded)
      if (saidFolded.has(sentence)) return true
      const saidIn = topicsSaying.get(sentence) ?? []
      if (before.some((earlier) => (topicsSaying.get(plain(earlier)) ?? []).some((topic) => saidIn.includes(topic))))
        return true
      return saidIn.length > 0 && isHarmlessAlone(folded, [...before, ...visitor.slice(-1)], lexicon)
    },
    shown: shownOn(home),
    evidence: createEvidence(grounds.map((text) => foldText(text))),
    support: createSupport(
      [
        ...topics.map(({ about, says, next }) => [...about, ...says, next]),
        stringsIn(home),
        words.facts,
        Object.values(words.instead),
      ].map((sentences) => foldText(sentences.join(' '))),
    ),
    isSmallTalk: (folded) => small.has(plain(folded)),
    namesStranger: createNameCheck(
      ownTexts,
      offers.packages.map(({ name }) => name),
    ),
    asksForMore: createRequestCheck(ownTexts),
    ownTexts,
    vocabulary: new Set(
      [...ownTexts, ...topics.flatMap(({ asks }) => asks)].flatMap((text) => foldText(text).match(/[a-z]+/g) ?? []),
    ),
    isSiteSentence: (folded) => onSite.has(plain(folded)),
    factIn: (folded) => {
      const claims = bindClaims(folded, lexicon, []).claims.filter(
        ({ kind }) => kind === 'price' || kind === 'duration',
      )
      return claims.flatMap((claim) => facts.find((fact) => bearsOut(fact, claim, kinship))?.sentence ?? [])[0]
    },
    namesPromotion: (folded) => folded.includes(foldText(discount)),
    allowsDiscount: (folded) => folded.includes(foldText(discount)) && folded.includes(foldText(validTill)),
  }
}

function thingsOf(
  words: FirewallSources['words'],
  { packages }: FirewallSources['offers'],
  clients: readonly string[],
): Thing[] {
  return [
    ...words.offerings.map(({ id, names, weakNames = [], general = false }) => ({
      id,
      names,
      weakNames,
      general,
      role: 'offering' as const,
    })),
    ...packages.map(({ id, name }) => ({ id, role: 'offering' as const, names: [name] })),
    ...clients.map((name) => ({ id: clientThing(name), role: 'offering' as const, names: [name] })),
    ...words.others.map((name) => ({ id: `other:${name}`, role: 'offering' as const, names: [name] })),
    ...words.extras.map((name) => ({ id: `extra:${name}`, role: 'offering' as const, names: [name], of: ['price'] })),
    ...words.aspects.map((aspect) => ({ ...aspect, role: 'aspect' as const })),
  ]
}

function topicThings(topics: FirewallSources['topics']): Thing[] {
  return topics.map(({ id, about }) => ({
    id: topicThing(id),
    role: 'offering' as const,
    names: [],
    weakNames: about,
    general: true,
  }))
}

/** Names no price and gives nothing away, where nothing that is sold is spoken of. */
function isHarmlessAlone(folded: string, context: readonly string[], lexicon: Lexicon): boolean {
  const isSold = context.some((text) => lexicon(foldText(text)).some(({ role, weak }) => role === 'offering' && !weak))
  return (
    !isSold && findPromise(folded) === undefined && !findClaims(folded).some(({ kind }) => /price|percent/.test(kind))
  )
}

/** The topics in which a sentence stands. */
function gatherTopics(topics: FirewallSources['topics']): Map<string, string[]> {
  const gathered = new Map<string, string[]>()
  for (const { id, says, next } of topics) {
    for (const sentence of [...says, next].map(plain)) gathered.set(sentence, [...(gathered.get(sentence) ?? []), id])
  }
  return gathered
}

function shownOn({ clients, testimonials, technology, services, process, whyChoose }: FirewallSources['home']): Shown {
  return [
    { noun: /\b(?:projects?|clients?|companies|case studies)\b/, count: clients.items.length },
    { noun: /\b(?:clients?|testimonials?|quotes?|companies)\b/, count: testimonials.items.length },
    { noun: /\b(?:technolog(?:y|ies)|tools|parts)\b/, count: technology.items.length },
    { noun: /\bservices\b/, count: services.items.length },
    { noun: /\bsteps\b/, count: process.items.length },
    { noun: /\breasons\b/, count: whyChoose.items.length },
  ]
}

function clientThing(name: string): string {
  return `client:${name}`
}

function plain(text: string): string {
  return foldText(text).replaceAll(/^["'\s]+|[\s"'.!?…]+$/g, '')
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
