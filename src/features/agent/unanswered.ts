import type { ChatMessage } from '../leads/chat-message.ts'
import { choose } from './chooser/choose.ts'
import type { Guess, Model } from './chooser/model.ts'

/** A message that was not surely understood, and what it may have asked for, the likeliest first. */
export type Unanswered = { message: string; before: string | undefined; nearest: Guess[] }

/** A longer one is no example for others. */
const mostCharacters = 160
const nearest = 5

/** What visitors have asked and the agent was not sure about; without what holds an e-mail address, and each wording once. */
export function unansweredIn(talks: readonly (readonly ChatMessage[])[], model: Model): Unanswered[] {
  const found = new Map<string, Unanswered>()
  for (const turns of talks) {
    let before: string | undefined
    for (const { role, content } of turns) {
      if (role !== 'user') continue
      const { ids, isNear, whole } = choose(
        content,
        before === undefined ? undefined : { message: before, told: [] },
        model,
      )
      const isSure = !isNear && ids.length > 0 && !ids.includes('unknown')
      const isExample = content.length <= mostCharacters && !content.includes('@') && !content.includes('\n')
      if (!isSure && isExample) {
        found.set(content.trim().toLowerCase(), { message: content.trim(), before, nearest: whole.slice(0, nearest) })
      }
      before = content
    }
  }
  return [...found.values()]
}
