import type { Topic } from '../../../content/agent/topics.ts'
import { isConcept, type Lexicon } from './lexicon.ts'
import { wordsOf } from './words-of.ts'

/** Terms with how much each counts: 1 for what was written, less for what is taken over from before. */
export type WeightedTerms = ReadonlyMap<string, number>
export type Scored = { topic: Topic; score: number }

export type TopicScores = {
  /**
   * Every topic that shares a term, the best first; 1 is one of its own questions word for word.
   * @param words all words of the question, with those that say little
   * @param wording the question with every group of synonyms by its name, for the topics' cues
   */
  rank: (terms: WeightedTerms, words: readonly string[], wording: string) => Scored[]
  /** The topic whose question, itself of small words alone, has most of these; undefined where none has enough. */
  byWords: (words: readonly string[]) => Topic | undefined
  /** @returns whether any topic has the term */
  knows: (term: string) => boolean
}

type Ask = { terms: Set<string>; words: Set<string> }
type Bag = { topic: Topic; asks: Ask[]; all: Set<string>; needs: Set<string> | undefined }

/** Against the nearest of a topic's questions this much, the rest against all that the topic is about. */
const nearestShare = 0.65
/** The small words too tell “what is it” from “what does it cost”. */
const wordsShare = 0.15
const leastSameWords = 0.78
/** A word that no topic has says something, but less than it seems: people tell of their trade, their town, their day. */
const unknownWeight = 0.4
/** A word that stands for a group of others was put into one since it says what is meant. */
const conceptWeight = 1.4
/** For each thing that is asked about and that a topic does not speak of. */
const missedShare = 0.88
/** Who asks about contracts means the studio's, and only then what an article says of them. */
const adviceShare = 0.9
/** What a topic has at least where a cue of so many parts stands in the question; likeness adds the rest. */
const cueScores = [0, 0.56, 0.75, 0.88, 0.94] as const
const likenessBesideCue = 0.14
const perCuePart = 0.04
/** Only a topic's own question word for word is surer. */
const mostOfCue = 0.99
/** Where one plain word is all that is known of a question, it is likely about something else. */
const lonelyShare = 0.68

export function createTopicScores(topics: readonly Topic[], { termsOf }: Lexicon): TopicScores {
  const bags = topics.map((topic): Bag => {
    const asks = topic.asks.map((ask) => ({ terms: new Set(termsOf(ask)), words: new Set(wordsOf(ask)) }))
    const about = [...topic.about, ...(topic.words ?? [])].flatMap(termsOf)
    const needs = topic.needs && new Set(topic.needs.flatMap(termsOf))
    return { topic, asks, needs, all: new Set([...asks.flatMap(({ terms }) => [...terms]), ...about]) }
  })
  const weightOf = rarity(bags)

  return {
    byWords(words) {
      const said = new Set(words)
      const scored = bags.flatMap(({ topic, asks }) =>
        asks.filter(({ terms }) => terms.size === 0).map((ask) => ({ topic, score: sameWords(said, ask.words) })),
      )
      const [best] = scored.toSorted((one, other) => other.score - one.score)
      return best !== undefined && best.score >= leastSameWords ? best.topic : undefined
    },
    knows: (term) => weightOf.has(term),
    rank(terms, words, wording) {
      const said = new Set(words)
      const weights = new Map(
        [...terms].map(([term, share]) => [term, share * (weightOf.get(term) ?? weightOf.rarest * unknownWeight)]),
      )
      const known = [...terms.keys()].filter((term) => weightOf.has(term))
      const isLonely = known.length === 1 && (known.length < terms.size || words.length > 2) && !known.some(isConcept)
      return bags
        .filter(({ needs }) => needs === undefined || [...terms.keys()].some((term) => needs.has(term)))
        .map(({ topic, asks, all }) => {
          const nearest = Math.max(
            ...asks.map((ask) => {
              const like = likeness(weights, ask.terms, weightOf)
              return like === 0 ? 0 : (1 - wordsShare) * like + wordsShare * sameWords(said, ask.words)
            }),
          )
          const missed = known.filter((term) => isConcept(term) && terms.get(term) === 1 && !all.has(term)).length
          const score = missedShare ** missed * (nearestShare * nearest + (1 - nearestShare) * coverage(weights, all))
          const likely = score * (topic.isAdvice ? adviceShare : 1) * (isLonely ? lonelyShare : 1)
          return { topic, score: withCue(likely, cueParts(topic, wording)) }
        })
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score)
    },
  }
}

/** @returns how many parts the longest cue that fits has */
function cueParts({ cues = [] }: Topic, wording: string): number {
  return Math.max(0, ...cues.filter((cue) => cue.every((part) => part.test(wording))).map(({ length }) => length))
}

/** The more parts a cue has, the more surely it is meant. */
function withCue(likely: number, parts: number): number {
  const least = cueScores[Math.min(parts, cueScores.length - 1)] ?? 0
  if (least === 0) return likely
  return Math.max(least + likenessBesideCue * likely, Math.min(mostOfCue, likely * (1 + perCuePart * parts)))
}

/** How telling each term is: the fewer topics have it, the more (inverse document frequency). */
class Rarity extends Map<string, number> {
  rarest = 1
}

function rarity(bags: readonly Bag[]): Rarity {
  const counts = new Map<string, number>()
  for (const { all } of bags) for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Rarity()
  for (const [term, count] of counts)
    weights.set(term, Math.log(1 + bags.length / count) * (isConcept(term) ? conceptWeight : 1))
  weights.rarest = Math.log(1 + bags.length)
  return weights
}

/** The cosine between a question and an example. */
function likeness(weights: WeightedTerms, ask: ReadonlySet<string>, weightOf: ReadonlyMap<string, number>): number {
  let shared = 0
  let askLength = 0
  for (const term of ask) {
    const weight = weightOf.get(term) ?? 0
    shared += weight * (weights.get(term) ?? 0)
    askLength += weight ** 2
  }
  const length = [...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0)
  return shared === 0 ? 0 : shared / Math.sqrt(askLength * length)
}

/** The share of words that both have (Dice). */
function sameWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size)
}

function coverage(weights: WeightedTerms, all: ReadonlySet<string>): number {
  let covered = 0
  let total = 0
  for (const [term, weight] of weights) {
    total += weight
    if (all.has(term)) covered += weight
  }
  return total === 0 ? 0 : covered / total
}
