import { type Answer, answersOn, type Entry, type Fact } from '../../platform/content/chat/answers.ts'
import type { Question } from '../../platform/content/chat/questions.ts'
import type { Comparison, Offer, Talk } from '../../platform/content/chat/talk.ts'
import { formatDay, formatLongDay } from '../../platform/text/time-text.ts'
import { tokenize } from './understand/model.ts'

/** A fact, its answer, and its index there. `comparesBudget`: it compares the visitor's budget with a price. */
export type KnownFact = Fact & { answer: Answer; index: number; comparesBudget: boolean }

/** Everything the chat can say on a given day, by ID. */
export type Answers = {
  all: ReadonlyMap<string, Answer>
  facts: ReadonlyMap<string, KnownFact>
  questions: ReadonlyMap<string, Question>
  moves: Readonly<Record<string, string>>
  talk: Talk
  /** The offers an answer belongs to, most specific first. */
  offersOf: (answerId: string) => Offer[]
  /** IDs by sentence, to identify replies a client sent back without their IDs. */
  idsByText: ReadonlyMap<string, string>
  /** IDs by title words, for visitors who type a title instead of tapping its button. Excludes trouble. */
  idsByTitle: ReadonlyMap<string, string>
}

/** Returns a function that fills a day's date and the next free times (epoch ms) into its answers. Caches the last result. */
export function createDatedAnswers(entries: readonly Entry[], talk: Talk, lang: string) {
  let cached: { key: string; answers: Answers } | undefined
  return (now: number, freeTimes: readonly number[]): Answers => {
    const day = formatDay(new Date(now))
    const times = linksToTimes(freeTimes, lang)
    const key = `${day} ${times}`
    if (cached?.key === key) return cached.answers
    const today = formatLongDay(day, lang)
    const fillFact = (fact: Fact) => ({
      ...fact,
      text: fact.text.replaceAll('{today}', today).replaceAll('{call.times}', times),
    })
    // Skip sentences that mention free times if there are none.
    const canBeFilled = ({ text }: Fact) => times !== '' || !text.includes('{call.times}')
    const answers = answersOn(entries, day).map((answer) => ({
      ...answer,
      facts: answer.facts.filter(canBeFilled).map(fillFact),
    }))
    cached = { key, answers: indexAnswers(answers, talk) }
    return cached.answers
  }
}

/** Maximum number of free times in a sentence. The page for calls lists all of them. */
const maxOfferedTimes = 3

/** Formats free times as links, which the chat panel shows in the visitor's time zone. */
function linksToTimes(freeTimes: readonly number[], lang: string): string {
  const links = freeTimes
    .slice(0, maxOfferedTimes)
    .map((time) => `/call?start=${new Date(time).toISOString().slice(0, 16)}Z`)
  return new Intl.ListFormat(lang).format(links)
}

function indexAnswers(written: readonly Answer[], talk: Talk): Answers {
  const answers = [...written, budgetsAnswer(talk)]
  const facts = byId(
    answers.flatMap((answer) =>
      answer.facts.map((fact, index): KnownFact => {
        return { ...fact, answer, index, comparesBudget: answer.id === budgetsId }
      }),
    ),
  )
  const questions = byId([...talk.questions, ...answers.flatMap(({ questions }) => questions)])
  const titled = answers.filter(({ kind }) => kind !== 'trouble')
  return {
    all: byId(answers),
    facts,
    questions,
    moves: talk.moves,
    talk,
    offersOf: (id) => offersWith(id, talk),
    idsByText: new Map([...facts.values(), ...questions.values()].map(({ id, text }) => [text, id])),
    idsByTitle: new Map(titled.map(({ id, title }) => [tokenize(title).join(' '), id])),
  }
}

function byId<T extends { id: string }>(all: readonly T[]): Map<string, T> {
  return new Map(all.map((each) => [each.id, each]))
}

/** The offers an answer belongs to. An offer that uses it for more of its aspects is more specific. */
function offersWith(answerId: string, { offers }: Talk): Offer[] {
  const countSides = ({ answers }: Offer) => Object.values(answers).filter((id) => id === answerId).length
  const own = offers.filter((offer) => countSides(offer) > 0)
  return own.toSorted((a, b) => countSides(a) - countSides(b)).toReversed()
}

/** ID of the answer that says the visitor's details are noted. */
export const detailsId = 'my-details'
export const budgetsId = 'budgets'
export const comparisonIds = { says: 'budgets.says', otherCurrency: 'budgets.other-currency' } as const

export function comparisonId(offer: Offer, budgetIndex: number, result: keyof Comparison): string {
  return `${budgetsId}.${offer.id}-${budgetIndex === 0 ? '' : `${budgetIndex + 1}-`}${result}`
}

/** The sentences about budgets, as an answer visitors can't ask for directly. */
function budgetsAnswer({ offers, budgets }: Talk): Answer {
  const sentences: [id: string, text: string | undefined][] = []
  for (const offer of offers) {
    for (const [i, { below, reaches, above }] of offer.budgets.entries()) {
      sentences.push([comparisonId(offer, i, 'below'), below])
      sentences.push([comparisonId(offer, i, 'reaches'), reaches])
      sentences.push([comparisonId(offer, i, 'above'), above])
    }
  }
  sentences.push([comparisonIds.says, budgets.says], [comparisonIds.otherCurrency, budgets.otherCurrency])
  const facts: Fact[] = []
  for (const [id, text] of sentences) if (text !== undefined) facts.push({ id, text, leans: false, about: null })
  return { id: budgetsId, title: budgetsId, kind: 'topic', opens: null, facts, next: [], questions: [] }
}
