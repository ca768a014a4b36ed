import type { WidgetWords } from '../../../platform/content/chat/chat.ts'
import type { chatLimits } from '../../../platform/limits/limits.ts'
import type { SignedMessage } from '../../../server/chat/messages.ts'
import type { ConsultationInfo } from '../../../server/leads/fields.ts'

/** Copy inside the chat's frame. `call` is the link to free times, if the studio offers calls. */
export type ChatPanelWords = Omit<WidgetWords, FrameWord | 'call'> & {
  call?: string | undefined
  limits: Pick<typeof chatLimits, 'messages' | 'messageCharacters'>
}
type FrameWord = 'open' | 'badge' | 'offline' | 'minimise' | 'expand' | 'close'

/** `turn` (the IDs of a reply's sentences) and `picked` (the ID of a tapped topic) go back to the server, which checks them. */
export type Message = Omit<SignedMessage, 'turn' | 'picked'> & { at: number; turn?: unknown; picked?: unknown }

export type Topic = { id: string; title: string }

/** Reasons for an incomplete reply. `refused`: the server sent an error message. `unsent`: the visitor was offline. */
export type IncompleteReason = 'stopped' | 'broken' | 'apology' | 'refused' | 'unsent'

type KnownDetails = Partial<ConsultationInfo>

export type ChatHistory = { messages: Message[]; info: KnownDetails; incompleteReason?: IncompleteReason | undefined }

export type ChatState = ChatHistory & {
  /** `pending`: none of the reply is visible yet. `streaming`: the reply is appearing. */
  phase: 'idle' | 'pending' | 'streaming'
  shownLength: number
  /** Whether the last reply has arrived in full. */
  isComplete: boolean
  problem?: string | undefined
  /** Whether the visitor is leaving a message because the chat failed. */
  isLeavingMessage: boolean
  /** The chat that 'Start over' removed, as long as the visitor can undo it. */
  removed?: ChatHistory | undefined
  /** False for a restored chat, so screen readers don't read it aloud. */
  hasNewMessages: boolean
}

export type ChatAction =
  | ReplyAction
  | { type: 'restored'; history: ChatHistory }
  | { type: 'sent'; text: string; picked?: string | undefined; at: number }
  | { type: 'continued' }
  | { type: 'leavingMessage'; isLeavingMessage: boolean }
  | { type: 'startedOver' }

/** Actions during a pending or streaming reply. At other times they're ignored, like text that arrives after 'Stop'. */
type ReplyAction =
  | { type: 'details'; details: unknown }
  | { type: 'text'; text: string; proof?: unknown; at: number }
  | { type: 'turn'; turn: unknown; proof: unknown }
  | { type: 'done'; isApology: boolean }
  | { type: 'refused'; message: string | undefined }
  /** The connection ended. If `done` didn't come first, it broke. */
  | { type: 'closed'; isOffline: boolean }
  | { type: 'stopped' }
  | { type: 'shown'; length: number }

export const emptyChat: ChatState = {
  messages: [],
  info: {},
  phase: 'idle',
  shownLength: 0,
  isComplete: true,
  isLeavingMessage: false,
  hasNewMessages: false,
}

export function nextChatState(state: ChatState, action: ChatAction): ChatState {
  const isIdle = state.phase === 'idle'
  switch (action.type) {
    case 'restored':
      return { ...emptyChat, ...action.history }
    case 'sent': {
      const { text, picked, at } = action
      if (!isIdle || text.trim() === '') return state
      const message: Message = { role: 'user', content: text, picked, at }
      return { ...startReply(state), messages: [...state.messages, message], shownLength: 0 }
    }
    case 'continued': {
      if (!isIdle) return state
      const [earlier, last] = splitLastReply(state.messages)
      const messages = last ? [...earlier, { ...last, content: `${last.content.trimEnd()} ` }] : earlier
      return { ...startReply(state), messages, shownLength: messages.at(-1)?.content.length ?? 0 }
    }
    case 'leavingMessage':
      return { ...state, isLeavingMessage: action.isLeavingMessage }
    case 'startedOver': {
      const { messages, info, incompleteReason } = isIdle ? state : endReply(state, 'stopped')
      const removed = messages.length === 0 ? state.removed : { messages, info, incompleteReason }
      return { ...emptyChat, removed }
    }
    default:
      return isIdle ? state : nextReplyState(state, action)
  }
}

function nextReplyState(state: ChatState, action: ReplyAction): ChatState {
  const [earlier, reply] = splitLastReply(state.messages)
  switch (action.type) {
    case 'details':
      return { ...state, info: mergeDetails(state.info, action.details) }
    case 'text': {
      if (action.text === '') return state
      const { turn: _, ...last } = reply ?? { role: 'assistant', content: '', at: action.at }
      const messages = [...earlier, { ...last, content: last.content + action.text, proof: action.proof }]
      return { ...state, messages, phase: 'streaming', shownLength: reply ? state.shownLength : 0 }
    }
    case 'turn': {
      const { turn, proof } = action
      return reply ? { ...state, messages: [...earlier, { ...reply, turn, proof }] } : state
    }
    case 'done': {
      const incompleteReason = action.isApology ? 'apology' : state.incompleteReason
      return idleIfShown({ ...state, isComplete: true, incompleteReason })
    }
    case 'refused':
      return endReply(state, 'refused', action.message)
    case 'closed':
      return state.isComplete ? state : endReply(state, action.isOffline && !reply ? 'unsent' : 'broken')
    case 'stopped':
      return endReply(state, 'stopped')
    case 'shown':
      return state.phase === 'streaming' ? idleIfShown({ ...state, shownLength: action.length }) : state
  }
}

function splitLastReply(messages: Message[]): [Message[], Message | undefined] {
  const last = messages.at(-1)
  return last?.role === 'assistant' ? [messages.slice(0, -1), last] : [messages, undefined]
}

function startReply(state: ChatState): ChatState {
  return {
    ...state,
    phase: 'pending',
    isComplete: false,
    hasNewMessages: true,
    incompleteReason: undefined,
    problem: undefined,
    removed: undefined,
  }
}

function endReply(state: ChatState, incompleteReason: IncompleteReason, problem?: string): ChatState {
  return { ...state, phase: 'idle', isComplete: true, incompleteReason, problem }
}

function idleIfShown(state: ChatState): ChatState {
  const [, reply] = splitLastReply(state.messages)
  const isFullyShown = state.shownLength >= (reply?.content.length ?? 0)
  return state.isComplete && isFullyShown ? { ...state, phase: 'idle' } : state
}

/** Adds details from the server or the tab's storage. Ignores values that aren't strings. */
export function mergeDetails(known: KnownDetails, received: unknown): KnownDetails {
  const strings = Object.entries(Object(received)).filter(([, value]) => typeof value === 'string')
  return { ...known, ...Object.fromEntries(strings) }
}

/** The last reply's topics, which the visitor can pick until the next message. */
export function topicsIn({ messages, phase }: ChatState): Topic[] {
  const { buttons }: Record<string, unknown> = Object(messages.at(-1)?.turn)
  if (phase !== 'idle' || !Array.isArray(buttons)) return []
  return buttons.filter(isTopic)
}

function isTopic(button: unknown): button is Topic {
  const { id, title }: Record<string, unknown> = Object(button)
  return typeof id === 'string' && typeof title === 'string' && title !== ''
}

/** Number of frames over which received words appear: a quarter of a second at 60 Hz. */
const catchUpFrames = 16

/** Calculates the characters to show in the next frame: at least one more word, and more if many are waiting. */
export function revealNext(text: string, shownLength: number): number {
  const words = text.slice(shownLength).match(/(?<!\s)\s*\S+\s*/g) ?? []
  const next = words.slice(0, Math.ceil(words.length / catchUpFrames)).join('')
  return next === '' ? text.length : shownLength + next.length
}
