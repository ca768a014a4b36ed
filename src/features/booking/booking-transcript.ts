import { cleanText } from '../../lib/form-text.ts'
import type { KeptTurn } from '../../server/leads/transcript.ts'

/** What is kept of a talk: so many messages, the newest, of so many characters (UTF-16) each. */
export const transcriptLimits = { messages: 40, characters: 2_000 } as const

/**
 * Takes the talk out of a post, as JSON or as text that holds JSON. What is no message is left out and what is too long is
 * cut: the request matters more than the form of its talk.
 */
export function takeTranscript(given: unknown, draft: unknown): KeptTurn[] {
  const turns = listOf(given).flatMap(toTurn)
  const typed = messageOf(draft)
  const unsent: KeptTurn[] = typed === '' ? [] : [{ role: 'user', content: typed, unsent: true }]
  return [...turns, ...unsent].slice(-transcriptLimits.messages)
}

/** The visitor's own messages, of which alone anything is read. */
export function visitorMessages(turns: readonly KeptTurn[]): string[] {
  return turns.filter(({ role }) => role === 'user').map(({ content }) => content)
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

function toTurn(given: unknown): KeptTurn[] {
  if (typeof given !== 'object' || given === null || !('role' in given) || !('content' in given)) return []
  const { role } = given
  const content = messageOf(given.content)
  return content !== '' && (role === 'user' || role === 'assistant') ? [{ role, content }] : []
}

function messageOf(given: unknown): string {
  const text = cleanText(typeof given === 'string' ? given.slice(0, transcriptLimits.characters + 1) : '')
  const plain = text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.length > transcriptLimits.characters ? `${plain.slice(0, transcriptLimits.characters - 1)}…` : plain
}
