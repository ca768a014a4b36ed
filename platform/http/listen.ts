import { once } from 'node:events'
import type { Server } from 'node:http'
import { EnvironmentError } from '../environment.ts'

/**
 * Listens on the address, or on the previous server's socket if scripts/start.mjs started this process to replace it.
 * @returns the port @throws EnvironmentError if it can't
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  if (process.argv.includes('--take-over')) {
    const received = once(process, 'message')
    process.send?.('ready')
    const [, socket] = await received
    server.listen(socket)
  } else server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new EnvironmentError(
      `HOST, PORT: cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`,
    )
  }
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/**
 * Hands the socket to the next server when scripts/start.mjs asks for it, then stops. Also stops when start.mjs has died, which on
 * Windows is the signal to stop.
 */
export function handOver(server: Server, stop: () => void): void {
  process.once('message', () => process.send?.('socket', Reflect.get(server, '_handle'), {}, stop))
  process.once('disconnect', stop)
}
