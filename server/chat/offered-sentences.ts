import type { Answer, ChatPhrases } from '../../platform/content/chat/answers.ts'
import type { FindAnswers, Reply } from './compose.ts'
import { cosineSimilarityTo, type Model, type Prediction, predict, type SparseVector, vectorize } from './model.ts'

export const maxOfferedCharacters = 7_000
/** The number and line break of a sentence in the prompt. */
const numberCharacters = 6

/** What a model may select from, as far as it fits: the built-in reply, joining sentences, the likeliest answers. */
export function offeredSentences(
  reply: Reply,
  likely: readonly Answer[],
  { matter, questions }: ChatPhrases,
): string[] {
  const joining = [...matter, ...questions.matter, ...questions.general]
  const all = [...reply.says, reply.next, ...joining, ...likely.flatMap(({ says, next }) => [...says, next])]
  let remaining = maxOfferedCharacters
  return [...new Set(all)].filter((sentence) => {
    remaining -= sentence.length + numberCharacters
    return remaining >= 0
  })
}

const minSimilarity = 0.2
const messageWeight = 0.15
const proseWeight = 0.3
const maxProsePredictions = 5
/** Statements below it have nothing to do with the message. */
const minScore = 0.001

/**
 * Finds the written sentence that is most similar to a model's prose. Sentences of answers that the message or the prose
 * asks for are preferred. @param predictions of the message
 */
export function createReplacementFinder(
  sentences: readonly string[],
  predictions: readonly Prediction[],
  find: FindAnswers,
  model: Model,
): (prose: string) => string | undefined {
  const messageScores = scoreSentences(predictions, find)
  // Models add friendly words, which don't mean these answers.
  const findFactual: FindAnswers = (ids) => find(ids).filter(({ as }) => as !== 'talk' && as !== 'mood')
  let vectors: { sentence: string; vector: SparseVector }[] | undefined
  return (prose) => {
    vectors ??= sentences.map((sentence) => ({ sentence, vector: vectorize(sentence, model) }))
    const proseVector = vectorize(prose, model)
    const similarityOf = cosineSimilarityTo(proseVector)
    const proseScores = scoreSentences(predict(proseVector, model).slice(0, maxProsePredictions), findFactual)
    const isQuestion = prose.endsWith('?')
    let best: { sentence?: string; similarity: number } = { similarity: minSimilarity }
    for (const { sentence, vector } of vectors) {
      if (sentence.endsWith('?') !== isQuestion) continue
      const score = messageWeight * (messageScores.get(sentence) ?? 0) + proseWeight * (proseScores.get(sentence) ?? 0)
      if (!isQuestion && score < minScore) continue
      const similarity = similarityOf(vector) + score
      if (similarity > best.similarity) best = { sentence, similarity }
    }
    return best.sentence
  }
}

const laterSentenceWeight = 0.4

/** The probability of each sentence's answer, less for later sentences. */
function scoreSentences(predictions: readonly Prediction[], find: FindAnswers): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { id, probability } of predictions.toReversed())
    for (const { says, next } of find([id]))
      for (const [i, sentence] of [...says, next].entries())
        scores.set(sentence, i === 0 ? probability : probability * laterSentenceWeight)
  return scores
}
