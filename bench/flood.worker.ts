import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { floods } from './floods.ts'

/** A flood in a thread of its own, so the thread that measures isn't busy. Reports how often each status came. */
const {
  url,
  times,
  name,
  seconds,
  connections,
}: { url: string; times: string[]; name: keyof typeof floods; seconds: number; connections: number } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const statuses: Record<string, number> = {}
const endsAt = performance.now() + seconds * 1_000
let sent = 0

await Promise.all(Array.from({ length: connections }, flood))
parentPort?.postMessage(statuses)
agent.destroy()

async function flood(): Promise<void> {
  while (performance.now() < endsAt) {
    const status = await post(sent++).catch(() => 'cut off')
    statuses[status] = (statuses[status] ?? 0) + 1
  }
}

function post(n: number): Promise<string> {
  const { path, sender, body } = floods[name](n, times)
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': sender }
    const outgoing = request(`${url}${path}`, { method: 'POST', agent, headers }, (incoming) => {
      incoming
        .resume()
        .once('end', () => resolve(`${incoming.statusCode}`))
        .once('error', reject)
    })
    outgoing.once('error', reject).end(JSON.stringify(body))
  })
}
