import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { sqliteFileName } from '../../src/server/db/sqlite.ts'
import { startAttackedSite } from './attacked-site.ts'
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
