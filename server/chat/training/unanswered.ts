import type { Entry } from '../../../platform/content/chat/answers.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import { type Before, choose } from '../chooser/choose.ts'
import { type Guess, type Model, wordsOf } from '../chooser/model.ts'

export type StoredChat = { reference: string; turns: readonly ChatMessage[] }

export type Unanswered = {
  message: string
  /** Of the request that the talk was sent along with. */
  reference: string
  /** Which of its turns it is. */
  turn: number
  /** The visitor’s message before it. */
  before: string | undefined
  /** What the agent said before it. */
  reply: string | undefined
  nearest: Guess[]
}

const maxCharacters = 160
const nearest = 5

/**
 * What visitors have asked and the agent was not sure about; without what holds an e-mail address, without what is an example
 * already, and each wording once, from the first of the talks.
 */
export function unansweredIn(chats: readonly StoredChat[], model: Model, examples: ReadonlySet<string>): Unanswered[] {
  const found = new Map<string, Unanswered>()
  for (const { reference, turns } of chats) {
    let before: Before | undefined
    let reply: string | undefined
    for (const [turn, { role, content }] of turns.entries()) {
      if (role !== 'user') {
        reply = content
        continue
      }
      const message = content.trim()
      const heard = heardOf(message)
      const isKnown =
        found.has(heard) || examples.has(heard) || examples.has(heardOf(`${before?.message ?? ''} > ${message}`))
      const isExample = content.length <= maxCharacters && !content.includes('@') && !content.includes('\n')
      if (isExample && !isKnown) {
        const { ids, isNear, whole } = choose(content, before, model)
        const isSure = !isNear && ids.length > 0 && !ids.includes('unknown')
        const place = { message, reference, turn, before: before?.message, reply }
        if (!isSure) found.set(heard, { ...place, nearest: whole.slice(0, nearest) })
      }
      before = { message: content, answered: [] }
    }
  }
  return [...found.values()]
}

/** What the agent hears of a message: two that differ by case, accents or marks alone are one to it. */
export function heardOf(message: string): string {
  return message
    .split(' > ')
    .map((part) => wordsOf(part).join(' '))
    .join(' > ')
}

/** What the agent is taught with, or will be by the next build, as it is heard. */
export function examplesIn(answers: readonly Pick<Entry, 'examples'>[]): Set<string> {
  return new Set(answers.flatMap(({ examples }) => examples.map(heardOf)))
}
