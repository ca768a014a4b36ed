import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { DoorLimits } from '../limits/limits.ts'
import { limitedSender } from './ip-network.ts'

type Connection = { share: Share; waiting: number; last: Promise<void> | undefined }

/** One too many closes the longest idle one of the sender with the most. On each, one request is answered at a time. */
export function keepConnections(server: Server, limits: Pick<DoorLimits, 'connections' | 'waiting'>) {
  const shares = createFairShare(limits.connections)
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
    if (connection.waiting === limits.waiting) {
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
  if (connection.waiting > 0) await new Promise(setImmediate)
}

export type FairShare = ReturnType<typeof createFairShare>
export type Share = ReturnType<FairShare['hold']>

type Holder = { amount: number; cut: () => void }
type Sender = { total: number; holders: Set<Holder> }

/** The sender that holds most loses its oldest share: a stranger can't keep others out by holding on. */
export function createFairShare(most: number) {
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
        release: () => give(name, sender, holder),
      }
    },
  }
}
