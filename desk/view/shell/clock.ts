import { useMemo, useSyncExternalStore } from 'react'
import { type Clock, createClock } from '../times.ts'
import { useStudio } from './studio.tsx'

export const tickMs = 30_000

/** The studio’s clock, updated every 30 seconds. */
export function useClock(): Clock {
  const { zone } = useStudio()
  const now = useSyncExternalStore(subscribeToTicks, lastTick, lastTick)
  return useMemo(() => createClock(zone, now), [zone, now])
}

/** Components on the screen that show a time. They share one interval, so all change together. */
const listeners = new Set<() => void>()
let interval: ReturnType<typeof setInterval> | undefined

function subscribeToTicks(onTick: () => void): () => void {
  listeners.add(onTick)
  interval ??= setInterval(notifyListeners, tickMs)
  return () => {
    listeners.delete(onTick)
    if (listeners.size > 0) return
    clearInterval(interval)
    interval = undefined
  }
}

function notifyListeners(): void {
  for (const onTick of listeners) onTick()
}

function lastTick(): number {
  return Math.floor(Date.now() / tickMs) * tickMs
}
