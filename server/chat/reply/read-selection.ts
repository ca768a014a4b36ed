import { namesOf } from '../../../platform/fields.ts'
import { type ConsultationField, consultationFields } from '../../leads/fields.ts'

export type Selected =
  | { number: number; quote?: string }
  | { field: ConsultationField; quote: string }
  | { prose: string }

/** A line with more letters than “requirements” outside of quotation marks is prose. */
const maxLetters = 12
export const maxCharacters = 8_000
/** No piece of a word, a sum or a percentage. */
const aloneNumber = /(?<![\p{L}\p{N}\p{Sc}.,])\d{1,3}(?![\p{L}\p{N}%]|[.,]\d)/gu
const quoted = /["“”]([^"“”]*)["“”]/g

/** Reads lines as they come: “12”, “40 "a booking app"”, “name "Ada"”, lists and JSON of these, or prose. Linear. */
export function createSelectionReader() {
  let rest = ''
  let left = maxCharacters

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

/** Where the first line, or the first sentence of prose, ends; 0 where that can't be known yet. */
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
  // Digits in a quotation are the visitor's.
  for (const [index, piece] of part.split(quoted).entries()) {
    const last = selected.at(-1)
    if (index % 2 === 0) for (const [digits] of piece.matchAll(aloneNumber)) selected.push({ number: Number(digits) })
    else if (last !== undefined) last.quote ??= piece
  }
  return selected
}

function lettersIn(text: string): number {
  return text.replaceAll(quoted, '').match(/\p{L}/gu)?.length ?? 0
}
