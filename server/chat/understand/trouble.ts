import type { WrittenSigns } from '../../../platform/content/chat/trouble.ts'
import { phraseFinder, type Span, spansOf } from '../../../platform/text/phrase-finder.ts'
import { type Model, type Prediction, predict, tokenize, vectorize } from './model.ts'

/** The label of everything that isn't trouble. */
export const noTrouble = ''

/** `isSure`: tell the answer at once; otherwise only offer it as a button. */
export type Trouble = { id: string; isSure: boolean }

/** How likely trouble must be to confirm a likely sign, and a sure one of an outage. */
const minConfirming = 0.5
const minPossible = 0.02
const maxCharacters = 2_500

export type Signs = ReturnType<typeof prepareSigns>

/** Makes written signs fast to find. */
export function prepareSigns(written: WrittenSigns) {
  const { vetoes, kinds, lists } = written
  const elements = Object.values(kinds).flatMap(({ vetoes, sure, likely }) => [...vetoes, ...sure, ...likely])
  const skipped = new Set(written.skipped)
  const notTypos = new Set(written.notTypos)
  return {
    vetoes,
    kinds,
    skipped,
    boundaries: new Set(written.boundaries),
    joins: new Set(written.joins),
    speakers: new Set(written.speakers),
    find: phraseFinder([...vetoes, ...elements].flat(), { lists, skipped, notTypos }),
  }
}

/** What a message surely says, otherwise what it may say. Linear in the message. */
export function detectTrouble(message: string, model: Model, signs: Signs): Trouble | undefined {
  const found = sentencesOf(message.slice(0, maxCharacters), signs).flatMap((sentence) =>
    troublesIn(sentence, model, signs),
  )
  return found.find(({ isSure }) => isSure) ?? found[0]
}

/** `clause`: vetoes are valid in their own clause. */
type Token = { text: string; clause: number; isQuoted: boolean }

/** Shorter sentences belong to the next one, which bounds their number. */
const minSentenceWords = 4

/** Sentences end at a period, clauses also at a comma or a conjunction if the next one says “I”, “my”, or “now”. */
function sentencesOf(message: string, { boundaries, joins, speakers }: Signs): Token[][] {
  const sentences: Token[][] = [[]]
  let clause = 0
  let isQuoted = false
  for (const part of message.split(/([,;()–—"“”\n]|[.!?…](?=\s|$))/u)) {
    if (/^["“”]$/u.test(part)) isQuoted = !isQuoted
    if (/^[.!?…\n]$/u.test(part)) {
      if ((sentences.at(-1)?.length ?? 0) >= minSentenceWords) sentences.push([])
      clause++
    }
    const words = tokenize(part)
    for (const [i, text] of words.entries()) {
      if ((i === 0 && !joins.has(text)) || boundaries.has(text)) {
        const next = words.findIndex((word, at) => at > i && boundaries.has(word))
        if (words.slice(i, next === -1 ? undefined : next).some((word) => speakers.has(word))) clause++
      }
      sentences.at(-1)?.push({ text, clause, isQuoted })
    }
  }
  return sentences.filter((tokens) => tokens.length > 0)
}

/** A sure sign is enough for danger; a likely one, or one of an outage, needs the classifier. Vetoed and quoted clauses say nothing. */
function troublesIn(sentence: readonly Token[], model: Model, signs: Signs): Trouble[] {
  const tokens = sentence.filter(({ text }) => !signs.skipped.has(text))
  const hits = signs.find(tokens.map(({ text }) => text))
  const clausesOf = (vetoes: readonly string[][]) =>
    vetoes.flatMap((veto) => spansOf(veto, hits, 1)).map(([, end]) => tokens[end - 1]?.clause)
  const vetoed = clausesOf(signs.vetoes)
  const rest = sentence.filter(({ clause, isQuoted }) => !vetoed.includes(clause) && !isQuoted)
  const { id: likeliest, probability } = likeliestIn(rest, model)
  const isPossible = probability >= minPossible
  const isLikely = probability >= minConfirming
  return Object.entries(signs.kinds).flatMap(([id, { needsModel, vetoes, sure, likely }]): Trouble[] => {
    const ownVetoes = clausesOf(vetoes)
    const silent = new Set([...vetoed, ...ownVetoes])
    const isHeard = ([start, end]: Span) =>
      tokens[start]?.isQuoted === false && !tokens.slice(start, end).some(({ clause }) => silent.has(clause))
    if (sure.some((sign) => spansOf(sign, hits, 3).some(isHeard))) return [{ id, isSure: !needsModel || isPossible }]
    const isHinted = isPossible && likely.some((sign) => spansOf(sign, hits, 4).some(isHeard))
    if (isHinted && isLikely) return [{ id, isSure: true }]
    // People in danger get no button: it would only frighten others.
    return needsModel && (isHinted || (likeliest === id && isLikely)) ? [{ id, isSure: false }] : []
  })
}

const windowWords = 24
const windowStep = 16
const maxWordsTogether = 10

/** The likeliest trouble, and the probability of any, in the clause where that's highest. Short sentences stay whole. */
function likeliestIn(tokens: readonly Token[], model: Model): Prediction {
  const isShort = tokens.length <= maxWordsTogether
  const clauses = [...Map.groupBy(tokens, ({ clause }) => (isShort ? 0 : clause)).values()]
  return clauses
    .flatMap((clause) =>
      Array.from({ length: Math.ceil((clause.length + windowStep - windowWords) / windowStep) || 1 }, (_, i) =>
        clause.slice(i * windowStep, i * windowStep + windowWords),
      ),
    )
    .map((window) => {
      const predictions = predict(vectorize(window.map(({ text }) => text).join(' '), model), model)
      const harmless = predictions.find(({ id }) => id === noTrouble)?.probability ?? 1
      const id = predictions.find((prediction) => prediction.id !== noTrouble)?.id ?? noTrouble
      return { id, probability: 1 - harmless }
    })
    .reduce((one, other) => (other.probability > one.probability ? other : one), { id: noTrouble, probability: 0 })
}
