import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Keeps the newest words in sight, unless the visitor has scrolled up to read. */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: unknown): void {
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 40
    }
    const stick = () => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    }
    // The keyboard, and whatever opens below, take room from it.
    const resized = new ResizeObserver(stick)
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of what is shown that counts
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [scroller, content])
}
