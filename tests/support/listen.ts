import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Starts a server on a free port. @returns the port */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(0, host), 'listening')
  return (server.address() as AddressInfo).port
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await once(server.close(), 'close')
  return port
}
