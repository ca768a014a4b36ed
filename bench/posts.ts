import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { startSite } from '../tests/support/start-site.ts'
import type { Table } from './table.ts'
import { readLoad } from './wrk.ts'

const seconds = 6

/** Contact posts a second, each stored durably before its answer, beside bare SQLite commits on the same disk. */
export async function measurePosts(): Promise<Table> {
  const commits = bareCommitsPerSecond()
  const site = await startSite({ TRUSTED_PROXIES: '1' })
  const args = ['-t1', '-c50', `-d${seconds}`, '--latency', '-s', 'bench/post.lua', site.url]
  const load = readLoad(spawnSync('wrk', args, { encoding: 'utf8' }))
  const memory = residentMegabytes(site.process.pid)
  const stored = storedLeads(site.dataDir)
  await site.stop()
  return {
    title: `Durable contact posts at 50 connections (wrk, ${seconds} s; lead and two mails in one fsynced transaction)`,
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
      ['resident memory afterwards', `${memory} MB`, '', 'wanted: below 150 MB'],
    ],
  }
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

function storedLeads(dataDir: string): number {
  const args = ['cli/main.ts', 'leads', 'export', '--format', 'json']
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env, maxBuffer: 1024 ** 3 })
  const leads: unknown = JSON.parse(stdout)
  return Array.isArray(leads) ? leads.length : 0
}

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}
