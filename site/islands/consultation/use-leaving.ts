import { useEffect, useEffectEvent } from 'react'

type LeavingHandlers = { onLeave: () => void; onReturn: () => void }

/** Calls `onLeave` when the visitor leaves the page or switches tabs, and `onReturn` when they come back. */
export function useLeaving({ onLeave, onReturn }: LeavingHandlers): void {
  const handleEvent = useEffectEvent(({ type }: Event) => {
    const isLeaving = type === 'pagehide' || document.hidden
    if (isLeaving) onLeave()
    else onReturn()
  })
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('visibilitychange', (event) => handleEvent(event), { signal })
    addEventListener('pagehide', (event) => handleEvent(event), { signal })
    return () => listeners.abort()
  }, [])
}
