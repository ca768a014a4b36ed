import type { Answer, ChatPhrases } from '../../platform/content/chat/answers.ts'
import { type ChatContext, compose, type FindAnswers, type Reply } from './compose.ts'
import type { Details } from './details/extract.ts'
import type { DetectedIntents } from './intents.ts'
import { type ChatMessage, lastReply, splitSentences } from './messages.ts'
import { cosineSimilarityTo, type Model, vectorize } from './model.ts'

type ReplyInput = {
  message: string
  messages: readonly ChatMessage[]
  intents: DetectedIntents
  find: FindAnswers
  chat: ChatContext
  details: Details
  answers: ReadonlyMap<string, Answer>
  phrases: ChatPhrases
  model: Model
}

/** The reply without a model, from the answers that the message asks for and the details it gives. */
export function replyTo(input: ReplyInput): Reply {
  const { message, intents, find, chat, details, phrases, model } = input
  const { ids, isUnsure } = intents
  const similarity = cosineSimilarityTo(vectorize(message, model))
  const composeFrom = (answers: readonly Answer[]) =>
    compose(answers, chat, phrases, (sentence) => similarity(vectorize(sentence, model)))
  const found = find(ids)
  const known = found.some(({ as }) => as === 'answer') ? found.filter(({ as }) => as !== 'unknown') : found
  const selected = chat.isNewProject && !isUnsure ? known.filter(({ id }) => id !== 'my-project') : known
  const sure = isUnsure ? [] : selected
  const budget = compareBudget(details.newest.budget, ids, phrases.budgets)
  if (budget !== undefined) {
    const others = sure.filter(({ as }) => as === 'answer' || as === 'refusal')
    return composeFrom([budget, ...others.filter(({ id }) => !phrases.budgets.instead.includes(id))])
  }
  const thanks = details.newest.email === null ? [] : find(['my-details'])
  if (thanks.length > 0) return composeFrom([...thanks, ...sure.filter(({ as }) => as === 'answer')].slice(0, 2))
  if (chat.isNewProject && isOnlyAboutProject(intents, known)) return composeFrom(find(['my-project']))
  if (isUnsure) {
    const offered = selected.filter(({ as }) => as === 'answer')
    return offered.length > 1
      ? { says: offered.flatMap(({ says }) => says.slice(0, 1)), next: phrases.near }
      : composeFrom(selected.slice(0, 1))
  }
  if (ids[0] === 'go-on') return composeFrom(restOfLastAnswer(input) ?? find(['go-on']))
  return composeFrom(selected.length > 0 ? selected : find(['unknown']))
}

type Budgets = ChatPhrases['budgets']

const maxCompared = 2

/** A comparison, never an agreement. @returns undefined if the visitor named no sum of their own */
function compareBudget(budget: string | null, ids: readonly string[], phrases: Budgets): Answer | undefined {
  if (budget === null) return undefined
  const [range = '', currency = 'USD'] = budget.split(' ')
  const sum = Number(range.split('-').at(-1))
  // A visitor who names one of the studio's prices asks about it.
  if (!Number.isFinite(sum) || phrases.offers.some(({ from, to }) => sum === from.amount || sum === to?.amount))
    return undefined
  const offers = phrases.offers.filter(({ from }) => from.currency === currency)
  const requested = offers.filter((offer) => offer.for.some((id) => ids.includes(id)))
  const general = offers
    .filter(({ isGeneral }) => isGeneral)
    .toSorted((one, other) => one.from.amount - other.from.amount)
  // The most expensive offer that the sum covers, and the cheapest one that it doesn't.
  const closest = [general.findLast(({ from }) => from.amount <= sum), general.find(({ from }) => from.amount > sum)]
  const compared = requested.length > 0 ? requested.slice(0, maxCompared) : closest.flatMap((offer) => offer ?? [])
  const says = compared.length > 0 ? compared.map((offer) => comparison(sum, offer)) : [phrases.otherCurrency]
  return { id: 'budget', as: 'answer', says: [...says, phrases.says], next: phrases.next }
}

function comparison(sum: number, { from, to, below, reaches, above }: Budgets['offers'][number]): string {
  if (sum < from.amount) return below
  return to !== undefined && above !== undefined && sum > to.amount ? above : reaches
}

function isOnlyAboutProject({ isUnsure }: DetectedIntents, known: readonly Answer[]): boolean {
  if (isUnsure) return known[0]?.id === 'my-project'
  return known.every(({ id, as }) => id === 'my-project' || as === 'talk')
}

function restOfLastAnswer({ messages, answers, chat, find }: ReplyInput): Answer[] | undefined {
  const lastSentences = splitSentences(lastReply(messages))
  const given = [...answers.values()].find(({ says }) => says.some((sentence) => lastSentences.includes(sentence)))
  const rest = given?.says.filter((sentence) => !chat.shownSentences.has(sentence)) ?? []
  const [goOn] = find(['go-on'])
  if (given === undefined || goOn === undefined || rest.length === 0) return undefined
  return [{ ...given, says: [...rest, ...goOn.says.slice(1)] }]
}
