import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSite } from '../tests/support/start-site.ts'
import type { Table } from './table.ts'
import { type Load, readLoad } from './wrk.ts'

const seconds = 6
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
  const [mine, other] = [median(ours), median(theirs)]
  return {
    title: `Home page at 64 connections (wrk, 1 thread, ${seconds} s, median of ${rounds} turns each, brotli, all headers, log on)`,
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
  const args = ['-t1', '-c64', `-d${seconds}`, '--latency', '-H', 'Accept-Encoding: br, gzip', `${url}/`]
  return readLoad(spawnSync('wrk', args, { encoding: 'utf8' }))
}

function median(loads: Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

/** An nginx that answers `/` with the same bytes and the same headers as the site does. */
async function startNginx(siteUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-nginx-'))
  cpSync('dist/current/client/index.html.br', join(folder, 'index.html.br'))
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
