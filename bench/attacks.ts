import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningSite, startSite } from '../tests/support/start-site.ts'
import { quantile, residentMegabytes, type Table } from './figures.ts'
import { watchSite } from './watch-site.ts'

const spanMs = 10_000
const hostileEachMs = 333
const slowSenders = 1_000
const halfBodies = 300
const bodyBytes = 380_000
const lookEachMs = 250

/** Each held the main thread for 0.5 s and more, or for good, before there were bounds. */
const hostile: readonly [path: string, body: object][] = [
  ['/api/chat', { messages: [{ role: 'user', content: 'hello. '.repeat(280) }] }],
  ['/api/chat', { messages: Array.from({ length: 12 }, () => ({ role: 'user', content: '. '.repeat(995) })) }],
  ['/api/booking', { abandoned: true, consent: 'x', transcript: fortyTurns(`my name is ${'dr. '.repeat(450)}1`) }],
  ['/api/contact', { name: 'a', email: 'a@b.example', project: `a${'\u0301\u0323'.repeat(15_000)}` }],
]

/** What strangers can cost the others: a page and a request, asked for every 20 ms, alone and beside attacks. */
export async function measureAttacks(): Promise<Table> {
  const site = await startSite({ TRUSTED_PROXIES: '1' })
  await watchSite(site.url, () => pause(3_000))
  const rows = [
    await row('alone', site, () => pause(spanMs)),
    await row(`hostile texts, each ${hostileEachMs} ms`, site, () => sendHostile(site)),
    await row(`${slowSenders} slow senders, ${halfBodies} bodies without their last byte`, site, () => holdBack(site)),
  ]
  await site.stop()
  return {
    title: 'Beside attacks: the 99th of 100 answers, and the most memory',
    head: ['', 'home page', 'POST /api/contact', 'resident'],
    rows,
  }
}

async function row(name: string, site: RunningSite, work: () => Promise<unknown>): Promise<string[]> {
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, residentMegabytes(site.process.pid))
  }, lookEachMs)
  const { page, lead } = await watchSite(site.url, work)
  clearInterval(looking)
  return [name, `${quantile(page, 0.99).toFixed(1)} ms`, `${quantile(lead, 0.99).toFixed(1)} ms`, `${most} MB`]
}

async function sendHostile({ url }: RunningSite): Promise<void> {
  const sent: Promise<unknown>[] = []
  for (let n = 0; n * hostileEachMs < spanMs; n++) {
    const [path, body] = hostile[n % hostile.length] ?? ['/', {}]
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${n}` }
    sent.push(fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }).then((each) => each.text()))
    await pause(hostileEachMs)
  }
  await Promise.all(sent)
}

async function holdBack({ url }: RunningSite): Promise<void> {
  const { port, hostname } = new URL(url)
  const sockets: Socket[] = []
  const open = async (sender: number) => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    const from = `X-Forwarded-For: 10.20.${sender >> 8}.${sender & 255}\r\n`
    return { socket, from }
  }
  for (let n = 0; n < slowSenders; n++) {
    const { socket, from } = await open(n)
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${from}`)
  }
  for (let n = 0; n < halfBodies; n++) {
    const { socket, from } = await open(n)
    const head = `POST /api/chat HTTP/1.1\r\nHost: localhost\r\n${from}Content-Type: application/json\r\n`
    socket.write(`${head}Content-Length: ${bodyBytes}\r\n\r\n${'x'.repeat(bodyBytes - 1)}`)
  }
  const dripping = setInterval(() => {
    for (const socket of sockets.slice(0, slowSenders)) if (socket.writable) socket.write('X: y\r\n')
  }, 1_000)
  await pause(spanMs)
  clearInterval(dripping)
  for (const socket of sockets) socket.destroy()
}

function fortyTurns(content: string): object[] {
  return Array.from({ length: 40 }, () => ({ role: 'user', content }))
}
