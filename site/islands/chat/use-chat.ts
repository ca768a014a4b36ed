import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { chatLimits } from '../../../platform/limits/limits.ts'
import { type ChatAction, type ChatState, emptyChat, nextChatState, revealNext } from './chat.state.ts'
import { askChat } from './chat.stream.ts'
import { recall, remember } from './chat-memory.ts'

export function useChat(field: RefObject<HTMLTextAreaElement | null>) {
  const [state, dispatch] = useReducer(nextChatState, emptyChat)
  const [draft, setDraft] = useState('')
  const connection = useRef<AbortController>(undefined)
  const visitor = useRef<string>(undefined)
  const { phase, messages, info, ending } = state

  useLayoutEffect(() => {
    const kept = recall()
    visitor.current = kept.visitor
    dispatch({ type: 'restored', history: kept.history })
    const input = field.current
    if (!input) return
    input.value ||= kept.draft
    setDraft(input.value)
  }, [field])

  // biome-ignore lint/correctness/useExhaustiveDependencies: how much of a reply can be seen is not remembered
  useEffect(() => {
    if (state !== emptyChat) remember(state, draft, visitor.current)
  }, [messages, info, ending, phase, draft])

  useGrowing(field, draft)
  useReveal(state, dispatch)

  const ask = async (action: ChatAction) => {
    const after = nextChatState(state, action)
    if (after === state) return
    dispatch(action)
    const controller = new AbortController()
    const { signal } = controller
    connection.current = controller
    // What still comes after 'Stop' belongs to no message.
    const apply = (action: ChatAction) => {
      if (!signal.aborted) dispatch(action)
    }
    try {
      const sent = after.messages.slice(-chatLimits.messages)
      for await (const each of askChat(sent, visitor.current, signal)) apply(each)
    } catch {
      // Said to the visitor by what follows: a connection that closes before its reply is whole has broken.
    }
    apply({ type: 'closed' })
    // One on which nothing came for too long may still be open.
    controller.abort()
  }
  const end = (action: ChatAction) => {
    connection.current?.abort()
    dispatch(action)
  }
  return { state, dispatch, ask, end, draft, setDraft }
}

function useGrowing(field: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with what is in it
  useLayoutEffect(() => {
    const input = field.current
    if (!input || CSS.supports('field-sizing', 'content')) return
    input.style.height = '0'
    input.style.height = `${input.scrollHeight + 2}px`
  }, [draft])
}

function useReveal({ phase, messages, shown }: ChatState, dispatch: (action: ChatAction) => void): void {
  useEffect(() => {
    if (phase !== 'streaming') return
    const text = messages.at(-1)?.content ?? ''
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const frame = requestAnimationFrame(() =>
      dispatch({ type: 'shown', upTo: isStill ? text.length : revealNext(text, shown) }),
    )
    return () => cancelAnimationFrame(frame)
  }, [phase, messages, shown, dispatch])
}
