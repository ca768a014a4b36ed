import type { Fault } from './judge.ts'
import { sentencesOf } from './plain-words.ts'

const marks: [RegExp, string][] = [
  [/<\/?[a-z!][^>]*>/i, 'HTML'],
  [/&(?:[a-z]+|#\d+);/i, 'an HTML entity'],
  [/\*\*|__|`|^\s*#{1,6} /m, 'a mark of Markdown'],
  [/!?\[[^\]]*\]\([^)]*\)/, 'a link of Markdown'],
  [/^\s*(?:[-*•]|\d+[.)]) /m, 'a list'],
  [/^\s*\|.*\|/m, 'a table'],
  [/<\||\[\/?INST\]|^(?:system|assistant|user|human|ai):/im, 'a role'],
]

/** 3 to 4 sentences of plain text that end with a question (section 9 of the specification). */
export function formFaults(reply: string): Fault[] {
  const faults = marks.filter(([mark]) => mark.test(reply)).map(([, name]) => name)
  const sentences = sentencesOf(reply).length
  if (sentences < 3 || sentences > 4) faults.push(`${sentences} sentences`)
  if (!/\?["”’)]*$/.test(reply.trimEnd())) faults.push('no question at the end')
  return faults.map((text) => ({ kind: 'form', text }))
}
