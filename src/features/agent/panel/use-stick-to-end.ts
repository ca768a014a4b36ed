import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatState } from './chat.state.ts'

/** Keeps the newest words in sight, unless the visitor has scrolled up to read. What was just sent is always in sight. */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, state: ChatState): void {
  const isAtEnd = useRef(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let height = 0
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = element
      // What scrolled because the room has changed is the observer's.
      if (clientHeight === height) isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40
    }
    // The keyboard, and whatever opens below, take room from it.
    const resized = new ResizeObserver(() => {
      height = element.clientHeight
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    resized.observe(element)
    element.addEventListener('scroll', look)
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  useLayoutEffect(() => {
    if (state.messages.length === 0) isAtEnd.current = false
    else if (state.phase === 'pending' || !state.isSpoken) isAtEnd.current = true
    if (isAtEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [scroller, state])
}
