type FairShare = ReturnType<typeof createFairShare>
export type Share = ReturnType<FairShare['hold']>

type Holder = { amount: number; cut: () => void }
type Sender = { total: number; holders: Set<Holder> }

/** Divides `max` among senders. At the limit, the sender with the most loses the oldest part. */
export function createFairShare(max: number) {
  const senders = new Map<string, Sender>()
  let total = 0

  function release(name: string, sender: Sender, holder: Holder): void {
    if (!sender.holders.delete(holder)) return
    total -= holder.amount
    sender.total -= holder.amount
    if (sender.holders.size === 0) senders.delete(name)
  }

  function makeRoom(): void {
    while (total > max) {
      const [name, sender] = [...senders].reduce((heaviest, each) =>
        each[1].total > heaviest[1].total ? each : heaviest,
      )
      const [oldest] = sender.holders
      if (oldest === undefined) return
      release(name, sender, oldest)
      oldest.cut()
    }
  }

  return {
    hold(name: string, onCut: () => void) {
      const sender = senders.get(name) ?? { total: 0, holders: new Set() }
      const holder = { amount: 0, cut: onCut }
      senders.set(name, sender)
      sender.holders.add(holder)
      return {
        grow(amount: number): void {
          if (!sender.holders.has(holder)) return
          holder.amount += amount
          sender.total += amount
          total += amount
          makeRoom()
        },
        renew(): void {
          if (sender.holders.delete(holder)) sender.holders.add(holder)
        },
        release: () => release(name, sender, holder),
      }
    },
  }
}
