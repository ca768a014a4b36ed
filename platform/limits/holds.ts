import { limitedSender, senderNetwork } from '../http/sender.ts'
import type { HoldLimit } from './limits.ts'

type Entry = { amount: number; cut: () => void }
type Holder = { address: string; network: string; total: number; entries: Set<Entry> }

export type Hold = ReturnType<ReturnType<typeof createHolds>['hold']>

/**
 * Shares what visitors hold at the same time. Above an address's limit, its oldest hold is cut; above a network's, the oldest of
 * the address with the most; above everyone's, the oldest in the network with the most.
 */
export function createHolds(max: HoldLimit) {
  const holders = new Map<string, Holder>()
  const totals = new Map<string, number>()
  let total = 0

  function add(holder: Holder, entry: Entry, amount: number): void {
    entry.amount += amount
    holder.total += amount
    totals.set(holder.network, (totals.get(holder.network) ?? 0) + amount)
    total += amount
  }

  function release(holder: Holder, entry: Entry): void {
    if (!holder.entries.delete(entry)) return
    add(holder, entry, -entry.amount)
    if (holder.entries.size === 0) holders.delete(holder.address)
    if (totals.get(holder.network) === 0) totals.delete(holder.network)
  }

  function cutOldest(among: readonly Holder[]): void {
    const holder = heaviest(among, ({ total }) => total)
    const [oldest] = holder.entries
    if (oldest === undefined) return
    release(holder, oldest)
    oldest.cut()
  }

  function inNetwork(name: string): Holder[] {
    return [...holders.values()].filter(({ network }) => network === name)
  }

  function keepLimits(holder: Holder): void {
    while (holder.total > max.address) cutOldest([holder])
    while ((totals.get(holder.network) ?? 0) > max.network) cutOldest(inNetwork(holder.network))
    while (total > max.everyone) cutOldest(inNetwork(heaviest([...totals], ([, amount]) => amount)[0]))
  }

  return {
    hold(sender: string, onCut: () => void) {
      const address = limitedSender(sender)
      const holder = holders.get(address) ?? { address, network: senderNetwork(sender), total: 0, entries: new Set() }
      holders.set(address, holder)
      const entry = { amount: 0, cut: onCut }
      holder.entries.add(entry)
      return {
        grow(amount: number): void {
          if (!holder.entries.has(entry)) return
          add(holder, entry, amount)
          keepLimits(holder)
        },
        renew(): void {
          if (holder.entries.delete(entry)) holder.entries.add(entry)
        },
        release: () => release(holder, entry),
      }
    },
  }
}

function heaviest<T>(all: readonly T[], weightOf: (each: T) => number): T {
  return all.reduce((most, each) => (weightOf(each) > weightOf(most) ? each : most))
}
