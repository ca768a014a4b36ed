import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { defaultLimits } from '../../src/limits.ts'
import { routes } from '../../src/routes.ts'
import { sqliteFileName } from '../../src/server/db/sqlite.ts'
import type { SiteServerOptions } from '../../src/server/http/site-server.ts'
import { longTest, sqlite, temporaryFolder } from '../support/databases.ts'
import { openTestApp, type TestApp } from '../support/desk.ts'
import { createNotes, serve } from '../support/serve-plain.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { type HostileRequest, hostileRequest } from './hostile-requests.ts'

/** Answers as the site does, without its pages. */
function answerWith(app: TestApp): SiteServerOptions['dynamic'] {
  return async (req, res, { path, sender, requestId }) => {
    const url = new URL(`http://127.0.0.1${req.url}`)
    const { method = 'GET' } = req
    const headers = new Headers(req.headers as Record<string, string>)
    const body = req.body ? new Uint8Array(req.body) : null
    const request = new Request(url, { method, headers, body })
    const form = (['contact', 'booking', 'newsletter'] as const).find((name) => path === `/api/${name}`)
    const link = (['confirm', 'unsubscribe'] as const).find((name) => path === `/newsletter/${name}`)
    if (form) res.statusCode = (await app.postForm(form, request, sender, requestId)).status
    else if (path === '/api/chat') res.end(await (await app.postChat(request, { sender, requestId })).text())
    else if (link) await app.openMailLink(link, request, { url, sender, requestId })
    else res.statusCode = path in routes ? 200 : 404
    res.end()
  }
}

test('hostile requests to every way in get answers, and the site stays ready', async () => {
  const { log, lines } = createNotes()
  const app = await openTestApp(await sqlite.createPlace(), {}, { log })
  const port = await serve({ routes, log, trustedProxies: 1, dynamic: answerWith(app) })
  const random = seededRandom('hostile')
  const agent = new Agent({ keepAlive: true })
  const kinds = new Set<string>()
  for (let n = 0; n < 150; n++) {
    const request = hostileRequest(random)
    kinds.add(request.kind)
    const status = await statusOf(`http://127.0.0.1:${port}`, request, agent)
    expect(status < 500 || status === 503, JSON.stringify({ n, status, ...request })).toBe(true)
  }
  agent.destroy()
  expect(kinds.size).toBe(10)
  expect(lines.filter((line) => 'err' in line)).toEqual([])
  expect(await app.checkReady()).toEqual([])
})

/** Half of what deploy/kitewright.service allows. */
const mostResidentMb = 256
/** Most senders are ever other ones, and each stores little. */
const mostDatabaseMb = 100

longTest('20,000 hostile requests stall nothing, and fill neither memory, disk nor mailboxes', async () => {
  const outcome = await runHostile(temporaryFolder(), 20_000, 10_000)
  expect(outcome).toMatchObject({ faults: [], stalls: [], isReady: true, exitCode: 0 })
  expect(outcome.residentMb).toBeLessThan(mostResidentMb)
  expect(outcome.databaseMb).toBeLessThan(mostDatabaseMb)
  const count = (end: string) => outcome.mails.filter((kind) => kind.endsWith(end)).length
  expect(count('-receipt')).toBeLessThanOrEqual(defaultLimits.receipts.max)
  expect(count('-owner')).toBeLessThanOrEqual(defaultLimits.ownerMails.max)
})

/** What a single request may hold the main thread for. */
const longestHoldMs = 50
/** The program is compiled while it runs: the first of each kind are slower than any that follow. */
const warmUps = 500
const eachTime = 25

/** Sends hostile requests one after the other to the built site, and looks at it once it has rested. */
async function runHostile(dataDir: string, requests: number, restMs: number) {
  const site = await startAttackedSite(dataDir)
  const random = seededRandom('hostile-long')
  const faults: object[] = []
  const stalls: object[] = []
  let batch: HostileRequest[] = []

  async function holdMs(request: HostileRequest): Promise<number> {
    await site.probe()
    await site.attack(request)
    return (await site.probe()).longestMs
  }

  for (let n = 0; n < requests; n++) {
    const request = hostileRequest(random)
    const status = await site.attack(request)
    if (status >= 500 && status !== 503) faults.push({ n, status, ...request })
    batch.push(request)
    if (batch.length < eachTime) continue
    const isSlow = (await site.probe()).longestMs > longestHoldMs && n > warmUps
    for (const each of isSlow ? batch : []) {
      // A machine that does other work holds a thread too; what a request does it does each time.
      const ms = Math.min(await holdMs(each), await holdMs(each), await holdMs(each))
      if (ms > longestHoldMs) stalls.push({ n, ms: Math.round(ms), ...each, body: each.body.slice(0, 300) })
    }
    batch = []
  }
  await pause(restMs)
  const { residentMb } = await site.probe()
  const isReady = (await fetch(`${site.url}/readyz`)).status === 200
  const exitCode = await site.end()
  const database = new Sqlite(join(dataDir, sqliteFileName), { readonly: true })
  const mails = database.prepare<[], string>('select kind from outbox').pluck().all()
  database.close()
  const databaseMb = statSync(join(dataDir, sqliteFileName)).size / 2 ** 20
  return { faults, stalls, residentMb, databaseMb, mails, isReady, exitCode }
}

type AttackedSite = RunningSite & {
  /** @returns the status; 0 where the connection was closed without one */
  attack: (request: HostileRequest) => Promise<number>
  /** Since it was asked last: how long the main thread was held at most; and the memory that the process holds now. */
  probe: () => Promise<{ longestMs: number; residentMb: number }>
}

/** The production server as a process of its own that tells how its main thread is. */
async function startAttackedSite(dataDir: string): Promise<AttackedSite> {
  const path = join(dataDir, 'probe')
  const site = await startSite({
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    LOOP_PROBE: path,
    NODE_OPTIONS: `--import=${resolve('tests/hostile/loop-probe.mjs')}`,
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
