import type { Answer } from '../../../content/agent/answers.ts'
import type { TalkWords } from '../../../content/agent/talk.ts'

/** Two or three statements and the question that ends them. */
export type Reply = { says: string[]; next: string }

/** What was said up to now. */
export type TalkSoFar = {
  /** The agent's sentences. */
  said: ReadonlySet<string>
  /** What the visitor wants to have built, in their own words; undefined where they have not said. */
  matter: string | undefined
  /** They have said so in their newest message. */
  isNew: boolean
  /** They have said what, whether or not it may be repeated. */
  hasProject: boolean
  hasAddress: boolean
}

export const leastSays = 2
export const mostSays = 3
/** A chat bubble is narrow. */
const mostWords = 66

/**
 * The form of every reply (specification, section 9): three or four sentences, the last of them a question.
 * @param answers in the order of the questions, at least one
 * @param likeness how near a sentence comes to what was asked
 */
export function compose(
  answers: readonly Answer[],
  talk: TalkSoFar,
  words: TalkWords,
  likeness: (sentence: string) => number,
): Reply {
  const told = answers.filter(({ as }) => as !== 'talk' && as !== 'mood')
  const main = (told.length > 0 ? told : answers).toSorted((one, other) => urgencyOf(other) - urgencyOf(one))
  const mood = told.length > 0 ? answers.find(({ as }) => as === 'mood')?.says.slice(0, 1) : undefined
  return {
    says: saysOf(main, mood ?? bridgeTo(main, talk, words), talk, words, likeness),
    next: nextOf(main, talk, words),
  }
}

function urgencyOf({ as }: Answer): number {
  return as === 'emergency' ? 1 : 0
}

/** What is to be built is said back once, before what is told of it. */
function bridgeTo([first]: readonly Answer[], { isNew, matter, said }: TalkSoFar, words: TalkWords): string[] {
  if (!isNew || matter === undefined || first?.as !== 'answer') return []
  return words.matter
    .map((each) => placeMatter(each, matter))
    .filter((sentence) => !said.has(sentence))
    .slice(0, 1)
}

function saysOf(
  main: readonly Answer[],
  mood: readonly string[],
  { said }: TalkSoFar,
  { again }: TalkWords,
  likeness: (sentence: string) => number,
): string[] {
  const all = main.flatMap(({ says }) => says)
  const isRepeat = all.every((sentence) => said.has(sentence))
  const opening = isRepeat ? again.filter((sentence) => !said.has(sentence)).slice(0, 1) : mood
  const keys = main.flatMap(({ says: [key = ''] }) => key)
  const worth = (sentence: string) => (said.has(sentence) ? 0 : 1) + (main.length > 1 ? likeness(sentence) : 0)
  const others = all.filter((sentence) => !keys.includes(sentence)).toSorted((one, other) => worth(other) - worth(one))
  const chosen = new Set([...opening, ...keys, ...others].slice(0, mostSays))
  if (chosen.size === mostSays && wordsIn([...chosen]) > mostWords) chosen.delete([...chosen].at(-1) ?? '')
  return [...new Set([...opening, ...all])].filter((sentence) => chosen.has(sentence))
}

function wordsIn(sentences: readonly string[]): number {
  return sentences.join(' ').split(' ').length
}

/** Nothing that the visitor has said is asked for, and no question twice while there is another one. */
function nextOf(
  main: readonly Answer[],
  { said, matter, hasProject, hasAddress }: TalkSoFar,
  { questions }: TalkWords,
): string {
  const isKnown = { project: hasProject, contact: hasAddress }
  const own = main.filter(({ wants }) => wants === undefined || !isKnown[wants]).map(({ next }) => next)
  const ofProject = hasProject ? (matter === undefined ? [] : questions.matter) : questions.project
  const further = [...ofProject, ...questions.general]
  const all = [...own, ...further].map((question) => placeMatter(question, matter))
  return all.find((question) => !said.has(question)) ?? all[0] ?? ''
}

/** @param matter undefined leaves the sentence as it is */
export function placeMatter(sentence: string, matter: string | undefined): string {
  return matter === undefined ? sentence : sentence.replaceAll('{matter}', () => matter)
}
