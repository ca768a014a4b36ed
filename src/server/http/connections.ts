import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitedSender } from '../../lib/net/ip-network.ts'

type Connection = { share: Share; waiting: number; last: Promise<void> | undefined }

/** Browsers send one request after the other; programs that don't wait for answers seldom send more than these at once. */
const mostWaiting = 16

/**
 * Keeps a server's connections within `most`: for one too many, the one that asked for nothing the longest is closed, of
 * the sender that has most of them. On each, one request is answered at a time, whatever was sent ahead.
 * @returns what takes a request, and calls `answer` when its turn has come
 */
export function keepConnections(server: Server, most: number) {
  const shares = createFairShare(most)
  const connections = new WeakMap<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    const share = shares.hold(limitedSender(socket.remoteAddress ?? ''), () => socket.destroy())
    connections.set(socket, { share, waiting: 0, last: undefined })
    socket.once('close', share.release)
    share.grow(1)
  })

  return (req: IncomingMessage, res: ServerResponse, answer: () => Promise<void>): void => {
    const { socket } = req
    const connection = connections.get(socket)
    if (connection === undefined || socket.destroyed) return
    if (connection.waiting === mostWaiting) {
      socket.destroy()
      return
    }
    connection.waiting += 1
    connection.share.renew()
    connection.last = inTurn(connection, res, answer)
  }
}

async function inTurn(connection: Connection, res: ServerResponse, answer: () => Promise<void>): Promise<void> {
  const closed = new Promise((resolve) => res.once('close', resolve))
  if (connection.waiting > 1) await connection.last
  await answer()
  await closed
  connection.waiting -= 1
  // Others have come meanwhile, on other connections.
  if (connection.waiting > 0) await new Promise(setImmediate)
}

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
