import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { type ChatAction, type ChatState, emptyChat, nextChatState, revealNext } from './chat-state.ts'
import { restoreChat, storeChat } from './chat-storage.ts'
import { streamReply } from './stream-reply.ts'

/** A chat's state, storage, and connection. @param maxSent how many of the newest messages go to the server */
export function useChat(field: RefObject<HTMLTextAreaElement | null>, maxSent: number) {
  const [state, dispatch] = useReducer(nextChatState, emptyChat)
  const [draft, setDraft] = useState('')
  const connection = useRef<AbortController>(undefined)
  /** Names of the consultation form's fields that aren't empty. */
  const [filled, setFilled] = useState<readonly string[]>([])
  const { phase, messages, info, incompleteReason } = state

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
  }, [messages, info, incompleteReason, phase, draft])

  useAutoHeight(field, draft)
  useReveal(state, dispatch)

  /** Applies a visitor's action. Ends the previous reply's connection, and requests a reply if the action needs one. */
  const act = async (action: ChatAction) => {
    const nextState = nextChatState(state, action)
    if (nextState === state) return
    connection.current?.abort()
    dispatch(action)
    if (nextState.phase !== 'pending') return
    const controller = new AbortController()
    const { signal } = controller
    connection.current = controller
    // Ignore anything that arrives after 'Stop'.
    const apply = (action: ChatAction) => {
      if (!signal.aborted) dispatch(action)
    }
    try {
      // Also list known details: the server's rules can't find those that only a model found.
      const knownFields = Object.keys(nextState.info)
      const chat = { filled: [...filled, ...knownFields], messages: nextState.messages.slice(-maxSent) }
      for await (const action of streamReply(chat, signal)) apply(action)
    } catch {
      // The `closed` action below marks the incomplete reply as broken.
    }
    apply({ type: 'closed', isOffline: !navigator.onLine })
    // Close the connection, which might still be open after a timeout.
    controller.abort()
  }
  return { state, dispatch, act, draft, setDraft, setFilled }
}

/** Height of the field's top and bottom borders, which `scrollHeight` doesn't include. */
const bordersPx = 2

function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text
  useLayoutEffect(() => {
    const input = field.current
    if (!input) return
    input.style.height = '0'
    input.style.height = `${input.scrollHeight + bordersPx}px`
  }, [draft])
}

/** Shows more of a streaming reply in each frame. */
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

/**
 * Focuses the panel while the field is disabled, so Escape and Tab still work, then returns the focus to the field.
 * @returns a function that focuses the panel
 */
export function useFocusReturn(
  field: RefObject<HTMLTextAreaElement | null>,
  { phase, messages }: ChatState,
): () => void {
  const isPending = phase !== 'idle'
  const isEmpty = messages.length === 0
  const focusPanel = () => field.current?.closest('section')?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field and buttons change at these moments
  useLayoutEffect(() => {
    const { activeElement } = document
    if (isPending) {
      if (activeElement === document.body || activeElement === field.current) focusPanel()
      // On touchscreens, focusing the field would open the keyboard.
    } else if (activeElement === field.current?.closest('section') && !matchMedia('(pointer: coarse)').matches) {
      field.current?.focus({ preventScroll: true })
    }
  }, [isPending, isEmpty])
  return focusPanel
}
