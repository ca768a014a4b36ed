import type { Topic } from '../../content/agent/topics.ts'
import { validTopics } from '../../content/agent/valid-topics.ts'
import type { Turn } from '../../lib/turn.ts'
import { createLexicon } from './built-in/lexicon.ts'
import { createTopicScores } from './built-in/topic-scores.ts'
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
  /** The most that the lines take, in characters. */
  mostCharacters: number
}

/** All topics would be four times as much, paid for and waited for with every message. */
const mostTopicCharacters = 9_000
/** As many of the visitor's messages tell what is talked of; the newest counts most. */
const messages = 3
/** Of each; looking for what a misspelt word was meant to be takes time. */
const mostWords = 80

/** Prices, times and claims always; of the topics those that fit what is talked of, and then the first of all. */
export function createPromptFacts({ topics, synonyms, facts }: Sources): PromptFacts {
  const lexicon = createLexicon(
    synonyms,
    topics.flatMap(({ about, words = [], asks }) => [...about, ...words, ...asks]),
  )
  const scores = createTopicScores(topics, lexicon)

  function ranked(turns: readonly Turn[]): Topic[] {
    const said = turns.filter(({ role }) => role === 'user').slice(-messages)
    const weights = new Map<string, number>()
    for (const [age, { content }] of said.toReversed().entries()) {
      const terms = lexicon.termsOf(wordsOf(content).slice(0, mostWords).join(' '))
      for (const term of terms) if (!weights.has(term)) weights.set(term, 1 / (1 + age))
    }
    const found = scores.rank(weights, wordsOf(said.at(-1)?.content ?? '')).map(({ topic }) => topic)
    return [...new Set([...found, ...topics])]
  }

  return {
    mostCharacters: facts.join('\n').length + mostTopicCharacters,
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
