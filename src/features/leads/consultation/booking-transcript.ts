import { cleanText } from '../../../lib/text/form-text.ts'
import { chatLimits, newestTurns } from '../transcript/chat-limits.ts'
import { type ProvableTurn, provedIn } from '../transcript/talk-proof.ts'
import type { KeptTurn } from '../transcript.ts'

/**
 * Takes the talk out of a post, as JSON or as text that holds JSON: as much as the chat allows, the newest. What is no message
 * is left out and what is too long is cut: the request matters more than the form of its talk.
 * @param draft what stood in the input, and was not sent
 * @param proof the key by which the agent's own replies are known, and the time
 */
export function takeTranscript(given: unknown, draft: unknown, proof: { key: string; now: number }): KeptTurn[] {
  const turns = newestTurns(listOf(given).flatMap(toTurn))
  const proved = provedIn(proof.key, turns, proof.now)
  const kept = turns.flatMap((turn, n) => toKept(turn, proved[n] === true))
  const typed = readable(draft, chatLimits.messageCharacters)
  const unsent: KeptTurn[] = typed === '' ? [] : [{ role: 'user', content: typed, unsent: true }]
  return newestTurns([...kept, ...unsent])
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

function toTurn(given: unknown): ProvableTurn[] {
  const { role, content, proof }: Record<string, unknown> = Object(given)
  if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') return []
  // The chat takes no longer message of a visitor; a reply is as long as it is.
  const most = role === 'user' ? chatLimits.messageCharacters : chatLimits.characters
  return [{ role, content: content.slice(0, most + 1), proof }]
}

function toKept({ role, content }: ProvableTurn, isProved: boolean): KeptTurn[] {
  const text = readable(content, role === 'user' ? chatLimits.messageCharacters : chatLimits.characters)
  return text === '' ? [] : [{ role, content: text, ...(isProved && { isProved }) }]
}

function readable(given: unknown, most: number): string {
  const text = cleanText(typeof given === 'string' ? given.slice(0, most + 1) : '')
  const plain = text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}
