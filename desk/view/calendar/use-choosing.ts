import { type PointerEvent, useState } from 'react'
import type { Slot } from './week.ts'

/** Called with a chosen time span (epoch ms). `isDays` means whole days. */
export type Choose = (start: number, end: number, isDays?: boolean) => void

/** Lets the owner choose a free time with a click, or a series of free times by dragging over them. */
export function useChoosing(onChoose: Choose) {
  const [dragged, setDragged] = useState<{ first: Slot; last: Slot }>()
  const { first, last } = dragged ?? {}
  const from = Math.min(first?.start ?? 0, last?.start ?? 0)
  const to = Math.max(first?.end ?? 0, last?.end ?? 0)
  const stop = () => setDragged(undefined)
  const end = () => {
    stop()
    if (dragged) onChoose(from, to)
  }
  const propsOf = (slot: Slot) => ({
    'aria-pressed': from <= slot.start && slot.start < to,
    // `detail` is 0 for clicks by keyboard or screen reader.
    onClick: ({ detail }: { detail: number }) => detail === 0 && onChoose(slot.start, slot.end),
    onPointerDown: ({ button }: PointerEvent) => button === 0 && setDragged({ first: slot, last: slot }),
    onPointerEnter: () => first && setDragged({ first, last: slot }),
  })
  return { propsOf, gridProps: { onPointerUp: end, onPointerLeave: stop } }
}
