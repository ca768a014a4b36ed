import type { ChatContent } from '../../platform/content/chat/chat.ts'
import type { ConsultationField } from '../leads/fields.ts'
import { type Answers, createDatedAnswers } from './answers.ts'
import { type Details, noDetails } from './details/extract.ts'
import type { ChatMessage } from './messages.ts'
import type { Plan } from './plan/check-plan.ts'
import { compareBudget } from './plan/compare-budget.ts'
import { heardPhrases, phrasesIn } from './plan/phrases.ts'
import { planReply } from './plan/plan.ts'
import type { PlanInput } from './plan/plan-input.ts'
import { slotsOf } from './plan/slots.ts'
import { type ChatState, stateOf } from './state.ts'
import { tokenize } from './understand/model.ts'
import { offerIn, referredOffer } from './understand/offers.ts'
import { type Classifiers, type TrainedAnswers, type Understood, understand } from './understand/understand.ts'

/** A message as the chat understood it, with the built-in agent's plan for the reply. */
export type PreparedReply = { input: PlanInput; plan: Plan; isUrgent: boolean }

export type Agent = {
  /** @param now epoch ms @param freeTimes for calls (epoch ms) */
  answersAt: (now: number, freeTimes?: readonly number[]) => Answers
  /** Classifies the last message without extracting the visitor's details. */
  understandLast: (messages: readonly ChatMessage[], answers: Answers) => { understood: Understood; state: ChatState }
  /** @param messages ending with the visitor's */
  prepare: (
    messages: readonly ChatMessage[],
    known: { details: Details; filled?: readonly ConsultationField[] },
    answers: Answers,
  ) => PreparedReply
}

/** Maximum number of messages to search for the people who would use the product. */
const maxUsersMessages = 6
const maxUsersCharacters = 600

export function createAgent(
  trained: TrainedAnswers,
  { talk, heard, lang }: Pick<ChatContent, 'talk' | 'heard' | 'lang'>,
): Agent {
  const datedAnswers = createDatedAnswers(trained.entries, talk, lang)
  const phrases = heardPhrases(heard)
  const { products, businesses, people } = phrases
  const classifiers: Classifiers = {
    ...trained,
    namesProject: (text) => phrasesIn(text, products).length > 0 || phrasesIn(text, businesses).length > 0,
  }

  function read(messages: readonly ChatMessage[], { newest }: Details, answers: Answers) {
    const { content = '', picked } = messages.at(-1) ?? {}
    const state = stateOf(messages, answers)
    return { understood: understand({ content, picked, newest }, state, classifiers, answers), state }
  }

  function namesUsers(messages: readonly ChatMessage[]): boolean {
    const newest = messages.filter(({ role }) => role === 'user').slice(-maxUsersMessages)
    return newest.some(({ content }) => phrasesIn(content.slice(0, maxUsersCharacters), people).length > 0)
  }

  return {
    answersAt: (now, freeTimes = []) => datedAnswers(now, freeTimes),
    understandLast: (messages, answers) => read(messages, noDetails, answers),
    prepare(messages, { details, filled = [] }, answers) {
      const message = messages.at(-1)?.content ?? ''
      const { understood, state } = read(messages, details, answers)
      const mentioned = offerIn(message, answers)
      const slots = slotsOf(understood, state, details, phrases)
      const offer = referredOffer(tokenize(message), state, answers) ?? mentioned ?? state.offer
      if (offer !== undefined) slots.offer = offer.name
      const hasNewBudget = details.newest.budget !== null
      const comparisons = hasNewBudget ? compareBudget(details.budget, mentioned ?? state.offer, answers) : []
      const input: PlanInput = {
        message,
        understood,
        state,
        details,
        filled,
        slots,
        comparisons,
        answers,
        namesUsers: namesUsers(messages),
      }
      return { input, plan: planReply(input), isUrgent: understood.trouble?.isSure === true }
    },
  }
}

/** Explains a plan to the owner: the kinds of message, the chat's state, and the probability of each answer. */
export function explain({ input: { understood, state }, plan }: PreparedReply): string[] {
  const { clauses, wants, doubts, trouble } = understood
  const percent = (probability: number) => `${Math.round(100 * probability)}%`
  const doubtLines = doubts.map(({ clause, predictions }) => {
    const likely = predictions.slice(0, 3).map(({ id, probability }) => `${id} ${percent(probability)}`)
    return `not sure about “${clause}”: ${likely.join(', ')}`
  })
  const wantLines = wants.map(({ id, about, how, probability }) => {
    const answer = about === null ? id : `${id}/${about}`
    return `asks for ${answer}, by ${how} (${percent(probability)})`
  })
  return [
    ...clauses.map(({ act, probability, text }) => `${act} (${percent(probability)}): ${text}`),
    `topic ${state.topic?.id ?? '-'}, offer ${state.offer?.id ?? '-'}, asked ${state.asked?.id ?? '-'}`,
    ...wantLines,
    ...doubtLines,
    ...(trouble === undefined ? [] : [`trouble: ${trouble.id}${trouble.isSure ? '' : ', not sure'}`]),
    `says ${[...plan.opens.map(({ move }) => move), ...plan.facts, plan.asks].join(', ')}`,
  ]
}
