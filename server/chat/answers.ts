import { type Answer, answersOn, type Entry, type Fact } from '../../platform/content/chat/answers.ts'
import type { Question } from '../../platform/content/chat/questions.ts'
import type { Comparison, Offer, Talk } from '../../platform/content/chat/talk.ts'
import { dayOf, longDay } from '../../platform/text/time-text.ts'
import { tokenize } from './understand/model.ts'

/** A fact with its answer, and its place in it. `sums`: it compares the visitor's sum with a price. */
export type KnownFact = Fact & { answer: Answer; index: number; sums: boolean }

/** Everything that the chat may say on a day, by id. */
export type Answers = {
  all: ReadonlyMap<string, Answer>
  facts: ReadonlyMap<string, KnownFact>
  questions: ReadonlyMap<string, Question>
  moves: Readonly<Record<string, string>>
  talk: Talk
  /** Offers that an answer belongs to, the most specific one first. */
  offersOf: (answerId: string) => Offer[]
  /** Ids by sentence, for chats whose replies come without their ids. */
  idsByText: ReadonlyMap<string, string>
  /** Ids by the words of their titles, which visitors also type instead of tapping the button. Without trouble. */
  idsByTitle: ReadonlyMap<string, string>
}

/** @returns the answers of a day, with its date and the next free times (in ms since 1970) filled in */
export function createDatedAnswers(entries: readonly Entry[], talk: Talk, lang: string) {
  let cached: { key: string; answers: Answers } | undefined
  return (now: number, freeTimes: readonly number[]): Answers => {
    const day = dayOf(new Date(now))
    const times = linksToTimes(freeTimes, lang)
    const key = `${day} ${times}`
    if (cached?.key === key) return cached.answers
    const today = longDay(day, lang)
    const fillFact = (fact: Fact) => ({
      ...fact,
      text: fact.text.replaceAll('{today}', today).replaceAll('{call.times}', times),
    })
    const answers = answersOn(entries, day).map((answer) => ({
      ...answer,
      // Without free times, sentences that mention them are left out.
      facts: answer.facts.filter(({ text }) => times !== '' || !text.includes('{call.times}')).map(fillFact),
    }))
    cached = { key, answers: indexAnswers(answers, talk) }
    return cached.answers
  }
}

const maxOfferedTimes = 3

/** The chat shows these links as times in the visitor's time zone. */
function linksToTimes(freeTimes: readonly number[], lang: string): string {
  const links = freeTimes
    .slice(0, maxOfferedTimes)
    .map((time) => `/call?start=${new Date(time).toISOString().slice(0, 16)}Z`)
  return new Intl.ListFormat(lang).format(links)
}

function indexAnswers(written: readonly Answer[], talk: Talk): Answers {
  const answers = [...written, budgetsOf(talk)]
  const all = new Map(answers.map((answer) => [answer.id, answer]))
  const facts = new Map(
    answers.flatMap((answer) =>
      answer.facts.map((fact, index): [string, KnownFact] => [
        fact.id,
        { ...fact, answer, index, sums: answer.id === budgetsId },
      ]),
    ),
  )
  const questions = new Map([...talk.questions, ...answers.flatMap(({ questions }) => questions)].map((q) => [q.id, q]))
  const texts = [...facts.values(), ...questions.values()]
  const offersOf = (id: string) =>
    talk.offers
      .filter((offer) => Object.values(offer.answers).includes(id))
      .toSorted((one, other) => countCells(one, id) - countCells(other, id))
      .toReversed()
  return {
    all,
    facts,
    questions,
    moves: talk.moves,
    talk,
    offersOf,
    idsByText: new Map(texts.map(({ id, text }) => [text, id])),
    idsByTitle: new Map(
      answers.flatMap(({ id, kind, title }) => (kind === 'trouble' ? [] : [[tokenize(title).join(' '), id]])),
    ),
  }
}

function countCells({ answers }: Offer, id: string): number {
  return Object.values(answers).filter((each) => each === id).length
}

/** Says that the visitor's details are noted. */
export const detailsId = 'my-details'
export const budgetsId = 'budgets'
export const comparisonIds = { says: 'budgets.says', otherCurrency: 'budgets.other-currency' } as const

export function comparisonId(offer: Offer, budgetIndex: number, result: keyof Comparison): string {
  return `${budgetsId}.${offer.id}-${budgetIndex === 0 ? '' : `${budgetIndex + 1}-`}${result}`
}

/** The sentences about budgets, as an answer that the chat alone may choose. */
function budgetsOf({ offers, budgets }: Talk): Answer {
  const compared = offers.flatMap((offer) =>
    offer.budgets.flatMap(({ below, reaches, above }, i) =>
      Object.entries({ below, reaches, above }).flatMap(([result, text]) =>
        text === undefined ? [] : { id: comparisonId(offer, i, result as keyof Comparison), text },
      ),
    ),
  )
  const general = [
    { id: comparisonIds.says, text: budgets.says },
    { id: comparisonIds.otherCurrency, text: budgets.otherCurrency },
  ]
  const facts = [...compared, ...general].map((fact): Fact => ({ ...fact, leans: false, about: null }))
  return { id: budgetsId, title: budgetsId, kind: 'topic', opens: null, facts, next: [], questions: [] }
}
