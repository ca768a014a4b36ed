/** What one holder has of the whole. */
export type Share = {
  grow: (amount: number) => void
  /** Makes it the youngest of its sender. */
  renew: () => void
  /** Gives all of it back; once is enough. */
  release: () => void
}

export type FairShare = { hold: (sender: string, onCut: () => void) => Share }

type Holder = { amount: number; cut: () => void }
type Sender = { total: number; holders: Set<Holder> }

/**
 * Something that all senders share, bytes in memory or connections, up to `most`. When more is asked for, the sender that
 * holds most loses its oldest share, and so on until there is room: whoever holds little is never the one, however many
 * ask, and a stranger can't keep others out by holding on.
 */
export function createFairShare(most: number): FairShare {
  const senders = new Map<string, Sender>()
  let total = 0

  function give(name: string, sender: Sender, holder: Holder): void {
    if (!sender.holders.delete(holder)) return
    total -= holder.amount
    sender.total -= holder.amount
    if (sender.holders.size === 0) senders.delete(name)
  }

  function makeRoom(): void {
    while (total > most) {
      const [name, sender] = [...senders].reduce((heaviest, each) =>
        each[1].total > heaviest[1].total ? each : heaviest,
      )
      const [oldest] = sender.holders
      if (oldest === undefined) return
      give(name, sender, oldest)
      oldest.cut()
    }
  }

  return {
    hold(name, onCut) {
      const sender = senders.get(name) ?? { total: 0, holders: new Set() }
      const holder = { amount: 0, cut: onCut }
      senders.set(name, sender)
      sender.holders.add(holder)
      return {
        grow(amount) {
          if (!sender.holders.has(holder)) return
          holder.amount += amount
          sender.total += amount
          total += amount
          makeRoom()
        },
        renew() {
          if (sender.holders.delete(holder)) sender.holders.add(holder)
        },
        release: () => give(name, sender, holder),
      }
    },
  }
}
