import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

/** `folder`: of the server's socket. */
export type RunningPostgres = { folder: string; stop: () => void }

/**
 * A real PostgreSQL: a temporary folder, a unix socket in it, no port.
 * @param settings more of them, as `name=value`
 * @returns undefined where it is not installed
 */
export function startPostgres(...settings: string[]): RunningPostgres | undefined {
  const bin = findPrograms()
  if (bin === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const data = join(folder, 'data')
  const account = unprivilegedAccount()
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const run = (program: string, args: string[]): void => {
    execFileSync(join(bin, program), args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const options = ['listen_addresses=', 'max_connections=200', ...settings].map((each) => `-c ${each}`)
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-o', `-k ${folder} ${options.join(' ')}`, '-w', 'start'])
  const stop = () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, stop }
}

/** An empty database. @returns its address */
export async function createPostgresDatabase(folder: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(`postgres:///postgres?host=${folder}&user=postgres`)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `postgres:///${name}?host=${folder}&user=postgres`
}

function findPrograms(): string | undefined {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** PostgreSQL refuses to run as root; Debian's package brings an account for it. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the server's socket; null where there is no PostgreSQL. */
    postgresSocket: string | null
  }
}

/** One PostgreSQL for all tests. */
export default function providePostgres({ provide }: TestProject): (() => void) | undefined {
  // Tests kill processes, and never the machine: only then would it matter what is on the disk.
  const postgres = startPostgres('fsync=off')
  if (postgres === undefined) {
    const missing = 'PostgreSQL is not installed (Debian: apt-get install postgresql)'
    if (process.env['CI'] === 'true') throw new Error(`${missing}; in CI its tests must run.`)
    process.stderr.write(`\n  SKIPPED: the storage tests on PostgreSQL. ${missing}.\n\n`)
  }
  provide('postgresSocket', postgres?.folder ?? null)
  return postgres?.stop
}
