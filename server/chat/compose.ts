import type { Answer, ChatPhrases } from '../../platform/content/chat/answers.ts'
import { isNumberWord } from '../../platform/text/number-words.ts'

export type Reply = { says: string[]; next: string }

export type ChatSoFar = {
  said: ReadonlySet<string>
  matter: string | undefined
  isNew: boolean
  hasProject: boolean
  hasAddress: boolean
}

const minSentences = 2
const maxSentences = 3
const maxWords = 66

/** The form of every reply (docs/contract.md, “The chat”): two or three statements and a question. */
export function compose(
  answers: readonly Answer[],
  chat: ChatSoFar,
  words: ChatPhrases,
  similarity: (sentence: string) => number,
): Reply {
  const factual = answers.filter(({ as }) => as !== 'talk' && as !== 'mood')
  const main = factual.length > 0 ? factual : answers
  const mood = factual.length > 0 ? answers.find(({ as }) => as === 'mood')?.says.slice(0, 1) : undefined
  return {
    says: statementsOf(main, mood ?? openingFor(main, chat, words), chat, words, similarity),
    next: questionAfter(main, chat, words),
  }
}

function openingFor([first]: readonly Answer[], { isNew, matter, said }: ChatSoFar, words: ChatPhrases): string[] {
  if (!isNew || matter === undefined || first?.as !== 'answer') return []
  return words.matter
    .map((each) => fillMatter(each, matter))
    .filter((sentence) => !said.has(sentence))
    .slice(0, 1)
}

function statementsOf(
  main: readonly Answer[],
  mood: readonly string[],
  { said }: ChatSoFar,
  { again }: ChatPhrases,
  likeness: (sentence: string) => number,
): string[] {
  const all = main.flatMap(({ says }) => says)
  const isRepeat = all.every((sentence) => said.has(sentence))
  const opening = isRepeat ? again.filter((sentence) => !said.has(sentence)).slice(0, 1) : mood
  const keys = main.flatMap(({ says: [key = ''] }) => key)
  const worth = (sentence: string) => (said.has(sentence) ? 0 : 1) + (main.length > 1 ? likeness(sentence) : 0)
  const others = all.filter((sentence) => !keys.includes(sentence)).toSorted((one, other) => worth(other) - worth(one))
  const chosen = new Set([...opening, ...keys, ...others].slice(0, maxSentences))
  if (chosen.size === maxSentences && [...chosen].join(' ').split(' ').length > maxWords)
    chosen.delete([...chosen].at(-1) ?? '')
  return [...new Set([...opening, ...all])].filter((sentence) => chosen.has(sentence))
}

function questionAfter(
  main: readonly Answer[],
  { said, matter, hasProject, hasAddress }: ChatSoFar,
  { questions }: ChatPhrases,
): string {
  const isKnown = { project: hasProject, contact: hasAddress }
  const ownQuestions = main.filter(({ wants }) => wants === undefined || !isKnown[wants]).map(({ next }) => next)
  const ofProject = hasProject ? (matter === undefined ? [] : questions.matter) : questions.project
  const further = [...ofProject, ...questions.general]
  const all = [...ownQuestions, ...further].map((question) => fillMatter(question, matter))
  return all.find((question) => !said.has(question)) ?? all[0] ?? ''
}

export function fillMatter(sentence: string, matter: string | undefined): string {
  return matter === undefined ? sentence : sentence.replaceAll('{matter}', () => matter)
}

const maxMatterCharacters = 80
/** The agent can't repeat these: they'd mean someone else's. */
const possessive = /^(?:my|our|your) /i
/** Characters of links, addresses, figures, markup, and quotations. */
const unfit = /[\p{N}\p{Sc}\p{C}@/\\<>{}[\]|"“”„*_#`%.!?:;]/u

/** The quote, if it's verbatim and short, without a figure, link, address, or end of a sentence. */
export function matterIn(quote: string, messages: readonly string[]): string | undefined {
  const piece = quote.trim()
  if (piece === '' || [...piece].length > maxMatterCharacters || unfit.test(piece) || possessive.test(piece))
    return undefined
  if (piece.split(/[^\p{L}]+/u).some((word) => isNumberWord(word.toLowerCase()))) return undefined
  return messages.some((message) => message.includes(piece)) ? piece : undefined
}

export type ReplyForm = {
  /** @param predecessors sentences it may follow; by default any @returns the sentence if it should be shown now */
  take: (sentence: string, behind?: readonly string[]) => string | undefined
  /** The sentences that complete the reply, its question last. @param reply the built-in agent's */
  finish: (reply: Reply) => string[]
}

/** Passes sentences through as they arrive; a question waits for the end. @param shown what the visitor already sees */
export function createReplyForm(shown: readonly string[]): ReplyForm {
  const said = new Set(shown)
  let statements = shown.filter((sentence) => !isQuestion(sentence)).length
  let last = shown.at(-1) ?? ''
  let question: string | undefined

  function take(sentence: string, behind: readonly string[] = [last]): string | undefined {
    if (said.has(sentence)) return undefined
    if (isQuestion(sentence)) {
      question ??= sentence
      return undefined
    }
    if (statements === maxSentences || !behind.includes(last)) return undefined
    said.add(sentence)
    last = sentence
    statements += 1
    return sentence
  }

  return {
    take,
    finish({ says, next }) {
      if (shown.some(isQuestion)) return []
      const missing = says.flatMap((sentence) => (statements < minSentences ? (take(sentence) ?? []) : []))
      return [...missing, question ?? next]
    },
  }
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?')
}

type Budgets = ChatPhrases['budgets']
type Offer = Budgets['offers'][number]

const maxCompared = 2

/** A comparison, never an agreement. @returns undefined if the visitor named no sum of their own */
export function compareBudget(budget: string | null, ids: readonly string[], words: Budgets): Answer | undefined {
  if (budget === null) return undefined
  const [range = '', currency = 'USD'] = budget.split(' ')
  const sum = Number(range.split('-').at(-1))
  // A visitor who names one of the studio's prices asks about it.
  if (!Number.isFinite(sum) || words.offers.some(({ from, to }) => sum === from.amount || sum === to?.amount))
    return undefined
  const offers = words.offers.filter(({ from }) => from.currency === currency)
  const askedFor = offers.filter((offer) => offer.for.some((id) => ids.includes(id)))
  const general = offers
    .filter(({ isGeneral }) => isGeneral)
    .toSorted((one, other) => one.from.amount - other.from.amount)
  // The most expensive that the sum covers, and the cheapest that it doesn't.
  const nearest = [general.findLast(({ from }) => from.amount <= sum), general.find(({ from }) => from.amount > sum)]
  const compared = askedFor.length > 0 ? askedFor.slice(0, maxCompared) : nearest.flatMap((offer) => offer ?? [])
  const says = compared.length > 0 ? compared.map((offer) => comparison(sum, offer)) : [words.otherCurrency]
  return { id: 'budget', as: 'answer', says: [...says, words.says], next: words.next }
}

function comparison(sum: number, { from, to, below, reaches, above }: Offer): string {
  if (sum < from.amount) return below
  return to !== undefined && above !== undefined && sum > to.amount ? above : reaches
}
