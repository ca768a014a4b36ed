import { randomBytes } from 'node:crypto'
import type { PromptWords } from '../../platform/content/chat/chat.ts'
import { namesOf } from '../../platform/fields.ts'
import { consultationFields } from '../leads/fields.ts'
import { maxOfferedCharacters } from './answers.ts'
import type { QuotedDetail } from './details/extract.ts'
import type { PromptMessage } from './gateway.ts'
import type { ChatMessage } from './messages.ts'

/** Puts the visitor's words between marks that are random for every request, so that nobody can guess them. */
export function promptMessages(
  words: PromptWords,
  sentences: readonly string[],
  turns: readonly ChatMessage[],
): PromptMessage[] {
  const fence = randomBytes(6).toString('hex')
  const numbered = sentences.map((sentence, i) => `${i + 1}. ${sentence}`)
  const history = turns.map(({ role, content }): ChatMessage => {
    return { role, content: role === 'user' ? `[${fence}]\n${content.replaceAll(fence, '')}\n[/${fence}]` : content }
  })
  const goOn: ChatMessage[] = turns.at(-1)?.role === 'assistant' ? [{ role: 'user', content: words.goOn }] : []
  return [{ role: 'system', content: systemPrompt(words, numbered, fence) }, ...history, ...goOn]
}

function systemPrompt(
  { task, manner, fence: rule, sentences }: PromptWords,
  numbered: readonly string[],
  fence: string,
): string {
  return [task, ...manner.map((each) => `- ${each}`), rule.replaceAll('{fence}', fence), sentences, ...numbered].join(
    '\n',
  )
}

const tokensPerMessage = 40

/** Maximum tokens of the prompt. */
export function promptTokens(words: PromptWords, turns: readonly ChatMessage[]): number {
  const fixedText = systemPrompt(words, ['x'.repeat(maxOfferedCharacters)], '') + words.goOn
  return turns.reduce(
    (sum, { content }) => sum + tokenCount(content) + tokensPerMessage,
    tokenCount(fixedText) + tokensPerMessage,
  )
}

const encoder = new TextEncoder()

/** Estimates high: one token for three ASCII characters (English takes four) and for every other byte. */
export function tokenCount(text: string): number {
  const bytes = encoder.encode(text)
  const ascii = bytes.reduce((sum, byte) => (byte < 0x80 ? sum + 1 : sum), 0)
  return Math.ceil(ascii / 3) + bytes.length - ascii
}

export type Selected = { number: number; quote?: string } | QuotedDetail | { prose: string }

/** A line with more letters than “requirements” outside quotation marks is prose. */
const maxLetters = 12
export const maxReplyCharacters = 8_000
/** A number that isn't part of a word, a sum, or a percentage. */
const standaloneNumber = /(?<![\p{L}\p{N}\p{Sc}.,])\d{1,3}(?![\p{L}\p{N}%]|[.,]\d)/gu
const quoted = /["“”]([^"“”]*)["“”]/g

/** Reads lines as they arrive: “12”, “40 "a booking app"”, “name "Ada"”, lists and JSON of these, or prose. Linear. */
export function createSelectionReader() {
  let rest = ''
  let left = maxReplyCharacters

  function readRest(isEnd: boolean): Selected[] {
    const selected: Selected[] = []
    for (let end = endOfPart(rest, isEnd); end > 0; end = endOfPart(rest, isEnd)) {
      selected.push(...readPart(rest.slice(0, end)))
      rest = rest.slice(end)
    }
    return selected
  }

  return {
    push(piece: string) {
      rest += piece.slice(0, left)
      left -= piece.length
      return readRest(false)
    },
    end: () => readRest(true),
  }
}

/** Where the first line, or the first sentence of prose, ends; 0 if it hasn't yet. */
function endOfPart(text: string, isEnd: boolean): number {
  const line = text.indexOf('\n') + 1
  const sentence = /[.!?…][”"’)*_]*\s/.exec(text)
  const cut = sentence === null ? 0 : sentence.index + sentence[0].length
  if (cut > 0 && (line === 0 || cut < line) && lettersIn(text.slice(0, cut)) > maxLetters) return cut
  if (line > 0) return line
  return isEnd ? text.length : 0
}

function readPart(part: string): Selected[] {
  if (lettersIn(part) > maxLetters) return [{ prose: part.trim() }]
  const [before = '', quote = ''] = part.split(quoted)
  const field = namesOf(consultationFields).find((each) => before.toLowerCase().includes(each))
  if (field !== undefined) return quote === '' ? [] : [{ field, quote }]
  const selected: { number: number; quote?: string }[] = []
  // Digits in a quotation belong to the visitor's words.
  for (const [index, piece] of part.split(quoted).entries()) {
    const last = selected.at(-1)
    if (index % 2 === 0)
      for (const [digits] of piece.matchAll(standaloneNumber)) selected.push({ number: Number(digits) })
    else if (last !== undefined) last.quote ??= piece
  }
  return selected
}

function lettersIn(text: string): number {
  return text.replaceAll(quoted, '').match(/\p{L}/gu)?.length ?? 0
}
