import { cleanText } from '../../platform/fields.ts'
import { isRequestId } from '../../platform/http/keys.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { isBlank } from '../../platform/text/plain-text.ts'
import type { ProvableMessage } from './proof.ts'

export type ChatRequest = {
  turns: ProvableMessage[]
  visitor: string
}

type ChatProblem = 'empty' | 'tooLong' | 'wrong'

/** Checks a posted chat. Drops other roles, other fields, and the oldest turns if there are too many. */
export function checkChat(
  fields: Readonly<Record<string, unknown>>,
): { ok: true; request: ChatRequest } | { ok: false; problem: ChatProblem } {
  const { messages, visitor } = fields
  if (!Array.isArray(messages)) return { ok: false, problem: 'wrong' }
  const turns: ProvableMessage[] = []
  for (const message of messages) {
    const turn = readTurn(message)
    if (turn === 'skip') continue
    if (typeof turn === 'string') return { ok: false, problem: turn }
    turns.push(turn)
  }
  if (!turns.some(({ role }) => role === 'user')) return { ok: false, problem: 'empty' }
  const id = typeof visitor === 'string' && isRequestId(visitor) ? visitor : ''
  return { ok: true, request: { turns: newestTurns(turns), visitor: id } }
}

function readTurn(message: unknown): ProvableMessage | ChatProblem | 'skip' {
  if (typeof message !== 'object' || message === null || !('role' in message)) return 'wrong'
  const { role } = message
  if (role !== 'user' && role !== 'assistant') return 'skip'
  if (!('content' in message) || typeof message.content !== 'string') return 'wrong'
  const content = cleanText(message.content).replace(/[^\P{Cc}\n\t]/gu, '')
  // A reply that was stopped before its first word, or is longer than a visitor may write, must not end the chat.
  if (role === 'assistant') {
    const proof = 'proof' in message && { proof: message.proof }
    return isBlank(content)
      ? 'skip'
      : { role, content: [...content].slice(0, chatLimits.messageCharacters).join(''), ...proof }
  }
  if (isBlank(content)) return 'empty'
  return charactersIn(content) > chatLimits.messageCharacters ? 'tooLong' : { role, content }
}

function newestTurns(all: readonly ProvableMessage[]): ProvableMessage[] {
  const last = all.findLastIndex(({ role }) => role === 'user')
  const turns = newestMessages([...all.slice(0, last + 1), ...all.slice(last + 1).slice(-1)])
  return turns.slice(turns.findIndex(({ role }) => role === 'user'))
}

export type ChatMessage = { role: 'user' | 'assistant'; content: string }

export function visitorMessages(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
}

/** The newest messages that fit the limits. If any are dropped, the first one left is the visitor's. */
export function newestMessages<T extends ChatMessage>(messages: readonly T[]): T[] {
  let from = messages.length
  for (let left: number = chatLimits.characters; from > 0 && messages.length - from < chatLimits.messages; from--) {
    left -= charactersIn(messages[from - 1]?.content ?? '')
    if (left < 0) break
  }
  const kept = messages.slice(from)
  return from === 0 ? kept : kept.slice(kept.findIndex(({ role }) => role === 'user'))
}

/** Counts code points. */
function charactersIn(text: string): number {
  return [...text].length
}
