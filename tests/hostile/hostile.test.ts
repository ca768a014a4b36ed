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
import { startSite } from '../support/start-site.ts'
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

longTest('20,000 hostile requests stall nothing, and fill neither memory, disk nor mailboxes', async () => {
  const dataDir = temporaryFolder()
  const site = await startProbedSite(dataDir)
  const random = seededRandom('hostile-long')
  const [agent, faults, stalls]: [Agent, object[], object[]] = [new Agent({ keepAlive: true }), [], []]
  const holdMs = async (requests: HostileRequest[]) => {
    await site.probe()
    for (const request of requests) {
      const status = await statusOf(site.url, request, agent)
      if (status >= 500 && status !== 503) faults.push({ status, ...request })
    }
    return (await site.probe()).longestMs
  }
  for (let n = 0; n < 800; n++) {
    const batch = Array.from({ length: 25 }, () => hostileRequest(random))
    // The program is compiled while it runs: the first of each kind are slower than any that follow.
    const isSlow = (await holdMs(batch)) > longestHoldMs && n > 20
    for (const each of isSlow ? batch : []) {
      // A machine that does other work holds a thread too; what a request does it does each time.
      const ms = Math.min(await holdMs([each]), await holdMs([each]), await holdMs([each]))
      if (ms > longestHoldMs) stalls.push({ ms, ...each, body: each.body.slice(0, 300) })
    }
  }
  await pause(10_000)
  const [{ residentMb }, ready] = [await site.probe(), await fetch(`${site.url}/readyz`)]
  agent.destroy()
  expect({ faults, stalls, ready: ready.status, code: await site.end() }).toEqual({
    faults: [],
    stalls: [],
    ready: 200,
    code: 0,
  })
  expect(residentMb).toBeLessThan(256) // half of what deploy/kitewright.service allows
  const file = join(dataDir, sqliteFileName)
  expect(statSync(file).size / 2 ** 20).toBeLessThan(100)
  const database = new Sqlite(file, { readonly: true })
  const mails = database.prepare<[], string>('select kind from outbox').pluck().all()
  database.close()
  const count = (end: string) => mails.filter((kind) => kind.endsWith(end)).length
  expect(count('-receipt')).toBeLessThanOrEqual(defaultLimits.receipts.max)
  expect(count('-owner')).toBeLessThanOrEqual(defaultLimits.ownerMails.max)
})

/** What a single request may hold the main thread for. */
const longestHoldMs = 50

/** The production server; `probe` says how long its main thread was held at most since it was asked last, and its memory. */
async function startProbedSite(dataDir: string) {
  const path = join(dataDir, 'probe')
  const site = await startSite({
    ...{ DATA_DIR: dataDir, TRUSTED_PROXIES: '1', LOOP_PROBE: path },
    NODE_OPTIONS: `--import=${resolve('tests/faults/in-server.ts')}`,
  })
  const socket = connect(path)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const probe = async (): Promise<{ longestMs: number; residentMb: number }> => {
    socket.write('?')
    const { value, done } = await lines.next()
    if (done) throw new Error('the server has ended')
    return JSON.parse(value)
  }
  return { ...site, probe }
}

/** @returns the status; 0 where the connection was closed without one */
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
