import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import {
  type ChatAction,
  type ChatHistory,
  type ChatState,
  type Ending,
  emptyChat,
  type Message,
  mergeDetails,
  nextChatState,
  revealNext,
} from './chat.state.ts'

export function useChat(field: RefObject<HTMLTextAreaElement | null>, maxSent: number) {
  const [state, dispatch] = useReducer(nextChatState, emptyChat)
  const [draft, setDraft] = useState('')
  const connection = useRef<AbortController>(undefined)
  /** The fields that the visitor filled in the request's form. */
  const filled = useRef<readonly string[]>([])
  const { phase, messages, info, ending } = state

  useLayoutEffect(() => {
    const stored = restoreChat()
    dispatch({ type: 'restored', history: stored.history })
    const input = field.current
    if (!input) return
    input.value ||= stored.draft
    setDraft(input.value)
  }, [field])

  // biome-ignore lint/correctness/useExhaustiveDependencies: how much of a reply is visible isn't stored
  useEffect(() => {
    if (state !== emptyChat) storeChat(state, draft)
  }, [messages, info, ending, phase, draft])

  useAutoHeight(field, draft)
  useReveal(state, dispatch)

  const requestReply = async (action: ChatAction) => {
    const nextState = nextChatState(state, action)
    if (nextState === state) return
    dispatch(action)
    const controller = new AbortController()
    const { signal } = controller
    connection.current = controller
    // Ignore what arrives after 'Stop'.
    const apply = (action: ChatAction) => {
      if (!signal.aborted) dispatch(action)
    }
    try {
      const sent = nextState.messages.slice(-maxSent)
      // Includes details that only a model found. The server's rules wouldn't find them again.
      const known = Object.entries(nextState.info).flatMap(([name, value]) => (value ? name : []))
      const chat = { filled: [...new Set([...filled.current, ...known])], messages: sent }
      for await (const action of streamReply(chat, signal)) apply(action)
    } catch {
      // `closed` shows it: the reply is incomplete, so the connection broke.
    }
    apply({ type: 'closed', isOffline: !navigator.onLine })
    // A silent connection may still be open.
    controller.abort()
  }
  const interrupt = (action: ChatAction) => {
    connection.current?.abort()
    dispatch(action)
  }
  return { state, dispatch, requestReply, interrupt, draft, setDraft, filled }
}

function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text
  useLayoutEffect(() => {
    const input = field.current
    if (!input) return
    input.style.height = '0'
    input.style.height = `${input.scrollHeight + 2}px`
  }, [draft])
}

function useReveal({ phase, messages, shownLength }: ChatState, dispatch: (action: ChatAction) => void): void {
  useEffect(() => {
    if (phase !== 'streaming') return
    const text = messages.at(-1)?.content ?? ''
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    const frame = requestAnimationFrame(() =>
      dispatch({ type: 'shown', length: isMotionReduced ? text.length : revealNext(text, shownLength) }),
    )
    return () => cancelAnimationFrame(frame)
  }, [phase, messages, shownLength, dispatch])
}

const chatKey = 'chat'
const maxMessages = 200
const endings: readonly Ending[] = ['stopped', 'broken', 'apology', 'refused']

export function restoreChat(): { history: ChatHistory; draft: string } {
  const { messages, info, ending, draft } = readStorage()
  return {
    history: {
      messages: Array.isArray(messages) ? messages.flatMap(toMessage) : [],
      info: mergeDetails({}, info),
      ending: endings.find((each) => each === ending),
    },
    draft: typeof draft === 'string' ? draft : '',
  }
}

/** Stores an unfinished reply as broken, because that's what it is after a reload. */
export function storeChat(state: ChatState, draft: string): void {
  const { info, phase, isComplete } = state
  const isKnown = (phase === 'idle' || isComplete) && state.ending !== 'offline'
  const ending = isKnown ? state.ending : 'broken'
  // If the storage is full, a tenth of the messages may still fit.
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

/** A connection without any data for this long, not even a heartbeat, counts as broken. */
const silenceMs = 40_000

/** @throws if the connection breaks or `signal` aborts it */
async function* streamReply(chat: object, signal: AbortSignal): AsyncGenerator<ChatAction> {
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
