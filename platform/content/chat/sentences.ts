import { fillFacts } from '../facts/fill-facts.ts'
import { tryRead } from '../files/content-error.ts'
import { contentFiles } from '../files/content-files.ts'
import { locateValue } from '../files/read-content.ts'

/** The space between two sentences. A period inside a price doesn't end a sentence: `Fr. 90`, or `90 Fr. for a day`. */
const sentenceEnd = /(?<=[.!?…]["”’)]?)\s+(?![\p{Ll}\d])/u

export function sentencesOf(text: string): string[] {
  return text.split(sentenceEnd)
}

/** Whether text is a single sentence without markup. */
function isOneSentence(text: string): boolean {
  return /^[^<>*_#`|[\]\n]+[.!?]$/.test(text) && !sentenceEnd.test(text)
}

/** @returns the problem with a statement, or undefined. If a fact filled it in, names the fact's file and line. */
export function problemOfStatement(text: string, facts: object): string | undefined {
  return isOneSentence(text) && !text.endsWith('?')
    ? undefined
    : problemWith(text, 'must be one sentence of plain text that ends with a period', facts)
}

export function problemOfQuestion(text: string, facts: object): string | undefined {
  return isOneSentence(text) && text.endsWith('?')
    ? undefined
    : problemWith(text, 'must be one question of plain text that ends with a question mark', facts)
}

/** Describes the rule a statement violates and, if a fact filled it in, where the fact is. */
function problemWith(text: string, rule: string, facts: object): string {
  const isSource = (value: string) => {
    const filled = tryRead(() => fillFacts(value, facts)) ?? value
    return filled.includes(text) || (text.includes(filled) && !isOneSentence(`${filled}.`))
  }
  const place = contentFiles('{*,home/*}.yaml').flatMap((file) => locateValue(file, isSource) ?? [])[0]
  return `${place === undefined ? '' : `the chat says the text from ${place}, which `}${rule}: ${text}`
}
