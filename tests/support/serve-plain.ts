import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { createHttpServer } from '../../platform/http/server.ts'
import { createSilentLog } from '../../platform/log.ts'
import { listen } from './listen.ts'

type HttpServerOptions = Parameters<typeof createHttpServer>[0]

/** Starts a server for this test. @returns its port */
export async function serve(
  fetch: HttpServerOptions['fetch'],
  options: Partial<HttpServerOptions> = {},
): Promise<number> {
  const server = createHttpServer({ log: createSilentLog(), ...options, fetch })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return await listen(server)
}

/** Sends text as is. @returns everything received until the connection closes */
export async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text, 'latin1')
  let answer = ''
  for await (const data of socket) answer += data
  return answer
}

/** A log that records its lines. */
export function createRecords() {
  const lines: object[] = []
  const log = createSilentLog()
  log.info = (line: object) => void lines.push(line)
  log.warn = (line: object, message?: unknown) => void lines.push({ ...line, message })
  log.error = log.warn
  return { log, lines }
}
