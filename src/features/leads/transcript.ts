import { cleanText } from '../../lib/form.ts'
import { chatLimits } from '../limits.ts'
import { type ChatMessage, newestMessages } from './chat-message.ts'
import { type ProvableMessage, provedIn } from './talk-proof.ts'

/**
 * A message as it is kept with a lead; `unsent` stood in the input when the visitor left. `isProved`: the agent has said this
 * here, in this place; a reply without it is the visitor's word for it.
 */
export type KeptMessage = ChatMessage & { unsent?: true; isProved?: true }

/** @param transcript a lead's, which is null where there was no talk */
export function readTranscript(transcript: string | null): KeptMessage[] {
  return transcript === null ? [] : JSON.parse(transcript)
}

/** A talk as somebody reads it: who, and what they said. */
export function spokenLines(messages: readonly KeptMessage[]): [who: string, said: string][] {
  return messages.map(({ role, content, unsent, isProved }) => {
    if (role === 'assistant') return [isProved ? 'Agent' : 'Agent (as the visitor’s browser says)', content]
    return [unsent ? 'Visitor (typed, not sent)' : 'Visitor', content]
  })
}

/**
 * Takes the talk out of a post, as JSON or as text that holds JSON: as much as the chat allows, the newest. What is no message
 * is left out and what is too long is cut: the request matters more than the form of its talk.
 * @param draft what stood in the input, and was not sent
 * @param proof the key by which the agent's own replies are known, and the time
 */
export function takeTranscript(given: unknown, draft: unknown, proof: { key: string; now: number }): KeptMessage[] {
  const messages = newestMessages(listOf(given).flatMap(toMessage))
  const proved = provedIn(proof.key, messages, proof.now)
  const kept = messages.flatMap((message, n) => toKept(message, proved[n] === true))
  const typed = readable(draft, chatLimits.messageCharacters)
  const unsent: KeptMessage[] = typed === '' ? [] : [{ role: 'user', content: typed, unsent: true }]
  return newestMessages([...kept, ...unsent])
}

function listOf(given: unknown): unknown[] {
  if (Array.isArray(given)) return given
  if (typeof given !== 'string') return []
  try {
    const parsed: unknown = JSON.parse(given)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** The chat takes no longer message of a visitor; a reply is as long as it is. */
function longestOf(role: ChatMessage['role']): number {
  return role === 'user' ? chatLimits.messageCharacters : chatLimits.characters
}

function toMessage(given: unknown): ProvableMessage[] {
  const { role, content, proof }: Record<string, unknown> = Object(given)
  if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') return []
  return [{ role, content: content.slice(0, longestOf(role) + 1), proof }]
}

function toKept({ role, content }: ProvableMessage, isProved: boolean): KeptMessage[] {
  const text = readable(content, longestOf(role))
  return text === '' ? [] : [{ role, content: text, ...(isProved && { isProved }) }]
}

function readable(given: unknown, most: number): string {
  const text = cleanText(typeof given === 'string' ? given.slice(0, most + 1) : '')
  const plain = text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}
