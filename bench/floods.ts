import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startSite } from '../tests/support/start-site.ts'
import { quantile, type Table } from './figures.ts'

const seconds = 15
const probeMs = 20

type Flood = (n: number, freeTimes: readonly string[]) => { path: string; sender: string; body: object }

const person = (n: number) => ({
  name: 'Ada',
  email: `a${n}@d${n}.example`,
  elapsedMs: 30_000,
  requestId: `flood-${n}`,
})
/** All /64s of one /48. */
const oneNetwork = (n: number) => `2001:db8:9:${(n % 65_536).toString(16)}::1`
const hundredNetworks = (n: number) => `2001:db8:${n % 100}:${(n % 65_536).toString(16)}::1`
const longChat = (text: string) => Array(12).fill({ role: 'user', content: text.repeat(2_000).slice(0, 2_000) })

/** What the last review's attackers sent, from one network and from a hundred. */
export const floods = {
  'contact, one network': (n) => ({
    path: '/api/contact',
    sender: oneNetwork(n),
    body: { ...person(n), project: 'An engine' },
  }),
  'contact, 100 networks': (n) => ({
    path: '/api/contact',
    sender: hundredNetworks(n),
    body: { ...person(n), project: 'An engine' },
  }),
  'consultations of 72 kB, one network': (n) => ({
    path: '/api/booking',
    sender: oneNetwork(n),
    body: { ...person(n), transcript: longChat('漢') },
  }),
  'consultations of 72 kB, 100 networks': (n) => ({
    path: '/api/booking',
    sender: hundredNetworks(n),
    body: { ...person(n), transcript: longChat('漢') },
  }),
  'newsletter, 100 networks': (n) => ({ path: '/api/newsletter', sender: hundredNetworks(n), body: person(n) }),
  'calls, 100 networks and domains': (n, freeTimes) => ({
    path: '/api/call',
    sender: hundredNetworks(n),
    body: { ...person(n), start: freeTimes[n % freeTimes.length] },
  }),
  'longest chats, 3 addresses': (n) => ({
    path: '/api/chat',
    sender: `203.0.${n % 3}.7`,
    body: { messages: longChat('2-"; ; $1 ') },
  }),
  'longest chats, one network': (n) => ({
    path: '/api/chat',
    sender: oneNetwork(n),
    body: { messages: longChat('2-"; ; $1 ') },
  }),
  'longest chats, 100 networks': (n) => ({
    path: '/api/chat',
    sender: hundredNetworks(n),
    body: { messages: longChat('2-"; ; $1 ') },
  }),
} satisfies Record<string, Flood>

/** Floods the site, and measures what a monitor and an honest visitor notice. */
export async function measureFloods(): Promise<Table> {
  const rows: string[][] = []
  for (const [name, connections] of Object.keys(floods).flatMap((each) => [[each, 90] as const])) {
    rows.push(await measureFlood(name, connections))
  }
  rows.push(await measureStreams())
  return {
    title: `${seconds}-second floods from 90 connections`,
    head: ['', 'responses', '/healthz p50, p99, worst', 'an honest form, worst', 'added to the database'],
    rows,
  }
}

async function measureFlood(name: string, connections: number): Promise<string[]> {
  const site = await startSite({ TRUSTED_PROXIES: '1' })
  await pause(2_000)
  const before = databaseBytes(site.dataDir)
  const { times } = await (await fetch(`${site.url}/api/call`)).json()
  const worker = new Worker(new URL('./flood.worker.ts', import.meta.url), {
    workerData: { url: site.url, times, name, seconds, connections },
  })
  const ended = once(worker, 'message')
  const [health, forms] = await Promise.all([
    probe(() => get(site.url), ended),
    probe((n) => sendForm(site.url, n), ended, 1_000),
  ])
  const [statuses] = await ended
  const added = (databaseBytes(site.dataDir) - before) / 1e6
  await site.stop()
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(health, share).toFixed(0))
  return [
    name,
    answers.join(', '),
    `${p50}, ${p99}, ${worst} ms`,
    `${quantile(forms, 1).toFixed(0)} ms`,
    `${added.toFixed(1)} MB`,
  ]
}

/** @returns how long each request took, in ms */
async function probe(ask: (n: number) => Promise<void>, ended: Promise<unknown>, everyMs = probeMs): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void ended.then(() => (isOver = true))
  for (let n = 0; !isOver; n++) {
    const startedAt = performance.now()
    await ask(n)
    times.push(performance.now() - startedAt)
    await pause(everyMs)
  }
  return times
}

async function get(url: string): Promise<void> {
  const response = await fetch(`${url}/healthz`)
  if (!response.ok) throw new Error(`/healthz: ${response.status}`)
  await response.text()
}

async function sendForm(url: string, n: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${n}.7` }
  const body = JSON.stringify({ ...person(1_000_000 + n), project: 'A kite' })
  const response = await fetch(`${url}/api/contact`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`an honest form was refused: ${response.status}`)
  await response.text()
}

function databaseBytes(dataDir: string): number {
  const sizes = ['kitewright.sqlite', 'kitewright.sqlite-wal'].map(
    (name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Two addresses hold as many replies open as they can, and others still get theirs. */
async function measureStreams(): Promise<string[]> {
  const gateway = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write('data: {"choices":[{"delta":{"content":" 1"}}]}\n\n'), 2_000)
    response.once('close', () => clearInterval(timer))
  })
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const { port } = gateway.address() as AddressInfo
  const site = await startSite({ TRUSTED_PROXIES: '1', CHAT_BASE_URL: `http://127.0.0.1:${port}`, CHAT_API_KEY: 'key' })
  const ask = (sender: string) =>
    fetch(`${site.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': sender },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
    })
  const statuses: Record<string, number> = {}
  for (let n = 0; n < 512; n++) {
    const { status } = await ask(`2001:db8:7:${n % 2}::1`)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const others = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`198.51.${n}.7`)))
  const answered = others.filter(({ ok }) => ok).length
  await site.stop()
  gateway.closeAllConnections()
  gateway.close()
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return ['512 slow replies, two addresses', answers.join(', '), '', `${answered} of 20 others got a reply`, '']
}
