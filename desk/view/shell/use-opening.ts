import { useEffect, useEffectEvent } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Opening } from '../hrefs.ts'

/** Calls `open` after each click on a link with this state. */
export function useOpening(name: Opening['opens'] | undefined, open: () => void): void {
  const state = useHistoryState<Opening | null>()
  const onOpening = useEffectEvent(open)
  useEffect(() => {
    if (state === null || state.opens !== name) return
    onOpening()
    // Clear the state, so going back to this page doesn’t open it again.
    history.replaceState(null, '')
  }, [state, name])
}
