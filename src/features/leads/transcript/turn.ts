/** One message of a conversation. */
export type Turn = { role: 'user' | 'assistant'; content: string }

/** The visitor's own messages, of which alone anything is read. */
export function visitorMessages(turns: readonly Turn[]): string[] {
  return turns.filter(({ role }) => role === 'user').map(({ content }) => content)
}
