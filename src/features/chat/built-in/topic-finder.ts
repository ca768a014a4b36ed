import type { Topic } from '../../../content/agent/topics.ts'
import type { Turn } from '../../../lib/turn.ts'
import { isQuestion, type Sentence, sentencesOf, withoutLead } from './clauses.ts'
import { type Background, backgroundOf, inContext, namesOnly, refersBack } from './follow-up.ts'
import { createLexicon } from './lexicon.ts'
import { createTopicScores, type Scored } from './topic-scores.ts'
import { wordsOf } from './words-of.ts'

/** A topic, with the piece of the message that asks for it. */
export type Found = Scored & { asked: string }

export type TopicFinder = {
  /** The topics that the last message asks for, in its order. */
  find: (turns: readonly Turn[]) => Found[]
  /** @returns whether one of these things is talked of, now or before */
  isTalkedOf: (about: readonly string[], turns: readonly Turn[]) => boolean
  /** @returns whether the message has this term */
  mentions: (term: string, message: string) => boolean
  /** @returns whether no topic knows any word of the message */
  isStrange: (message: string) => boolean
}

type Words = { synonyms: readonly (readonly string[])[]; subjects: readonly string[] }

/** From here on a topic is taken for what was meant. */
const leastScore = 0.5
/** A piece of a sentence that is a question of its own is one more surely. */
const leastOfPiece = 0.57
/** What only tells of the visitor is left aside where something is asked as surely as this. */
const surelyAsked = 0.6
/** “What should I do?” asks for what was told before it, if anything was. */
const wordless = 0.59
/** What was said before is thought of unless the message makes more sense without it. */
const contextShare = 0.915

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

  function best(text: string, background: Background): Found | undefined {
    const scored = bestTopic(text, background)
    return scored && { ...scored, asked: text }
  }

  function bestTopic(text: string, background: Background): Scored | undefined {
    const words = wordsOf(withoutLead(text))
    const terms = termsOf(text)
    const inherited = inContext(terms, background, isSubject, {
      pointsBack: refersBack(text),
      isName: namesOnly(text),
    })
    const isAlone = inherited.size === new Set(terms).size
    const said = byWords.get(words.join(' '))
    if (said !== undefined && (isAlone || terms.length === 0))
      return { topic: said, score: terms.length > 0 ? 1 : wordless }
    if (terms.length === 0 && isAlone) {
      const topic = scores.byWords(words)
      return topic && { topic, score: wordless }
    }
    const [plain] = scores.rank(new Map(terms.map((term) => [term, 1])), words)
    if (isAlone) return plain
    const [inTalk] = scores.rank(inherited, words)
    return inTalk !== undefined && inTalk.score >= (plain?.score ?? 0) * contextShare ? inTalk : plain
  }

  function inSentence({ text: sentence, pieces }: Sentence, background: Background): Found[] {
    const whole = best(sentence, background)
    if (pieces.length > 1 && whole?.score !== 1) {
      const subjects = new Set(termsOf(sentence).filter(isSubject))
      const aspects = new Set(termsOf(sentence).filter((term) => !isSubject(term)))
      const around = subjects.size > 0 ? { subjects, aspects } : background
      const found = distinct(
        askingPieces(pieces)
          .flatMap((piece) => best(piece, around) ?? [])
          .filter(({ score }) => score >= leastOfPiece),
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
    isStrange: (message) => termsOf(message).every((term) => !scores.knows(term)),
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
      const kept = found.filter((each) => each.isAsked || !isAsked)
      if (kept.length > 0) return withoutSmallTalk(distinct(kept))
      const whole = best(message, before)
      return whole !== undefined && whole.score >= leastScore ? [whole] : []
    },
  }
}

/** “I run a bakery, what does it cost” asks in its second piece alone. */
function askingPieces(pieces: readonly string[]): readonly string[] {
  return pieces.some(isQuestion)
    ? pieces.filter((piece) => isQuestion(piece) || !/^(?:i|we|my|our)\b/iu.test(piece))
    : pieces
}

function distinct(found: readonly Found[]): Found[] {
  return [...Map.groupBy(found, ({ topic }) => topic)].flatMap(([topic, [first, ...others]]) =>
    first ? [{ ...first, topic, score: Math.max(first.score, ...others.map(({ score }) => score)) }] : [],
  )
}

function withoutSmallTalk(found: readonly Found[]): Found[] {
  const toThePoint = found.filter(({ topic }) => !topic.isSmallTalk)
  return toThePoint.length > 0 ? toThePoint : found.slice(0, 1)
}
