import { cleanText } from '../../platform/fields.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { type ChatMessage, newestMessages } from './chat-message.ts'
import { type ProvableMessage, provedIn } from './chat-proof.ts'

/** `isProved`: the agent said this here; a reply without it is the visitor's word for it. */
export type KeptMessage = ChatMessage & { unsent?: true; isProved?: true }

export function readTranscript(transcript: string | null): KeptMessage[] {
  return transcript === null ? [] : JSON.parse(transcript)
}

export function spokenLines(messages: readonly KeptMessage[]): [who: string, said: string][] {
  return messages.map(({ role, content, unsent, isProved }) => {
    if (role === 'assistant') return [isProved ? 'Agent' : 'Agent (as the visitor’s browser says)', content]
    return [unsent ? 'Visitor (typed, not sent)' : 'Visitor', content]
  })
}

/** The newest of a talk; what is no message is left out, so that the request gets through. */
export function takeTranscript(given: unknown, draft: unknown, proof: { key: string; now: number }): KeptMessage[] {
  const messages = newestMessages(listOf(given).flatMap(toMessage))
  const proved = provedIn(proof.key, messages, proof.now)
  const kept = messages.flatMap((message, n) => toKept(message, proved[n] === true))
  const typed = readable(draft, chatLimits.messageCharacters)
  const unsent: KeptMessage[] = typed === '' ? [] : [{ role: 'user', content: typed, unsent: true }]
  return newestMessages([...kept, ...unsent])
}

function listOf(given: unknown): unknown[] {
  const parsed = typeof given === 'string' ? parseJson(given) : given
  return Array.isArray(parsed) ? parsed : []
}

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

function readable(given: unknown, max: number): string {
  const text = cleanText(typeof given === 'string' ? given.slice(0, max + 1) : '')
  const plain = text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.length > max ? `${plain.slice(0, max - 1)}…` : plain
}
