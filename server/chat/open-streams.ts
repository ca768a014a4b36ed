import { limitedSender } from '../../platform/http/sender.ts'

export type StreamSlot = { signal: AbortSignal; leave: () => void }

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Limits concurrent replies in this process, because they take memory and connections. */
export function createOpenStreams(max: { address: number; site: number }) {
  const countByAddress = new Map<string, number>()
  const closing = new AbortController()
  let total = 0
  let onEmpty = () => {}

  function leave(address: string): void {
    const remaining = (countByAddress.get(address) ?? 1) - 1
    if (remaining > 0) countByAddress.set(address, remaining)
    else countByAddress.delete(address)
    total -= 1
    if (total === 0) onEmpty()
  }

  return {
    enter(sender: string): StreamSlot | 'address is full' | 'site is full' {
      const address = limitedSender(sender)
      const count = countByAddress.get(address) ?? 0
      if (count >= max.address) return 'address is full'
      if (closing.signal.aborted || total >= max.site) return 'site is full'
      countByAddress.set(address, count + 1)
      total += 1
      return { signal: closing.signal, leave: () => leave(address) }
    },
    /** Ends all replies, accepts no more, and waits up to `graceMs` for them to finish. */
    async close(graceMs: number): Promise<void> {
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
        setTimeout(resolve, graceMs).unref()
      })
      closing.abort()
      if (total > 0) await empty
    },
  }
}
