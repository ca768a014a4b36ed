import type { Topic } from '../../../content/agent/topics.ts'
import type { Lexicon } from './lexicon.ts'

/** Terms with how much each counts: 1 for what was written, less for what is taken over from before. */
export type WeightedTerms = ReadonlyMap<string, number>
export type Scored = { topic: Topic; score: number }

export type TopicScores = {
  /** Every topic that shares a term, the best first; 1 is one of its own questions word for word. */
  rank: (terms: WeightedTerms) => Scored[]
  /** @returns whether any topic has the term */
  knows: (term: string) => boolean
}

type Bag = { topic: Topic; asks: Set<string>[]; all: Set<string> }

/** Against the nearest of a topic's questions this much, the rest against all that the topic is about. */
const nearestShare = 0.65
/** A word that no topic has says something, but less than it seems: people tell of their trade, their town, their day. */
const unknownWeight = 0.45

export function createTopicScores(topics: readonly Topic[], { termsOf }: Lexicon): TopicScores {
  const bags = topics.map((topic): Bag => {
    const asks = topic.asks.map((ask) => new Set(termsOf(ask)))
    const about = [...topic.about, ...(topic.words ?? [])].flatMap(termsOf)
    return { topic, asks, all: new Set([...asks.flatMap((ask) => [...ask]), ...about]) }
  })
  const weightOf = rarity(bags)

  return {
    knows: (term) => weightOf.has(term),
    rank(terms) {
      const weights = new Map(
        [...terms].map(([term, share]) => [term, share * (weightOf.get(term) ?? weightOf.rarest * unknownWeight)]),
      )
      return bags
        .map(({ topic, asks, all }) => {
          const nearest = Math.max(...asks.map((ask) => likeness(weights, ask, weightOf)))
          return { topic, score: nearestShare * nearest + (1 - nearestShare) * coverage(weights, all) }
        })
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score)
    },
  }
}

/** How telling each term is: the fewer topics have it, the more (inverse document frequency). */
class Rarity extends Map<string, number> {
  rarest = 1
}

function rarity(bags: readonly Bag[]): Rarity {
  const counts = new Map<string, number>()
  for (const { all } of bags) for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Rarity()
  for (const [term, count] of counts) weights.set(term, Math.log(1 + bags.length / count))
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

function coverage(weights: WeightedTerms, all: ReadonlySet<string>): number {
  let covered = 0
  let total = 0
  for (const [term, weight] of weights) {
    total += weight
    if (all.has(term)) covered += weight
  }
  return total === 0 ? 0 : covered / total
}
