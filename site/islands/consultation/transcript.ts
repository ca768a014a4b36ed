import type { ProvableMessage } from '../../../server/chat/proof.ts'

export const consultationPath = '/api/booking'
/** More than the server stores of a chat, and less than a post may hold. */
const maxTranscriptCharacters = 60_000

/** The messages to send, without the oldest if they're too long. */
export function sentMessages(transcript: readonly ProvableMessage[]): ProvableMessage[] {
  let messages = transcript.map(({ role, content, proof }) => ({ role, content, proof }))
  while (JSON.stringify(messages).length > maxTranscriptCharacters) messages = newerHalf(messages)
  return messages
}

/** Keeps the newer half, starting at a visitor's message: a reply can't be proved without its question. */
export function newerHalf<T extends ProvableMessage>(messages: readonly T[]): T[] {
  const start = messages.findIndex(({ role }, n) => n >= messages.length / 2 && role === 'user')
  return start < 0 ? [] : messages.slice(start)
}
