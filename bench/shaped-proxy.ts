import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

type Shape = {
  /** There and back. */
  roundTripMs: number
  bytesPerSecond: number
}

/**
 * A connection of a given delay and rate in front of a server: unlike the browser's own emulation, it also holds for
 * pages that are fetched before they are asked for.
 * @returns the port on 127.0.0.1
 */
export async function startShapedProxy(target: URL, shape: Shape): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    // The connection itself costs a round trip, which localhost does not: its first bytes wait for it.
    client.pipe(delayed(shape, shape.roundTripMs)).pipe(upstream)
    upstream.pipe(delayed(shape, 0)).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no address')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: address.port, close }
}

/** Every piece arrives half a round trip later, and no sooner than the rate allows. */
function delayed({ roundTripMs, bytesPerSecond }: Shape, handshakeMs: number): Transform {
  let lineFreeAt = performance.now() + handshakeMs
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      lineFreeAt = Math.max(lineFreeAt, performance.now()) + (piece.length / bytesPerSecond) * 1000
      setTimeout(() => this.push(piece), lineFreeAt - performance.now() + roundTripMs / 2)
      done()
    },
    flush(done) {
      setTimeout(done, Math.max(0, lineFreeAt - performance.now()) + roundTripMs / 2 + 1)
    },
  })
}
