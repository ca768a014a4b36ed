import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { createSiteServer, type SiteServerOptions } from '../../platform/http/site-server.ts'
import { createSilentLog } from '../../platform/log.ts'

/** A site of three routes and no file, which answers `dynamic`. */
export const plain: SiteServerOptions = {
  files: { find: () => undefined, redirectOf: () => undefined },
  dynamic: (_req, res) => res.end('dynamic'),
  notFoundPath: '/404',
  readiness: async () => [],
  commonHeaders: ['X-Content-Type-Options', 'nosniff'],
  direct: {},
  routes: { '/x': ['GET'], '/posted': ['GET', 'POST'], '/api/x': ['POST'] },
  trustedProxies: 0,
  log: createSilentLog(),
}

/** @returns the port of a server of this test's own */
export async function serve(options: Partial<SiteServerOptions>): Promise<number> {
  const server = createSiteServer({ ...plain, ...options }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export function broken(): never {
  throw new Error('a file is gone')
}

/** Sends text as it is. @returns all that comes back, once the connection is closed */
export async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text, 'latin1')
  let answer = ''
  for await (const data of socket) answer += data
  return answer
}

/** Notes what is logged. */
export function createNotes() {
  const lines: object[] = []
  const log = createSilentLog()
  log.info = (line: object) => void lines.push(line)
  log.warn = (line: object, message?: unknown) => void lines.push({ ...line, message })
  log.error = log.warn
  return { log, lines }
}
