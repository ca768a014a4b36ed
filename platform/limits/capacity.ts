import { limitedSender, senderNetwork } from '../http/ip-address.ts'
import type { CapacityLimit } from './limits.ts'

export type Lease = {
  /** Adds to the lease's amount. Over a limit, evicts the oldest leases, possibly including this lease. */
  grow(amount: number): void
  /** Makes this the sender's newest lease. */
  renew(): void
  release(): void
}

type Entry = { amount: number; onEvict: () => void }
/** Entries are ordered from the oldest to the newest. */
type Holder = { address: string; network: string; total: number; entries: Set<Entry> }

/**
 * Shares a resource, such as memory or connections, between visitors. Over an address's limit, its oldest lease is
 * evicted. Over a network's limit, it's the oldest of its largest address. Over the total, it's the same in the
 * largest network.
 */
export function createCapacity(max: CapacityLimit) {
  const holders = new Map<string, Holder>()
  const networkTotals = new Map<string, number>()
  let total = 0

  /** `onEvict`: called when other senders need the capacity. */
  function lease(sender: string, onEvict: () => void): Lease {
    const holder = holderOf(sender)
    const entry = { amount: 0, onEvict }
    holder.entries.add(entry)
    return {
      grow: (amount) => {
        if (!holder.entries.has(entry)) return
        add(holder, entry, amount)
        evictOverLimits(holder)
      },
      renew: () => {
        if (holder.entries.delete(entry)) holder.entries.add(entry)
      },
      release: () => release(holder, entry),
    }
  }

  function holderOf(sender: string): Holder {
    const address = limitedSender(sender)
    const known = holders.get(address)
    if (known !== undefined) return known
    const holder = { address, network: senderNetwork(sender), total: 0, entries: new Set<Entry>() }
    holders.set(address, holder)
    return holder
  }

  function add(holder: Holder, entry: Entry, amount: number): void {
    entry.amount += amount
    holder.total += amount
    networkTotals.set(holder.network, networkTotal(holder.network) + amount)
    total += amount
  }

  function release(holder: Holder, entry: Entry): void {
    if (!holder.entries.delete(entry)) return
    add(holder, entry, -entry.amount)
    if (holder.entries.size === 0) holders.delete(holder.address)
    if (networkTotal(holder.network) === 0) networkTotals.delete(holder.network)
  }

  function evictOverLimits(holder: Holder): void {
    while (holder.total > max.address) evictOldest(holder)
    while (networkTotal(holder.network) > max.network) evictOldest(largestHolderIn(holder.network))
    while (total > max.everyone) evictOldest(largestHolderIn(largestNetwork()))
  }

  function evictOldest(holder: Holder): void {
    const [oldest] = holder.entries
    if (oldest === undefined) return
    release(holder, oldest)
    oldest.onEvict()
  }

  function largestHolderIn(network: string): Holder {
    const inNetwork = [...holders.values()].filter((holder) => holder.network === network)
    return maxBy(inNetwork, (holder) => holder.total)
  }

  function largestNetwork(): string {
    const [network] = maxBy([...networkTotals], ([, amount]) => amount)
    return network
  }

  function networkTotal(network: string): number {
    return networkTotals.get(network) ?? 0
  }

  return { lease }
}

function maxBy<T>(all: readonly T[], sizeOf: (each: T) => number): T {
  return all.reduce((largest, each) => (sizeOf(each) > sizeOf(largest) ? each : largest))
}
