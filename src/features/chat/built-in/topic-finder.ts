import type { Topic } from '../../../content/agent/topics.ts'
import type { Turn } from '../../../lib/turn.ts'
import { isQuestion, type Sentence, sentencesOf, withoutLead } from './clauses.ts'
import { type Background, backgroundOf, inContext, namesOnly, refersBack } from './follow-up.ts'
import { createLexicon, isConcept, nameOf } from './lexicon.ts'
import { createTopicScores, type Scored, type WeightedTerms } from './topic-scores.ts'
import { wordsOf } from './words-of.ts'

/** A topic, with the piece of the message that asks for it. */
export type Found = Scored & { asked: string }

export type TopicFinder = {
  /** The topics that the last message asks for, in its order. */
  find: (turns: readonly Turn[]) => Found[]
  /** What comes nearest to a message in which nothing is asked for surely enough: two topics, or none where all are far. */
  near: (message: string) => Found[]
  /** @returns whether one of these things is talked of, now or before */
  isTalkedOf: (about: readonly string[], turns: readonly Turn[]) => boolean
  /** @returns whether the message has this term */
  mentions: (term: string, message: string) => boolean
  /** @returns whether no topic knows any word of the message */
  isStrange: (message: string) => boolean
}

type Words = { synonyms: readonly (readonly string[])[]; subjects: readonly string[]; aspects: readonly string[] }

/** From here on a topic is taken for what was meant. */
const leastScore = 0.5
/** From here on a topic is near enough to be offered beside another one. */
const leastNear = 0.45
/** A piece of a sentence that is a question of its own is one more surely. */
const leastOfPiece = 0.57
/** What only tells of the visitor is left aside where something is asked as surely as this. */
const surelyAsked = 0.6
/** “What should I do?” asks for what was told before it, if anything was. */
const wordless = 0.59
/** What was said before is thought of unless the message makes more sense without it. */
const contextShare = 0.915
/** Still more where the message points back to it. */
const pointedShare = 0.82

export function createTopicFinder(topics: readonly Topic[], { synonyms, subjects, aspects }: Words): TopicFinder {
  const lexicon = createLexicon(
    synonyms,
    topics.flatMap(({ about, words = [], asks, cues }) => [...about, ...words, ...asks, ...wordsInCues(cues)]),
  )
  const { termsOf, wordingOf } = lexicon
  const scores = createTopicScores(topics, lexicon)
  const subjectTerms = new Set(subjects.flatMap(termsOf))
  const aspectTerms = new Set(aspects.flatMap(termsOf))
  const isSubject = (term: string) => subjectTerms.has(term)
  const byWords = new Map(topics.flatMap((topic) => topic.asks.map((ask) => [wordsOf(ask).join(' '), topic] as const)))

  function best(text: string, background: Background): Found | undefined {
    const scored = bestTopic(text, background)
    return scored && { ...scored, asked: text }
  }

  function bestTopic(text: string, background: Background): Scored | undefined {
    const words = wordsOf(withoutLead(text))
    const terms = termsOf(text)
    const pointsBack = refersBack(text)
    const isFollowUp = pointsBack && !background.isSameSentence
    const inherited = inContext(terms, background, isSubject, {
      pointsBack,
      isName: namesOnly(text),
    })
    const isAlone = inherited.size === new Set(terms).size
    const said = byWords.get(words.join(' ')) ?? byWords.get(wordsOf(text).join(' '))
    if (said !== undefined && (isAlone || terms.length === 0))
      return { topic: said, score: terms.length > 0 ? 1 : wordless }
    if (terms.length === 0 && isAlone) {
      const topic = scores.byWords(words)
      if (topic !== undefined) return { topic, score: wordless }
    }
    const wording = wordingOf(text)
    const [plain] = scores.rank(new Map(terms.map((term) => [term, 1])), words, wording)
    if (isAlone) return plain
    const [inTalk] = scores.rank(inherited, words, withInherited(wording, inherited))
    return inTalk !== undefined && inTalk.score >= (plain?.score ?? 0) * (isFollowUp ? pointedShare : contextShare)
      ? inTalk
      : plain
  }

  /** “What would the cost and time for it be”: each aspect that is asked after together with others, by itself. */
  function aspectsApart(text: string, { score }: Found): Found[] {
    const terms = termsOf(text)
    const asked = [...new Set(terms.filter((term) => aspectTerms.has(term)))]
    if (asked.length < 2 || score === 1) return []
    const words = wordsOf(withoutLead(text))
    return asked.flatMap((aspect) => {
      const others = new Set(asked.filter((term) => term !== aspect))
      const kept = terms.filter((term) => !others.has(term))
      const wording = [...others].reduce((all, term) => all.replaceAll(nameOf(term), ' '), wordingOf(text))
      const [first] = scores.rank(new Map(kept.map((term) => [term, 1])), words, wording)
      return first === undefined || first.score < leastScore ? [] : [{ ...first, asked: text }]
    })
  }

  function allIn(text: string, background: Background): Found[] {
    const found = best(text, background)
    if (found === undefined) return []
    const apart = distinct(aspectsApart(text, found))
    return apart.length > 1 ? apart : [found]
  }

  function inSentence({ text: sentence, pieces }: Sentence, background: Background): Found[] {
    const all = allIn(sentence, background)
    const [whole] = all
    if (pieces.length > 1 && whole?.score !== 1) {
      const subjects = new Set(termsOf(sentence).filter(isSubject))
      const aspects = new Set(termsOf(sentence).filter((term) => !isSubject(term)))
      const around =
        subjects.size > 0 ? { subjects, aspects, isSameSentence: true } : { ...background, isSameSentence: true }
      const found = distinct(
        askingPieces(pieces)
          .flatMap((piece) => allIn(piece, around))
          .filter(({ score }) => score >= leastOfPiece),
      )
      const mean = found.reduce((sum, { score }) => sum + score, 0) / found.length
      if (found.length > 1 && mean >= 0.8 * (whole?.score ?? 0)) return found
      if (found[0] !== undefined && found[0].score > (whole?.score ?? 0)) return found
    }
    return all.filter(({ score }) => score >= leastScore)
  }

  return {
    isTalkedOf: (about, turns) => {
      const wanted = new Set(about.flatMap(termsOf))
      const now = termsOf(turns.at(-1)?.content ?? '').filter(isSubject)
      const { subjects } = backgroundOf(turns, termsOf, isSubject)
      return (now.length > 0 ? now : [...subjects]).some((term) => wanted.has(term))
    },
    mentions: (term, message) => termsOf(message).includes(termsOf(term)[0] ?? ''),
    near(message) {
      const terms = termsOf(message).filter((term) => scores.knows(term))
      if (terms.length < 2) return []
      const ranked = scores.rank(new Map(termsOf(message).map((term) => [term, 1])), wordsOf(message), '')
      const close = ranked.filter(({ topic, score }) => score >= leastNear && !topic.isSmallTalk).slice(0, 2)
      return close.map((scored) => ({ ...scored, asked: message }))
    },
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

/** What a cue listens for is no mistake either. */
function wordsInCues(cues: Topic['cues'] = []): string[] {
  return cues.flat().flatMap(({ source }) => source.replaceAll(/\\[pwdL]\W*|\{.*?\}/gu, ' ').match(/[a-z]{3,}/gu) ?? [])
}

/** What is taken over from before may stand in a cue too. */
function withInherited(wording: string, terms: WeightedTerms): string {
  const names = [...terms].filter(([term, share]) => share < 1 && isConcept(term)).map(([term]) => nameOf(term))
  return [wording, ...names].join(' ')
}

/** What only asks for a yes to the rest of its sentence. */
const tag =
  /^(?:(?:any|a|is that a|is that|is it|no|you) )?(?:problems?|ok|okay|possible|doable|right|promise|issues?|fine|correct|true|alright|yes|no|sure|please|can you|is it)\W*$/iu

/** “I run a bakery, what does it cost” asks in its second piece alone. */
function askingPieces(all: readonly string[]): readonly string[] {
  const telling = all.filter((piece) => !tag.test(piece))
  const pieces = telling.length > 0 ? telling : all
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
