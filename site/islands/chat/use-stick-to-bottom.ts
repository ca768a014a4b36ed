import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatState } from './chat-state.ts'

/** If the log is scrolled to within this distance of its end, about two lines, the visitor is following the chat. */
const nearBottomPx = 40
/** Margin above the start of the last message. */
const topMarginPx = 12

/** Scrolls down as content is added, but keeps the start of the last message in view. */
export function useStickToBottom(scroller: RefObject<HTMLElement | null>, state: ChatState): void {
  const isAtBottom = useRef(false)
  useEffect(() => {
    const element = scroller.current
    const thread = element?.firstElementChild
    if (!element || !thread) return
    let isVisitorScrolling = false
    /** The last message this hook scrolled to. */
    let shown: HTMLElement | undefined
    const startScrolling = () => {
      isVisitorScrolling = true
    }
    const updateIsAtBottom = () => {
      const { scrollHeight, scrollTop, clientHeight } = element
      // Ignore scrolling by this hook or the browser: the reply can have grown.
      if (isVisitorScrolling) isAtBottom.current = scrollHeight - scrollTop - clientHeight < nearBottomPx
    }
    // The log shrinks when the on-screen keyboard opens, and its content grows with new words, topics, or the card.
    const resizeObserver = new ResizeObserver(() => {
      const last = [...thread.querySelectorAll<HTMLElement>('.chat-message')].at(-1)
      if (!isAtBottom.current || !last) return
      const top = last.offsetTop - topMarginPx
      // Scroll up only to a new message: the visitor might be reading or filling in something below the last message.
      if (last !== shown || top > element.scrollTop) element.scrollTop = top
      isVisitorScrolling = false
      shown = last
    })
    resizeObserver.observe(element)
    resizeObserver.observe(thread)
    const listeners = new AbortController()
    const options = { passive: true, signal: listeners.signal }
    element.addEventListener('scroll', updateIsAtBottom, options)
    for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      element.addEventListener(name, startScrolling, options)
    return () => {
      resizeObserver.disconnect()
      listeners.abort()
    }
  }, [scroller])
  useLayoutEffect(() => {
    const { messages, phase, hasNewMessages } = state
    if (messages.length === 0) isAtBottom.current = false
    else if (phase === 'pending' || !hasNewMessages) isAtBottom.current = true
  }, [state])
}
