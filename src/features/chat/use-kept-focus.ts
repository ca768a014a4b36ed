import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A field that is disabled loses the focus, and a button that goes takes it along. While a reply is pending the panel
 * holds it, so that Escape and Tab work from there, and gives it back to the field; not on touch screens, where the
 * keyboard would come up over the reply. Whoever has gone elsewhere meanwhile stays there.
 */
export function useKeptFocus(field: RefObject<HTMLTextAreaElement | null>, isPending: boolean): void {
  const wasPending = useRef(false)
  useLayoutEffect(() => {
    const region = field.current?.closest('section')
    const { activeElement } = document
    if (isPending && (activeElement === document.body || activeElement === field.current)) {
      region?.focus({ preventScroll: true })
    } else if (wasPending.current && activeElement === region && !matchMedia('(pointer: coarse)').matches) {
      field.current?.focus({ preventScroll: true })
    }
    wasPending.current = isPending
  }, [field, isPending])
}
