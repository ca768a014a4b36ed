import { type ChatHistory, type ChatState, type Ending, type Message, mergeDetails } from './chat.state.ts'

const chatKey = 'chat'

export type ChatMemory = { history: ChatHistory; draft: string; visitor: string }

const maxMessages = 200
const endings: readonly Ending[] = ['stopped', 'broken', 'apology', 'refused']

export function recall(): ChatMemory {
  const { messages, info, ending, draft, visitor } = stored()
  return {
    history: {
      messages: Array.isArray(messages) ? messages.flatMap(toMessage) : [],
      info: mergeDetails({}, info),
      ending: endings.find((each) => each === ending),
    },
    draft: typeof draft === 'string' ? draft : '',
    visitor: typeof visitor === 'string' ? visitor : crypto.getRandomValues(new Uint32Array(4)).join('-'),
  }
}

/** A reply that is still coming is kept as a broken one: that is what it is after a reload. */
export function remember(state: ChatState, draft: string, visitor: string | undefined): void {
  const { info, phase, isWhole } = state
  const ending = phase === 'idle' || isWhole ? state.ending : 'broken'
  // Storage that is full may still hold the half of it.
  for (const max of [maxMessages, maxMessages / 10]) {
    const messages = state.messages.slice(-max)
    try {
      sessionStorage.setItem(chatKey, JSON.stringify({ messages, info, ending, draft, visitor }))
      return
    } catch {}
  }
}

function stored(): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(chatKey) ?? ''))
  } catch {
    return {}
  }
}

function toMessage(value: unknown): Message[] {
  const { role, content, at, proof }: Record<string, unknown> = Object(value)
  const isTurn = (role === 'user' || role === 'assistant') && typeof content === 'string' && content !== ''
  return isTurn && Number.isFinite(at) ? [{ role, content, at: Number(at), proof }] : []
}
