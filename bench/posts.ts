import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { startSite } from '../tests/support/start-site.ts'
import { residentMegabytes, type Table } from './figures.ts'

const seconds = 10
const warmUpSeconds = 3
/** All background workers have started by then. */
const startMs = 2_000
const settleMs = 10_000

/** Measures contact submissions per second, each stored durably before the response, and bare commits on the same disk. */
export async function measurePosts(): Promise<Table> {
  const commits = bareCommitsPerSecond()
  const site = await startSite({ TRUSTED_PROXIES: '1' })
  await pause(startMs)
  post(site.url, warmUpSeconds, 10_000_000)
  const load = post(site.url, seconds, 0)
  const memory = residentMegabytes(site.process.pid)
  await pause(settleMs)
  const settledMemory = residentMegabytes(site.process.pid)
  const stored = storedLeads(site.dataDir).filter(({ email }) => !/\.1\d{7}@/.test(email)).length
  await site.stop()
  return {
    title: `Durable contact submissions at 50 connections (wrk, ${seconds} s; lead and its emails in one fsynced transaction)`,
    head: ['', 'per second', 'p99', '÷ bare commits'],
    rows: [
      [
        'POST /api/contact',
        load.perSecond.toFixed(0),
        `${load.p99Ms.toFixed(1)} ms`,
        (load.perSecond / commits).toFixed(2),
      ],
      ['bare one-row commits (WAL, synchronous=FULL)', commits.toFixed(0), '', '1'],
      ['200 responses / stored', `${load.requests} / ${stored}`, '', load.requests <= stored ? 'nothing lost' : 'LOST'],
      ['resident memory at the end of the load', `${memory} MB`, '', ''],
      [`resident memory ${settleMs / 1000} s later`, `${settledMemory} MB`, '', 'target: below 150 MB'],
    ],
  }
}

/** @param offset of the visitors' numbers, so that posts after the warm-up aren't taken for repeats */
function post(url: string, seconds: number, offset: number): Load {
  const args = ['-t1', '-c50', `-d${seconds}`, '--latency', '-s', 'bench/post.lua', url]
  return readLoad(spawnSync('wrk', args, { encoding: 'utf8', env: { ...process.env, OFFSET: String(offset) } }))
}

function bareCommitsPerSecond(): number {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-commits-'))
  const db = new Database(join(folder, 'bare.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('create table lead (id integer primary key, text text)')
  const insert = db.prepare('insert into lead (text) values (?)')
  const text = 'x'.repeat(1500)
  const end = performance.now() + 3000
  let count = 0
  while (performance.now() < end) {
    insert.run(text)
    count += 1
  }
  db.close()
  rmSync(folder, { recursive: true })
  return count / 3
}

function storedLeads(dataDir: string): { email: string }[] {
  const args = ['cli/studio.ts', 'leads', 'export', '--format', 'json']
  const env = { ...process.env, DATA_DIR: dataDir }
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8', env, maxBuffer: 1024 ** 3 }).stdout)
}

type Load = { perSecond: number; p99Ms: number; requests: number }

const milliseconds = { us: 0.001, ms: 1, s: 1000 }

/** Parses the output of wrk. @throws Error if wrk is missing or a response isn't 2xx */
function readLoad({ stdout, stderr, error }: SpawnSyncReturns<string>): Load {
  if (error) throw new Error('wrk is missing (Debian: apt-get install wrk)')
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (unit !== 'us' && unit !== 'ms' && unit !== 's') throw new Error(`wrk measured nothing:\n${stdout}${stderr}`)
  if (/Non-2xx/.test(stdout)) throw new Error(`some responses weren’t 2xx:\n${stdout}`)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(p99) * milliseconds[unit],
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  }
}
