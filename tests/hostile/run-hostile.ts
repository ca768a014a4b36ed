import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { sqliteFileName } from '../../src/server/db/sqlite.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { type HostileRequest, hostileRequest } from './hostile-requests.ts'

/** What a single request may hold the main thread for. */
const longestHoldMs = 50
/** The program is compiled while it runs: the first of each kind are slower than any that follow. */
const warmUps = 500
const eachTime = 25
/** A machine that does other work holds a thread too; what a request does it does each time. */
const repeats = 3

export type HostileOutcome = {
  answers: Record<string, number>
  /** Answers that are a fault of the server: 5xx but 503. */
  faults: object[]
  /** Requests that held the main thread longer than `longestHoldMs`, each time. */
  stalls: object[]
  /** Of single requests, not counting what did not come again. */
  longestMs: number
  residentMb: number
  databaseMb: number
  mails: Record<string, number>
  isReady: boolean
  exitCode: number | null
}

/** Sends hostile requests one after the other to the built site, and `restMs` later looks at what has become of it. */
export async function runHostile(dataDir: string, requests: number, seed: string, restMs = 0): Promise<HostileOutcome> {
  const site = await startAttackedSite(dataDir)
  const random = seededRandom(seed)
  const answers: Record<string, number> = {}
  const faults: object[] = []
  const stalls: object[] = []
  let longestMs = 0
  let batch: HostileRequest[] = []

  async function hold(sent: readonly HostileRequest[]): Promise<number> {
    await site.probe()
    for (const request of sent) await site.attack(request)
    return (await site.probe()).longestMs
  }

  for (let n = 0; n < requests; n++) {
    const request = hostileRequest(random)
    const status = await site.attack(request)
    answers[status] = (answers[status] ?? 0) + 1
    if (status >= 500 && status !== 503) faults.push({ n, status, ...request })
    batch.push(request)
    if (batch.length < eachTime) continue
    const { longestMs: seen } = await site.probe()
    if (n > warmUps && seen > longestHoldMs) {
      for (const one of batch) {
        let least = seen
        for (let again = 0; again < repeats; again++) least = Math.min(least, await hold([one]))
        if (least > longestHoldMs) stalls.push({ n, ms: Math.round(least), ...one, body: one.body.slice(0, 300) })
        longestMs = Math.max(longestMs, least)
      }
    } else if (n > warmUps) longestMs = Math.max(longestMs, seen)
    batch = []
  }
  await pause(restMs)
  const { residentMb } = await site.probe()
  const isReady = (await fetch(`${site.url}/readyz`)).status === 200
  const exitCode = await site.end()
  const database = new Sqlite(join(dataDir, sqliteFileName), { readonly: true })
  const mails = database
    .prepare<[], { kind: string; count: number }>('select kind, count(*) as count from outbox group by kind')
    .all()
  database.close()
  const databaseMb = statSync(join(dataDir, sqliteFileName)).size / 2 ** 20
  return {
    answers,
    faults,
    stalls,
    longestMs,
    residentMb,
    databaseMb,
    mails: Object.fromEntries(mails.map(({ kind, count }) => [kind, count])),
    isReady,
    exitCode,
  }
}

type AttackedSite = RunningSite & {
  /** @returns the status; 0 where the connection was closed without one */
  attack: (request: HostileRequest) => Promise<number>
  /** Since it was asked last: how long the main thread was held at most; and the memory that the process holds now. */
  probe: () => Promise<{ longestMs: number; residentMb: number }>
}

/** The production server as a process of its own that tells how its main thread is. */
async function startAttackedSite(dataDir: string, variables: Record<string, string> = {}): Promise<AttackedSite> {
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
