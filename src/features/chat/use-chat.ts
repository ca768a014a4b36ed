import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { type ChatEvent, type ChatState, emptyChat, nextChatState } from './chat.state.ts'
import { askAgent, type Refusal, type StreamEvent } from './chat.stream.ts'
import { chatLimits } from './chat-limits.ts'
import { recall } from './chat-memory.ts'
import { revealNext } from './reveal.ts'

export type ChatActions = {
  send: (text: string) => void
  goOn: () => void
  stop: () => void
  startOver: () => void
  undo: () => void
  leave: (isLeaving: boolean) => void
}

/** The state machine joined to the server, the screen's frames and what the tab remembers. */
export function useChat(): { state: ChatState; actions: ChatActions; visitor: () => string } {
  const [state, dispatch] = useReducer(nextChatState, emptyChat)
  const connection = useRef<AbortController>(undefined)
  const visitor = useRef('')

  useLayoutEffect(() => {
    const { conversation, visitor: id } = recall()
    visitor.current = id
    dispatch({ type: 'restored', conversation })
  }, [])

  useEffect(() => {
    if (state.phase !== 'streaming') return
    const text = state.messages.at(-1)?.content ?? ''
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const frame = requestAnimationFrame(() =>
      dispatch({ type: 'shown', upTo: isStill ? text.length : revealNext(text, state.shown) }),
    )
    return () => cancelAnimationFrame(frame)
  }, [state.phase, state.messages, state.shown])

  const ask = async (before: ChatState, event: ChatEvent) => {
    const after = nextChatState(before, event)
    if (after === before) return
    dispatch(event)
    const controller = new AbortController()
    connection.current = controller
    // What still comes after 'Stop' belongs to no message.
    const tell = (told: ChatEvent) => {
      if (!controller.signal.aborted) dispatch(told)
    }
    try {
      const messages = after.messages.slice(-chatLimits.messages)
      for await (const each of askAgent(messages, visitor.current, controller.signal)) tell(toChatEvent(each))
    } catch {
      // Said to the visitor by what follows: a connection that closes before its reply is whole has broken.
    }
    tell({ type: 'closed' })
    // One on which nothing came for too long may still be open.
    controller.abort()
  }
  const end = (event: ChatEvent) => {
    connection.current?.abort()
    dispatch(event)
  }

  return {
    state,
    visitor: () => visitor.current,
    actions: {
      send: (text) => void ask(state, { type: 'sent', text, at: Date.now() }),
      goOn: () => void ask(state, { type: 'wentOn' }),
      stop: () => end({ type: 'stopped' }),
      startOver: () => end({ type: 'startedOver' }),
      undo: () => dispatch({ type: 'undone' }),
      leave: (isLeaving) => dispatch({ type: 'leaving', isLeaving }),
    },
  }
}

function toChatEvent(event: StreamEvent | Refusal): ChatEvent {
  if (event.type === 'text') return { ...event, at: Date.now() }
  if (event.type === 'done') return { type: 'done', isApology: event.outcome === 'apology' }
  return event
}
