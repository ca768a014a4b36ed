/** One message of a conversation. */
export type Turn = { role: 'user' | 'assistant'; content: string }
