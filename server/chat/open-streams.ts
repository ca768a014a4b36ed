import { limitedSender } from '../../platform/http/ip-network.ts'

export type Slot = {
  signal: AbortSignal
  leave: () => void
}

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** The replies that are under way in this process: they take its own memory and connections, so they are counted here. */
export function createOpenStreams(max: { address: number; site: number }) {
  const perAddress = new Map<string, number>()
  const end = new AbortController()
  let all = 0
  let isClosed = false
  let onEmpty = () => {}

  function leave(address: string): void {
    const left = (perAddress.get(address) ?? 1) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
    all -= 1
    if (all === 0) onEmpty()
  }

  return {
    enter(sender: string): Slot | 'address is full' | 'site is full' {
      const address = limitedSender(sender)
      const mine = perAddress.get(address) ?? 0
      if (mine >= max.address) return 'address is full'
      if (isClosed || all >= max.site) return 'site is full'
      perAddress.set(address, mine + 1)
      all += 1
      let isHere = true
      return {
        signal: end.signal,
        leave: () => {
          if (isHere) leave(address)
          isHere = false
        },
      }
    },
    /** Ends them, lets no more in, and waits until all have left, or for `graceMs`. */
    async close(graceMs: number): Promise<void> {
      isClosed = true
      if (all === 0) return
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
        setTimeout(resolve, graceMs).unref()
      })
      end.abort()
      await empty
    },
  }
}
