import { type ChatHistory, type ChatState, type IncompleteReason, type Message, mergeDetails } from './chat-state.ts'

const chatKey = 'chat'
const maxMessages = 200
const incompleteReasons: readonly IncompleteReason[] = ['stopped', 'broken', 'apology', 'refused']

export function restoreChat(): { history: ChatHistory; draft: string } {
  const { messages, info, ending, draft } = readStorage()
  return {
    history: {
      messages: Array.isArray(messages) ? messages.filter(isMessage) : [],
      info: mergeDetails({}, info),
      incompleteReason: incompleteReasons.find((reason) => reason === ending),
    },
    draft: String(draft ?? ''),
  }
}

/** Stores the chat. An unfinished reply is stored as broken because a reload can't resume it. */
export function storeChat(state: ChatState, draft: string): void {
  const { info, isComplete, incompleteReason } = state
  const isKnown = isComplete && incompleteReason !== 'unsent'
  const ending = isKnown ? incompleteReason : 'broken'
  // Storage is full. A tenth of the messages might still fit.
  for (const max of [maxMessages, maxMessages / 10]) {
    const messages = state.messages.slice(-max)
    try {
      sessionStorage.setItem(chatKey, JSON.stringify({ messages, info, ending, draft }))
      return
    } catch {}
  }
}

function readStorage(): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(chatKey) ?? ''))
  } catch {
    return {}
  }
}

function isMessage(value: unknown): value is Message {
  const { role, content, at }: Record<string, unknown> = Object(value)
  const isKnownRole = role === 'user' || role === 'assistant'
  return isKnownRole && typeof content === 'string' && typeof at === 'number'
}
