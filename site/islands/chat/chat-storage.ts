import { type ChatHistory, type ChatState, type IncompleteReason, type Message, mergeDetails } from './chat-state.ts'

const chatKey = 'chat'
const maxMessages = 200
const incompleteReasons: readonly IncompleteReason[] = ['stopped', 'broken', 'apology', 'refused']

export function restoreChat(): { history: ChatHistory; draft: string } {
  const { messages, info, ending, draft } = readStorage()
  return {
    history: {
      messages: Array.isArray(messages) ? messages.flatMap(toMessage) : [],
      info: mergeDetails({}, info),
      incompleteReason: incompleteReasons.find((reason) => reason === ending),
    },
    draft: typeof draft === 'string' ? draft : '',
  }
}

/** Stores an unfinished reply as broken: a reload can't resume it. */
export function storeChat(state: ChatState, draft: string): void {
  const { info, phase, isComplete } = state
  const isKnown = (phase === 'idle' || isComplete) && state.incompleteReason !== 'offline'
  const ending = isKnown ? state.incompleteReason : 'broken'
  // If storage is full, a tenth of the messages might still fit.
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

function toMessage(value: unknown): Message[] {
  const { role, content, at, proof, turn, picked }: Record<string, unknown> = Object(value)
  const isMessage = (role === 'user' || role === 'assistant') && typeof content === 'string' && content !== ''
  if (!isMessage || !Number.isFinite(at)) return []
  return [{ role, content, at: Number(at), proof, turn, picked: typeof picked === 'string' ? picked : undefined }]
}
