import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitedSender } from '../../lib/net/ip-network.ts'
import { createFairShare, type Share } from './fair-share.ts'

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
