import { chatLimits } from '../../platform/limits/limits.ts'

export type ChatMessage = { role: 'user' | 'assistant'; content: string }

export function visitorMessages(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
}

/** The newest whole messages within the limits; where some are left out, from one of the visitor's on. */
export function newestMessages<T extends ChatMessage>(messages: readonly T[]): T[] {
  let from = messages.length
  for (let left: number = chatLimits.characters; from > 0 && messages.length - from < chatLimits.messages; from--) {
    left -= charactersIn(messages[from - 1]?.content ?? '')
    if (left < 0) break
  }
  const kept = messages.slice(from)
  return from === 0 ? kept : kept.slice(kept.findIndex(({ role }) => role === 'user'))
}

/** As a reader counts them: an emoji is one. */
export function charactersIn(text: string): number {
  return [...text].length
}
