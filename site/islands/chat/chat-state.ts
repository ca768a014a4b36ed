import type { WidgetWords } from '../../../platform/content/chat/chat.ts'
import type { chatLimits } from '../../../platform/limits/limits.ts'
import type { SignedMessage } from '../../../server/chat/messages.ts'
import type { ConsultationInfo } from '../../../server/leads/fields.ts'

/** The chat's frame has the other copy. `call` is the link to free times, if the studio offers calls. */
export type ChatPanelWords = Omit<WidgetWords, FrameWord | 'call'> & {
  call?: string | undefined
  limits: Pick<typeof chatLimits, 'messages' | 'messageCharacters'>
}
type FrameWord = 'open' | 'badge' | 'offline' | 'minimise' | 'expand' | 'close'

/** `turn` has the IDs of what a reply said, and returns to the server unchanged. `picked` is the ID of a tapped topic. */
export type Message = Omit<SignedMessage, 'turn'> & { at: number; turn?: unknown }

export type Topic = { id: string; title: string }

/** Why a reply is incomplete. `refused`: by the server, with its own message. `offline`: the message wasn't sent. */
type IncompleteReason = 'stopped' | 'broken' | 'apology' | 'refused' | 'offline'

type KnownDetails = Partial<ConsultationInfo>

export type ChatHistory = { messages: Message[]; info: KnownDetails; incompleteReason?: IncompleteReason | undefined }

export type ChatState = ChatHistory & {
  /** `pending`: nothing of the reply is visible yet. `streaming`: words appear. */
  phase: 'idle' | 'pending' | 'streaming'
  shownLength: number
  /** Whether all of the last reply has arrived. */
  isComplete: boolean
  problem?: string | undefined
  /** Whether the visitor leaves a message instead, after the chat failed. */
  isOffered: boolean
  /** What 'Start over' removed, as long as it can be undone. */
  removed?: ChatHistory | undefined
  /** False for a restored chat, so screen readers don't read it aloud. */
  hasNewMessages: boolean
}

export type ChatAction =
  | { type: 'restored'; history: ChatHistory }
  | { type: 'sent'; text: string; picked?: string; at: number }
  | { type: 'continued' }
  | { type: 'details'; details: unknown }
  | { type: 'text'; text: string; proof?: unknown; at: number }
  | { type: 'turn'; turn: unknown; proof: unknown }
  | { type: 'done'; isApology: boolean }
  | { type: 'refused'; message: string | undefined }
  /** The connection ended; if `done` didn't come first, it broke. */
  | { type: 'closed'; isOffline: boolean }
  | { type: 'stopped' }
  | { type: 'shown'; length: number }
  | { type: 'offered'; isOffered: boolean }
  | { type: 'startedOver' }

export const emptyChat: ChatState = {
  messages: [],
  info: {},
  phase: 'idle',
  shownLength: 0,
  isComplete: true,
  isOffered: false,
  hasNewMessages: false,
}

/** Ignores actions that don't fit the phase, such as text that arrives after 'Stop'. */
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
      if (!isIdle || state.messages.length === 0) return state
      const [earlier, last] = splitLastReply(state.messages)
      const messages = last ? [...earlier, { ...last, content: `${last.content.trimEnd()} ` }] : earlier
      return { ...startReply(state), messages, shownLength: messages.at(-1)?.content.length ?? 0 }
    }
    case 'details':
      return isIdle ? state : { ...state, info: mergeDetails(state.info, action.details) }
    case 'text': {
      if (isIdle || action.text === '') return state
      const [earlier, last] = splitLastReply(state.messages)
      const { turn: _, ...reply } = last ?? { role: 'assistant', content: '', at: action.at }
      const messages = [...earlier, { ...reply, content: reply.content + action.text, proof: action.proof }]
      return { ...state, messages, phase: 'streaming', shownLength: last ? state.shownLength : 0 }
    }
    case 'turn': {
      const [earlier, last] = splitLastReply(state.messages)
      if (isIdle || !last) return state
      return { ...state, messages: [...earlier, { ...last, turn: action.turn, proof: action.proof }] }
    }
    case 'done':
      return isIdle
        ? state
        : idleIfShown({
            ...state,
            isComplete: true,
            incompleteReason: action.isApology ? 'apology' : state.incompleteReason,
          })
    case 'refused':
      return isIdle ? state : endReply(state, 'refused', action.message)
    case 'closed':
      if (isIdle || state.isComplete) return state
      return endReply(state, action.isOffline && !splitLastReply(state.messages)[1] ? 'offline' : 'broken')
    case 'stopped':
      return isIdle ? state : endReply(state, 'stopped')
    case 'shown':
      return state.phase === 'streaming' ? idleIfShown({ ...state, shownLength: action.length }) : state
    case 'offered':
      return { ...state, isOffered: action.isOffered }
    case 'startedOver': {
      const { messages, info, incompleteReason } = isIdle ? state : endReply(state, 'stopped')
      return { ...emptyChat, removed: messages.length === 0 ? state.removed : { messages, info, incompleteReason } }
    }
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
  const isFullyShown =
    state.messages.at(-1)?.role !== 'assistant' || state.shownLength >= (state.messages.at(-1)?.content.length ?? 0)
  return state.isComplete && isFullyShown ? { ...state, phase: 'idle' } : state
}

/** @param received from the server or the tab's storage; ignores all but strings */
function mergeDetails(known: KnownDetails, received: unknown): KnownDetails {
  return {
    ...known,
    ...Object.fromEntries(Object.entries(Object(received)).filter(([, text]) => typeof text === 'string')),
  }
}

/** The topics to pick from after the last reply, until the visitor goes on. */
export function topicsIn({ messages, phase }: ChatState): Topic[] {
  const { buttons }: Record<string, unknown> = Object(messages.at(-1)?.turn)
  if (phase !== 'idle' || !Array.isArray(buttons)) return []
  return buttons.flatMap((button) => {
    const { id, title }: Record<string, unknown> = Object(button)
    return typeof id === 'string' && typeof title === 'string' && title !== '' ? { id, title } : []
  })
}

const catchUpFrames = 16

/** @returns how many characters to show in the next frame: at least one more word, and more if many are waiting */
export function revealNext(text: string, shownLength: number): number {
  const words = text.slice(shownLength).match(/(?<!\s)\s*\S+\s*/g) ?? []
  const next = words.slice(0, Math.ceil(words.length / catchUpFrames)).join('')
  return next === '' ? text.length : shownLength + next.length
}

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
  // If the storage is full, a tenth of the messages might still fit.
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

/** A connection is broken after this long without data or heartbeats. */
const silenceMs = 40_000

/** @throws if the connection breaks or `signal` aborts it */
export async function* streamReply(chat: object, signal: AbortSignal): AsyncGenerator<ChatAction> {
  const response = await Promise.race([
    fetch('/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(chat),
      signal,
    }),
    rejectAfterSilence(),
  ])
  if (response.ok && response.body) yield* readEvents(response.body)
  else {
    // A proxy's error page has no message for the visitor.
    const { message }: Record<string, unknown> = Object(await response.json().catch(() => undefined))
    yield { type: 'refused', message: typeof message === 'string' ? message : undefined }
  }
}

/** Reads server-sent events (WHATWG HTML, section 9.2) as the chat sends them: one line of JSON each. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatAction> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let incompleteLine = ''
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), rejectAfterSilence()])
    if (done) return
    const lines = (incompleteLine + decoder.decode(value, { stream: true })).split('\n')
    incompleteLine = lines.pop() ?? ''
    for (const line of lines) {
      const event = line.startsWith('data:') && toAction(line.slice(5))
      if (event) yield event
    }
  }
}

function rejectAfterSilence(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, silenceMs))
}

function toAction(json: string): ChatAction | undefined {
  const { type, text, outcome, details, turn, proof }: Record<string, unknown> = Object(JSON.parse(json))
  if (type === 'text') return { type, text: `${text}`, proof, at: Date.now() }
  if (type === 'done') return { type, isApology: outcome === 'apology' }
  if (type === 'details') return { type, details }
  if (type === 'turn') return { type, turn, proof }
  return undefined
}
