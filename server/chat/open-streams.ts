import { createCapacity } from '../../platform/limits/capacity.ts'
import type { CapacityLimit } from '../../platform/limits/limits.ts'

/** `signal` aborts the reply when the server closes or other visitors need the slot. */
export type StreamSlot = { signal: AbortSignal; leave: () => void }

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Limits concurrent replies in this process. Each reply uses memory and a connection. */
export function createOpenStreams(max: CapacityLimit) {
  const holds = createCapacity(max)
  const open = new Set<symbol>()
  const closing = new AbortController()
  let onEmpty = () => {}

  return {
    /** @returns undefined while the server is closing */
    enter(sender: string): StreamSlot | undefined {
      if (closing.signal.aborted) return undefined
      const evicted = new AbortController()
      const slot = holds.lease(sender, () => evicted.abort())
      const id = Symbol('reply')
      open.add(id)
      slot.grow(1)
      return {
        signal: AbortSignal.any([closing.signal, evicted.signal]),
        leave: () => {
          slot.release()
          open.delete(id)
          if (open.size === 0) onEmpty()
        },
      }
    },
    /** Ends all replies, rejects new ones, and waits up to `graceMs` for them to finish. */
    async close(graceMs: number): Promise<void> {
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
        setTimeout(resolve, graceMs).unref()
      })
      closing.abort()
      if (open.size > 0) await empty
    },
  }
}
