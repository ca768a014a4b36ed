import type { Topic } from '../../content/agent/topics.ts'
import { validTopics } from '../../content/agent/valid-topics.ts'
import { type Turn, visitorMessages } from '../../lib/turn.ts'
import { createLexicon } from './built-in/lexicon.ts'
import { wordsOf } from './built-in/words-of.ts'

type Sources = {
  topics: readonly Topic[]
  /** Groups of words that mean the same. */
  synonyms: readonly (readonly string[])[]
  /** What a model is told in any case, a sentence each. */
  facts: readonly string[]
}

export type PromptFacts = {
  /** What a model is told of the studio for this conversation, a line each. @param day ISO 8601 */
  linesFor: (turns: readonly Turn[], day: string) => string[]
}

/** All topics would be four times as much, paid for and waited for with every message. */
const mostTopicCharacters = 9_000
/** As many of the visitor's messages tell what is talked of; the newest counts most. */
const messages = 3
/** Of each; looking for what a misspelt word was meant to be takes time. */
const mostWords = 80

/** The most that the lines take, in characters. @param facts what a model is told in any case */
export function mostFactCharacters(facts: readonly string[]): number {
  return facts.join('\n').length + mostTopicCharacters
}

/** Prices, times and claims always; of the topics those that fit what is talked of, and then the first of all. */
export function createPromptFacts({ topics, synonyms, facts }: Sources): PromptFacts {
  const textsOf = ({ about, words = [], asks }: Topic) => [...about, ...words, ...asks]
  const { termsOf } = createLexicon(synonyms, topics.flatMap(textsOf))
  const byTerm = new Map<string, Set<Topic>>()
  for (const topic of topics) {
    for (const term of textsOf(topic).flatMap(termsOf)) byTerm.set(term, (byTerm.get(term) ?? new Set()).add(topic))
  }

  /** The topics that share the rarest terms with what was said, then all the others as they stand. */
  function ranked(turns: readonly Turn[]): Topic[] {
    const said = visitorMessages(turns).slice(-messages)
    const scores = new Map<Topic, number>(topics.map((topic) => [topic, 0]))
    for (const [age, content] of said.toReversed().entries()) {
      for (const term of new Set(termsOf(wordsOf(content).slice(0, mostWords).join(' ')))) {
        const found = byTerm.get(term) ?? new Set()
        const weight = Math.log(1 + topics.length / found.size) / (1 + age)
        for (const topic of found) scores.set(topic, (scores.get(topic) ?? 0) + weight)
      }
    }
    return [...scores].toSorted(([, one], [, other]) => other - one).map(([topic]) => topic)
  }

  return {
    linesFor: (turns, day) => {
      let left = mostTopicCharacters
      const chosen: string[] = []
      for (const { about, says } of validTopics(ranked(turns), day)) {
        const line = `- ${about[0]}: ${says.join(' ')}`
        left -= line.length + 1
        if (left < 0) break
        chosen.push(line)
      }
      return [...facts.map((fact) => `- ${fact}`), ...chosen]
    },
  }
}
