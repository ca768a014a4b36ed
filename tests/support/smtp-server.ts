import { createServer, type Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { openSmtpServer, type ReceivedMail, type TestSmtpServer, type Verdict } from './open-smtp-server.ts'

/** An error that the server answers with this code. */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

/** `openSmtpServer` that goes with the test. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  afterData?: (mail: ReceivedMail) => Verdict,
): Promise<TestSmtpServer> {
  const server = await openSmtpServer(options, afterData)
  onTestFinished(server.stop)
  return server
}

/** Takes connections and never says a word. */
export async function startHangingServer(): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
