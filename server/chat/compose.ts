import type { Answer, ChatPhrases } from '../../platform/content/chat/answers.ts'
import { isNumberWord } from '../../platform/text/number-words.ts'

/** Statements, and a question that ends the reply. Named like the fields of an answer. */
export type Reply = { says: string[]; next: string }

export type FindAnswers = (ids: readonly string[]) => Answer[]

export type ChatContext = {
  shownSentences: ReadonlySet<string>
  /** The project in the visitor's words, if they can be quoted. */
  projectQuote: string | undefined
  /** Whether the newest message mentions the project. */
  isNewProject: boolean
  hasProject: boolean
  hasEmail: boolean
}

const minStatements = 2
const maxStatements = 3
const maxWords = 66

/** The form of every reply (docs/contract.md, “The chat”): two or three statements and a question. */
export function compose(
  answers: readonly Answer[],
  chat: ChatContext,
  phrases: ChatPhrases,
  relevance: (sentence: string) => number,
): Reply {
  const factual = answers.filter(({ as }) => as !== 'talk' && as !== 'mood')
  const main = factual.length > 0 ? factual : answers
  const mood = factual.length > 0 ? answers.find(({ as }) => as === 'mood')?.says.slice(0, 1) : undefined
  const opening = mood ?? projectOpening(main, chat, phrases)
  return {
    says: selectStatements(main, opening, chat, phrases, relevance),
    next: selectQuestion(main, chat, phrases),
  }
}

function projectOpening(
  [first]: readonly Answer[],
  { isNewProject, projectQuote, shownSentences }: ChatContext,
  phrases: ChatPhrases,
): string[] {
  if (!isNewProject || projectQuote === undefined || first?.as !== 'answer') return []
  const openings = phrases.matter.map((phrase) => fillProject(phrase, projectQuote))
  return openings.filter((sentence) => !shownSentences.has(sentence)).slice(0, 1)
}

/** The opening and each answer's first sentence, then the most relevant others, in the order of the answers. */
function selectStatements(
  answers: readonly Answer[],
  opening: readonly string[],
  { shownSentences }: ChatContext,
  { again }: ChatPhrases,
  relevance: (sentence: string) => number,
): string[] {
  const isNew = (sentence: string) => !shownSentences.has(sentence)
  const all = answers.flatMap(({ says }) => says)
  const start = all.some(isNew) ? opening : again.filter(isNew).slice(0, 1)
  const keySentences = answers.flatMap(({ says: [first = ''] }) => first)
  const score = (sentence: string) => (isNew(sentence) ? 1 : 0) + (answers.length > 1 ? relevance(sentence) : 0)
  const others = all
    .filter((sentence) => !keySentences.includes(sentence))
    .toSorted((one, other) => score(other) - score(one))
  const selected = new Set([...start, ...keySentences, ...others].slice(0, maxStatements))
  if (selected.size === maxStatements && [...selected].join(' ').split(' ').length > maxWords)
    selected.delete([...selected].at(-1) ?? '')
  return [...new Set([...start, ...all])].filter((sentence) => selected.has(sentence))
}

function selectQuestion(
  answers: readonly Answer[],
  { shownSentences, projectQuote, hasProject, hasEmail }: ChatContext,
  { questions }: ChatPhrases,
): string {
  const isKnown = { project: hasProject, contact: hasEmail }
  const ownQuestions = answers.filter(({ wants }) => wants === undefined || !isKnown[wants]).map(({ next }) => next)
  const aboutProject = hasProject ? (projectQuote === undefined ? [] : questions.matter) : questions.project
  const candidates = [...ownQuestions, ...aboutProject, ...questions.general].map((question) =>
    fillProject(question, projectQuote),
  )
  return candidates.find((question) => !shownSentences.has(question)) ?? candidates[0] ?? ''
}

export function fillProject(sentence: string, projectQuote: string | undefined): string {
  return projectQuote === undefined ? sentence : sentence.replaceAll('{matter}', () => projectQuote)
}

const maxQuoteCharacters = 80
/** In the agent's mouth, “my shop” would mean the studio's. */
const possessive = /^(?:my|our|your) /i
/** Characters of links, addresses, figures, markup, and quotations. */
const unquotable = /[\p{N}\p{Sc}\p{C}@/\\<>{}[\]|"“”„*_#`%.!?:;]/u

/** The quote, if it's verbatim and short, without a figure, link, address, or end of a sentence. */
export function quotableProject(quote: string, visitorTexts: readonly string[]): string | undefined {
  const text = quote.trim()
  if (text === '' || [...text].length > maxQuoteCharacters || unquotable.test(text) || possessive.test(text))
    return undefined
  if (text.split(/[^\p{L}]+/u).some((word) => isNumberWord(word.toLowerCase()))) return undefined
  return visitorTexts.some((message) => message.includes(text)) ? text : undefined
}

export type ReplyForm = {
  /** @param predecessors sentences it may follow; by default any @returns the sentence if it should be shown now */
  take: (sentence: string, predecessors?: readonly string[]) => string | undefined
  /** The sentences that complete the reply, its question last. */
  finish: (builtInReply: Reply) => string[]
}

/** Passes sentences through as they arrive; a question waits for the end. @param shown what the visitor already sees */
export function createReplyForm(shown: readonly string[]): ReplyForm {
  const taken = new Set(shown)
  let statementCount = shown.filter((sentence) => !isQuestion(sentence)).length
  let last = shown.at(-1) ?? ''
  let question: string | undefined

  function take(sentence: string, predecessors: readonly string[] = [last]): string | undefined {
    if (taken.has(sentence)) return undefined
    if (isQuestion(sentence)) {
      question ??= sentence
      return undefined
    }
    if (statementCount === maxStatements || !predecessors.includes(last)) return undefined
    taken.add(sentence)
    last = sentence
    statementCount += 1
    return sentence
  }

  return {
    take,
    finish({ says, next }) {
      if (shown.some(isQuestion)) return []
      const missing = says.flatMap((sentence) => (statementCount < minStatements ? (take(sentence) ?? []) : []))
      return [...missing, question ?? next]
    },
  }
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?')
}
