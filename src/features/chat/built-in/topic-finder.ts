import type { Topic } from '../../../content/agent/topics.ts'
import type { Turn } from '../../../lib/turn.ts'
import { isQuestion, type Sentence, sentencesOf } from './clauses.ts'
import { type Background, backgroundOf, inContext, refersBack } from './follow-up.ts'
import { createLexicon } from './lexicon.ts'
import { createTopicScores, type Scored } from './topic-scores.ts'
import { wordsOf } from './words-of.ts'

export type TopicFinder = {
  /** The topics that the last message asks for, in its order. */
  find: (turns: readonly Turn[]) => Scored[]
  /** @returns whether one of these things is talked of, now or before */
  isTalkedOf: (about: readonly string[], turns: readonly Turn[]) => boolean
  /** @returns whether the last message has this term */
  mentions: (term: string, message: string) => boolean
}

type Words = { synonyms: readonly (readonly string[])[]; subjects: readonly string[] }

/** From here on a topic is taken for what was meant. */
const leastScore = 0.5
/** What only tells of the visitor has to fit better, where something is asked beside it. */
const leastOfStatement = 0.7
const surelyAsked = 0.6
/** What was said before is thought of unless the message makes more sense without it. */
const contextShare = 0.85

export function createTopicFinder(topics: readonly Topic[], { synonyms, subjects }: Words): TopicFinder {
  const lexicon = createLexicon(
    synonyms,
    topics.flatMap(({ about, words = [], asks }) => [...about, ...words, ...asks]),
  )
  const { termsOf } = lexicon
  const scores = createTopicScores(topics, lexicon)
  const subjectTerms = new Set(subjects.flatMap(termsOf))
  const isSubject = (term: string) => subjectTerms.has(term)
  const byWords = new Map(topics.flatMap((topic) => topic.asks.map((ask) => [wordsOf(ask).join(' '), topic] as const)))

  function best(text: string, background: Background): Scored | undefined {
    const words = wordsOf(text)
    const terms = termsOf(text)
    const inherited = inContext(terms, background, isSubject, refersBack(text))
    const isAlone = inherited.size === new Set(terms).size
    const said = byWords.get(words.join(' '))
    if (said !== undefined && (isAlone || terms.length === 0)) return { topic: said, score: 1 }
    const [plain] = scores.rank(new Map(terms.map((term) => [term, 1])), words)
    if (isAlone) return plain
    const [inTalk] = scores.rank(inherited, words)
    return inTalk !== undefined && inTalk.score >= (plain?.score ?? 0) * contextShare ? inTalk : plain
  }

  function inSentence({ text: sentence, pieces }: Sentence, background: Background): Scored[] {
    const whole = best(sentence, background)
    if (pieces.length > 1 && whole?.score !== 1) {
      const subjects = new Set(termsOf(sentence).filter(isSubject))
      const aspects = new Set(termsOf(sentence).filter((term) => !isSubject(term)))
      const around = subjects.size > 0 ? { subjects, aspects } : background
      const found = distinct(
        pieces.flatMap((piece) => best(piece, around) ?? []).filter(({ score }) => score >= leastScore),
      )
      const mean = found.reduce((sum, { score }) => sum + score, 0) / found.length
      if (found.length > 1 && mean >= 0.8 * (whole?.score ?? 0)) return found
      if (found[0] !== undefined && found[0].score > (whole?.score ?? 0)) return found
    }
    return whole !== undefined && whole.score >= leastScore ? [whole] : []
  }

  return {
    isTalkedOf: (about, turns) => {
      const wanted = new Set(about.flatMap(termsOf))
      const now = termsOf(turns.at(-1)?.content ?? '').filter(isSubject)
      const { subjects } = backgroundOf(turns, termsOf, isSubject)
      return (now.length > 0 ? now : [...subjects]).some((term) => wanted.has(term))
    },
    mentions: (term, message) => termsOf(message).includes(termsOf(term)[0] ?? ''),
    find(turns) {
      const message = turns.at(-1)?.content ?? ''
      const before = backgroundOf(turns, termsOf, isSubject)
      const own = new Set(termsOf(message).filter(isSubject))
      const sentences = sentencesOf(message)
      const background = sentences.length > 1 && own.size > 0 ? { ...before, subjects: own } : before
      const found = sentences.flatMap((sentence) =>
        inSentence(sentence, background).map((scored) => ({ ...scored, isAsked: isQuestion(sentence.text) })),
      )
      const isAsked = found.some((each) => each.isAsked && !each.topic.isSmallTalk && each.score >= surelyAsked)
      const kept = found.filter((each) => each.isAsked || !isAsked || each.score >= leastOfStatement)
      if (kept.length > 0) return withoutSmallTalk(distinct(kept))
      const whole = best(message, before)
      return whole !== undefined && whole.score >= leastScore ? [whole] : []
    },
  }
}

function distinct(found: readonly Scored[]): Scored[] {
  return [...Map.groupBy(found, ({ topic }) => topic).values()]
    .map((same) => same.toSorted((one, other) => other.score - one.score)[0])
    .filter((each) => each !== undefined)
}

function withoutSmallTalk(found: readonly Scored[]): Scored[] {
  const toThePoint = found.filter(({ topic }) => !topic.isSmallTalk)
  return toThePoint.length > 0 ? toThePoint : found.slice(0, 1)
}
