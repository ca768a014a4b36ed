import type { ChatContent } from '../../platform/content/chat/chat.ts'
import type { ConsultationField } from '../leads/fields.ts'
import { type Answers, createDatedAnswers } from './answers.ts'
import type { Plan } from './check-plan.ts'
import type { Details } from './details/extract.ts'
import type { ChatMessage } from './messages.ts'
import { phraseMap } from './phrases-in.ts'
import { type PlanInput, planReply } from './plan.ts'
import { slotsOf } from './slots.ts'
import { offerIn, stateOf } from './state.ts'
import { type TrainedAnswers, understand } from './understand.ts'

/** How the chat may answer a message: what it understood, and the built-in agent's plan. */
export type PreparedReply = { input: PlanInput; plan: Plan; isUrgent: boolean }

export type Answerer = {
  /** @param now in ms since 1970 @param freeTimes of calls, in ms since 1970 */
  answersAt: (now: number, freeTimes?: readonly number[]) => Answers
  /** @param messages the last one is the visitor's */
  prepare: (
    messages: readonly ChatMessage[],
    known: { details: Details; filled?: readonly ConsultationField[] },
    answers: Answers,
  ) => PreparedReply
}

export function createAnswerer(
  trained: TrainedAnswers,
  { talk, heard, signs, lang }: Pick<ChatContent, 'talk' | 'heard' | 'signs' | 'lang'>,
): Answerer {
  const datedAnswers = createDatedAnswers(trained.entries, talk, lang)
  const minds = { ...trained, signs }
  const phrases = {
    ...heard,
    products: phraseMap(heard.products),
    businesses: phraseMap(heard.businesses),
    people: phraseMap(heard.people),
  }
  return {
    answersAt: (now, freeTimes = []) => datedAnswers(now, freeTimes),
    prepare(messages, { details, filled = [] }, answers) {
      const last = messages.at(-1)
      const message = last?.content ?? ''
      const state = stateOf(messages, answers)
      const understood = understand(message, last?.picked, state, details, minds, answers)
      const offer = offerIn(message, answers) ?? state.offer
      const slots = { ...slotsOf(understood, state, details, phrases), ...(offer && { offer: offer.name }) }
      const input = { message, understood, state, details, filled, slots, answers }
      return { input, plan: planReply(input), isUrgent: understood.trouble?.isSure === true }
    },
  }
}
