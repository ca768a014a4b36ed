import { contentWords } from './evidence.ts'
import type { Firewall, Verdict } from './firewall.ts'
import { foldText } from './fold-text.ts'

/** True sentences that answer the visitor, the question that ends them among them. */
export type TrueAnswer = () => Promise<readonly string[]>

/** The firewall as a reply meets it, wherever it runs. */
export type Guarding = {
  check: (...asked: Parameters<Firewall['check']>) => Verdict | Promise<Verdict>
  /** Whether most of what a sentence says was said, in whatever words. */
  isTold: (sentence: string, shown: readonly string[]) => boolean | Promise<boolean>
}

type Sources = {
  firewall: Guarding
  visitor: readonly string[]
  /** What is shown of the reply so far; grows while it goes on. */
  shown: readonly string[]
  answer: TrueAnswer | undefined
}

/** After these a word on what was said comes before the answer. */
const toldFirst = new Set(['agreement', 'action', 'leak', 'role', 'rivals'])
/** A reply that lost a sentence is filled up to so many, besides its question. */
const leastShown = 2
/** More than this share of its words, and a sentence says nothing new. */
const mostTold = 0.6
/** Of so few all have to be told. */
const fewWords = 3

type StandIn = {
  /** @returns what is shown in place of a sentence that was held back; empty where all is said */
  insteadOf: (verdict: Verdict & { ok: false }) => Promise<string>
  /** @returns what a reply that lost a sentence lacks at its end: enough to be an answer, and a question that fits */
  fillUp: () => Promise<string[]>
}

/** Finds what to show where a sentence was held back: the right fact, else what truly answers the visitor. */
export function createStandIn({ firewall, visitor, shown, answer }: Sources): StandIn {
  let answers: readonly string[] | undefined
  const isNew = async (sentence: string) => !(await firewall.isTold(sentence, shown))
  const fits = async (sentence: string) =>
    (await isNew(sentence)) && (await firewall.check(sentence, { visitor, before: shown })).ok
  const firstThatFits = async (sentences: readonly string[]) => {
    for (const sentence of sentences) if (await fits(sentence)) return sentence
    return undefined
  }

  return {
    async insteadOf({ reason, instead, isFact }) {
      answers ??= ((await answer?.()) ?? []).map(withoutYes)
      const others = answers.filter((sentence) => !isQuestion(sentence))
      const isFirst = isFact || toldFirst.has(reason)
      if (isFirst && (await isNew(instead))) return instead
      return (await firstThatFits(others)) ?? (!isFirst && (await isNew(instead)) ? instead : '')
    },
    async fillUp() {
      // After a question nothing is said any more.
      if (answers === undefined || isQuestion(shown.at(-1) ?? '')) return []
      const lacking = Math.max(0, leastShown - shown.filter((sentence) => !isQuestion(sentence)).length)
      const others: string[] = []
      for (const sentence of answers) {
        if (others.length < lacking && !isQuestion(sentence) && (await fits(sentence))) others.push(sentence)
      }
      const question = shown.some(isQuestion) ? undefined : answers.findLast(isQuestion)
      return [...others, ...(question === undefined ? [] : [question])]
    },
  }
}

function isQuestion(sentence: string): boolean {
  return /\?["'”’»)\]]*$/.test(sentence)
}

/** What was asked is not what was held back: nothing is said yes to. */
function withoutYes(sentence: string): string {
  return sentence.replace(/^Yes, (.)/, (_, first: string) => first.toUpperCase())
}

/** Whether most of what a sentence says was said, in whatever words. */
export function isToldAlready(sentence: string, shown: readonly string[]): boolean {
  const words = contentWords(foldText(sentence))
  const told = contentWords(foldText(shown.join(' ')))
  const share = [...words].filter((word) => told.has(word)).length / words.size
  const numbers = [...words].filter((word) => /\d/.test(word))
  const isSameFigure = numbers.length > 0 && numbers.every((word) => told.has(word))
  return isSameFigure || shown.includes(sentence) || share === 1 || (words.size > fewWords && share > mostTold)
}
