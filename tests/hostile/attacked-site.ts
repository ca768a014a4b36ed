import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type RunningSite, startSite } from '../support/start-site.ts'
import type { HostileRequest } from './hostile-requests.ts'

export type AttackedSite = RunningSite & {
  /** @returns the status; 0 where the connection was closed without one */
  attack: (request: HostileRequest) => Promise<number>
  /** Since it was asked last: how long the main thread was held at most; and the memory that the process holds now. */
  probe: () => Promise<{ longestMs: number; residentMb: number }>
}

/** The production server as a process of its own that tells how its main thread is. */
export async function startAttackedSite(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<AttackedSite> {
  const path = join(dataDir, 'probe')
  const site = await startSite({
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    LOOP_PROBE: path,
    NODE_OPTIONS: `--import=${resolve('tests/hostile/loop-probe.mjs')}`,
    ...variables,
  })
  const agent = new Agent({ keepAlive: true })
  const socket = connect(path)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  return {
    ...site,
    attack: (request) => statusOf(site.url, request, agent),
    probe: async () => {
      socket.write('?')
      const { value, done } = await lines.next()
      if (done) throw new Error('the server has ended')
      return JSON.parse(value)
    },
    stop: async () => {
      agent.destroy()
      socket.destroy()
      return await site.stop()
    },
  }
}

function statusOf(url: string, { method, path, headers, body }: HostileRequest, agent: Agent): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const length = method === 'GET' || method === 'HEAD' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const req = send({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (res) => {
      res.resume().on('error', () => resolve(0))
      res.on('end', () => resolve(res.statusCode ?? 0))
    })
    req.on('error', () => resolve(0))
    req.end(body)
  })
}
