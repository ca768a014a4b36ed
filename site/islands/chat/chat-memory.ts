import { type ChatState, type Conversation, type Ending, type Message, mergeBooking } from './chat.state.ts'

const chatKey = 'chat'

export type ChatMemory = { conversation: Conversation; draft: string; visitor: string }

const mostMessages = 200
const endings: readonly Ending[] = ['stopped', 'broken', 'apology', 'refused']

export function recall(): ChatMemory {
  const { messages, info, ending, draft, visitor } = stored()
  return {
    conversation: {
      messages: Array.isArray(messages) ? messages.flatMap(toMessage) : [],
      info: mergeBooking({}, info),
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
  for (const most of [mostMessages, mostMessages / 10]) {
    const messages = state.messages.slice(-most)
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
