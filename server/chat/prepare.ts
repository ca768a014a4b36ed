import type { ChatContent } from '../../platform/content/chat/chat.ts'
import { type ConsultationField, nothingKnown } from '../leads/fields.ts'
import { type Answers, createDatedAnswers } from './answers.ts'
import type { Details } from './details/extract.ts'
import type { ChatMessage } from './messages.ts'
import type { Plan } from './plan/check-plan.ts'
import { type PlanInput, planReply } from './plan/plan.ts'
import { heardPhrases, slotsOf } from './plan/slots.ts'
import { offerIn, stateOf, type TalkState } from './state.ts'
import { referredOffer } from './understand/follow-ups.ts'
import { tokenize } from './understand/model.ts'
import { phrasesIn } from './understand/phrases-in.ts'
import { type TrainedAnswers, type Understood, understand } from './understand/understand.ts'

/** How the chat may answer a message: what it understood, and the built-in agent's plan. */
export type PreparedReply = { input: PlanInput; plan: Plan; isUrgent: boolean }

export type Answerer = {
  /** @param now in ms since 1970 @param freeTimes of calls, in ms since 1970 */
  answersAt: (now: number, freeTimes?: readonly number[]) => Answers
  /** What the last message means, without the details in it. */
  understandLast: (messages: readonly ChatMessage[], answers: Answers) => { understood: Understood; state: TalkState }
  /** @param messages the last one is the visitor's */
  prepare: (
    messages: readonly ChatMessage[],
    known: { details: Details; filled?: readonly ConsultationField[] },
    answers: Answers,
  ) => PreparedReply
}

/** Where people are looked for. */
const [maxUsersMessages, maxUsersCharacters] = [6, 600]

const noDetails: Details = { all: nothingKnown, newest: nothingKnown, budget: null, users: null }

export function createAnswerer(
  trained: TrainedAnswers,
  { talk, heard, lang }: Pick<ChatContent, 'talk' | 'heard' | 'lang'>,
): Answerer {
  const datedAnswers = createDatedAnswers(trained.entries, talk, lang)
  const phrases = heardPhrases(heard)
  const { products, businesses } = phrases
  const namesProject = (text: string) => [products, businesses].some((list) => phrasesIn(text, list).length > 0)
  const minds = { ...trained, namesProject }
  const understandLast = (messages: readonly ChatMessage[], answers: Answers, details: Details = noDetails) => {
    const last = messages.at(-1)
    const state = stateOf(messages, answers)
    return { understood: understand(last?.content ?? '', last?.picked, state, details, minds, answers), state }
  }
  return {
    answersAt: (now, freeTimes = []) => datedAnswers(now, freeTimes),
    understandLast: (messages, answers) => understandLast(messages, answers),
    prepare(messages, { details, filled = [] }, answers) {
      const message = messages.at(-1)?.content ?? ''
      const { understood, state } = understandLast(messages, answers, details)
      const offer = referredOffer(tokenize(message), state, answers) ?? offerIn(message, answers) ?? state.offer
      const slots = { ...slotsOf(understood, state, details, phrases), ...(offer && { offer: offer.name }) }
      const said = messages.filter(({ role }) => role === 'user').slice(-maxUsersMessages)
      const namesUsers = said.some(
        ({ content }) => phrasesIn(content.slice(0, maxUsersCharacters), phrases.people).length > 0,
      )
      const input = { message, understood, state, details, filled, slots, namesUsers, answers }
      return { input, plan: planReply(input), isUrgent: understood.trouble?.isSure === true }
    },
  }
}
