import { type RefObject, useLayoutEffect } from 'react'
import type { ChatState } from './chat.state.ts'

/**
 * A field that is disabled loses the focus, and a button that goes takes it along. While a reply is pending the panel
 * holds it, so that Escape and Tab work from there; then the field gets it back, but not on touch screens, where the
 * keyboard would come up over the reply. Whoever has gone elsewhere meanwhile stays there.
 * @returns gives the focus to the panel; to be called before a button goes
 */
export function useKeptFocus(field: RefObject<HTMLTextAreaElement | null>, { phase, messages }: ChatState): () => void {
  const isPending = phase !== 'idle'
  const isEmpty = messages.length === 0
  const hold = () => field.current?.closest('section')?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the moments at which the field and buttons come and go
  useLayoutEffect(() => {
    const { activeElement } = document
    if (isPending) {
      if (activeElement === document.body || activeElement === field.current) hold()
    } else if (activeElement === field.current?.closest('section') && !matchMedia('(pointer: coarse)').matches) {
      field.current?.focus({ preventScroll: true })
    }
  }, [isPending, isEmpty])
  return hold
}
