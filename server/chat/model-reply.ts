import { namesOf } from '../../platform/fields.ts'
import { consultationFields } from '../leads/fields.ts'
import type { PreparedReply } from './answers.ts'
import type { ReplyForm } from './compose.ts'
import type { QuotedDetail } from './details/quotes.ts'
import { type ChatModel, maxReplyTokens, type PromptMessage } from './gateway.ts'
import { estimateTokens } from './prompt.ts'
import type { Reservation } from './wallet.ts'

/** A sentence to show, a detail that the model quoted, or what happened to the model's prose. */
export type ReplyPart = { sentence?: string | undefined; incident?: 'replaced' | 'dropped'; detail?: QuotedDetail }

/** A model with the tokens reserved for it. */
export type PaidModel = { model: ChatModel; reservation: Reservation; promptTokens: number }
type ReplyInProgress = { prepared: PreparedReply; form: ReplyForm; signal: AbortSignal }

/** @throws ModelFailure */
export async function* askModel(
  { model, reservation, promptTokens }: PaidModel,
  prompt: readonly PromptMessage[],
  inProgress: ReplyInProgress,
): AsyncGenerator<ReplyPart, void, void> {
  // If the gateway doesn't report usage, a call that is cut off may have used the maximum.
  let usedTokens = promptTokens + maxReplyTokens
  let text = ''
  const reader = createSelectionReader()
  try {
    const chunks = model.reply(prompt, inProgress.signal, (reportedTokens) => {
      usedTokens = reportedTokens
    })
    for await (const chunk of chunks) {
      text += chunk
      for (const selection of reader.push(chunk)) yield* partsOf(selection, inProgress)
      if (text.length > maxReplyCharacters) break
    }
    for (const selection of reader.end()) yield* partsOf(selection, inProgress)
  } finally {
    await reservation.settle(Math.max(usedTokens, promptTokens + estimateTokens(text)))
  }
}

/** Only written sentences are shown, whatever a model says. Prose is replaced, first by the key sentences of the answers. */
function* partsOf(selection: Selection, { prepared, form }: ReplyInProgress): Generator<ReplyPart> {
  const take = (sentence: string | undefined) => sentence && form.take(sentence, prepared.predecessors(sentence))
  if ('prose' in selection) {
    for (const keySentence of prepared.keySentences) yield { sentence: form.take(keySentence) }
    const replacement = prepared.findReplacement(selection.prose)
    const sentence = replacement && prepared.fillQuote(replacement)
    yield { sentence: take(sentence), incident: sentence === undefined ? 'dropped' : 'replaced' }
  } else if ('field' in selection) {
    yield { detail: selection }
  } else {
    const sentence = prepared.sentences[selection.number - 1]
    yield { sentence: take(sentence && prepared.fillQuote(sentence, selection.quote)) }
  }
}

/** A sentence by its number in the prompt, a detail, or text that is neither. */
type Selection = { number: number; quote?: string } | QuotedDetail | { prose: string }

const maxReplyCharacters = 8_000

/** Reads lines as they arrive: “12”, “40 "a booking app"”, “name "Ada"”, lists and JSON of these, or prose. Linear. */
function createSelectionReader() {
  let unread = ''
  let remaining = maxReplyCharacters

  function read(isEnd: boolean): Selection[] {
    const selections: Selection[] = []
    for (let end = endOfPassage(unread, isEnd); end > 0; end = endOfPassage(unread, isEnd)) {
      selections.push(...readPassage(unread.slice(0, end)))
      unread = unread.slice(end)
    }
    return selections
  }

  return {
    push(chunk: string) {
      unread += chunk.slice(0, remaining)
      remaining -= chunk.length
      return read(false)
    },
    end: () => read(true),
  }
}

/** A line is prose if it has more letters outside quotation marks than “requirements”, the longest field name. */
const maxLetters = 12
/** A number that isn't part of a word, a sum, or a percentage. */
const standaloneNumber = /(?<![\p{L}\p{N}\p{Sc}.,])\d{1,3}(?![\p{L}\p{N}%]|[.,]\d)/gu
const quotation = /["“”]([^"“”]*)["“”]/g

/** Where the first line, or the first sentence of prose, ends; 0 if it hasn't yet. */
function endOfPassage(text: string, isEnd: boolean): number {
  const lineEnd = text.indexOf('\n') + 1
  const match = /[.!?…][”"’)*_]*\s/.exec(text)
  const sentenceEnd = match === null ? 0 : match.index + match[0].length
  const isFirst = sentenceEnd > 0 && (lineEnd === 0 || sentenceEnd < lineEnd)
  if (isFirst && letterCount(text.slice(0, sentenceEnd)) > maxLetters) return sentenceEnd
  if (lineEnd > 0) return lineEnd
  return isEnd ? text.length : 0
}

function readPassage(passage: string): Selection[] {
  if (letterCount(passage) > maxLetters) return [{ prose: passage.trim() }]
  const [label = '', quote = ''] = passage.split(quotation)
  const field = namesOf(consultationFields).find((name) => label.toLowerCase().includes(name))
  if (field !== undefined) return quote === '' ? [] : [{ field, quote }]
  const selections: { number: number; quote?: string }[] = []
  // Every second piece is a quotation. Digits in it belong to the visitor's words.
  for (const [index, piece] of passage.split(quotation).entries()) {
    const last = selections.at(-1)
    if (index % 2 === 0)
      for (const [digits] of piece.matchAll(standaloneNumber)) selections.push({ number: Number(digits) })
    else if (last !== undefined) last.quote ??= piece
  }
  return selections
}

function letterCount(text: string): number {
  return text.replaceAll(quotation, '').match(/\p{L}/gu)?.length ?? 0
}
