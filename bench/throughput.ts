import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { startSite } from '../tests/support/start-site.ts'
import { processorMs, residentMegabytes, type Table } from './figures.ts'

const pageSeconds = 6
const rounds = 3

/** Pages a second at 64 connections, beside nginx with the same bytes, headers and logging, in turns. */
export async function measureThroughput(): Promise<Table> {
  const site = await startSite()
  const nginx = await startNginx(site.url)
  const ours: Load[] = []
  const theirs: Load[] = []
  load(site.url)
  for (let round = 0; round < rounds; round += 1) {
    ours.push(load(site.url))
    theirs.push(load(nginx.url))
  }
  await nginx.stop()
  await site.stop()
  const [mine, other] = [middleOf(ours), middleOf(theirs)]
  return {
    title: `Home page at 64 connections (wrk, 1 thread, ${pageSeconds} s, median of ${rounds} turns each, brotli, all headers, log on)`,
    head: ['server', 'pages a second', 'p99', 'of nginx', 'wanted'],
    rows: [
      [
        'this server, 1 process',
        mine.perSecond.toFixed(0),
        `${mine.p99Ms.toFixed(2)} ms`,
        (mine.perSecond / other.perSecond).toFixed(2),
        '≥ 0.60, p99 ≤ 2.5 ms',
      ],
      ['nginx, 1 worker', other.perSecond.toFixed(0), `${other.p99Ms.toFixed(2)} ms`, '1', ''],
    ],
  }
}

function load(url: string): Load {
  const args = ['-t1', '-c64', `-d${pageSeconds}`, '--latency', '-H', 'Accept-Encoding: br, gzip', `${url}/`]
  return readLoad(spawnSync('wrk', args, { encoding: 'utf8' }))
}

function middleOf(loads: Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

/** An nginx that answers `/` with the same bytes and the same headers as the site does. */
async function startNginx(siteUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-nginx-'))
  cpSync('dist/sample/client/index.html.br', join(folder, 'index.html.br'))
  const { headers } = await fetch(siteUrl, { headers: { 'accept-encoding': 'br' } })
  const own = ['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive', 'transfer-encoding']
  const added = [...headers]
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => `add_header ${name} "${value}";`)
  const port = Number(new URL(siteUrl).port) + 1
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 1024; }
    http { access_log ${folder}/access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000; types {} default_type "text/html; charset=utf-8";
      server { listen 127.0.0.1:${port}; root ${folder}; location = / { try_files /index.html.br =404; ${added.join(' ')} } } }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  child.once('error', () => {
    throw new Error('nginx is missing (Debian: apt-get install nginx-light)')
  })
  await pause(500)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

const seconds = 10
const warmUpSeconds = 3
/** By then everything has started that starts by itself. */
const startMs = 2_000
const restMs = 10_000

/** Contact posts a second, each stored durably before its answer, beside bare SQLite commits on the same disk. */
export async function measurePosts(): Promise<Table> {
  const commits = bareCommitsPerSecond()
  const site = await startSite({ TRUSTED_PROXIES: '1' })
  await pause(startMs)
  const startCost = processorMs(site.process.pid)
  post(site.url, warmUpSeconds, 10_000_000)
  const load = post(site.url, seconds, 0)
  const memory = residentMegabytes(site.process.pid)
  await pause(restMs)
  const memoryRested = residentMegabytes(site.process.pid)
  const stored = storedLeads(site.dataDir).filter(({ email }) => !/\.1\d{7}@/.test(email)).length
  await site.stop()
  return {
    title: `Durable contact posts at 50 connections (wrk, ${seconds} s; lead and its mail in one fsynced transaction)`,
    head: ['', 'a second', 'p99', 'of bare commits'],
    rows: [
      [
        'POST /api/contact',
        load.perSecond.toFixed(0),
        `${load.p99Ms.toFixed(1)} ms`,
        (load.perSecond / commits).toFixed(2),
      ],
      ['bare commits of one row (WAL, synchronous=FULL)', commits.toFixed(0), '', '1'],
      ['answered 200 / stored', `${load.requests} / ${stored}`, '', load.requests <= stored ? 'nothing lost' : 'LOST'],
      ['processor time of the start', `${startCost} ms`, '', 'wanted: 900 ms at most'],
      ['resident memory at the end of the flood', `${memory} MB`, '', ''],
      [`resident memory ${restMs / 1000} s later`, `${memoryRested} MB`, '', 'wanted: below 150 MB'],
    ],
  }
}

/** @param offset gives the visitors other numbers, so that a warm-up is not answered as a repeat */
function post(url: string, seconds: number, offset: number): Load {
  const args = ['-t1', '-c50', `-d${seconds}`, '--latency', '-s', 'bench/post.lua', url]
  return readLoad(spawnSync('wrk', args, { encoding: 'utf8', env: { ...process.env, OFFSET: String(offset) } }))
}

export function bareCommitsPerSecond(): number {
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

/** Reads what wrk prints. @throws where wrk is missing or an answer was no success */
function readLoad({ stdout, stderr, error }: SpawnSyncReturns<string>): Load {
  if (error) throw new Error('wrk is missing (Debian: apt-get install wrk)')
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (unit !== 'us' && unit !== 'ms' && unit !== 's') throw new Error(`wrk measured nothing:\n${stdout}${stderr}`)
  if (/Non-2xx/.test(stdout)) throw new Error(`not every answer was a success:\n${stdout}`)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(p99) * milliseconds[unit],
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  }
}
