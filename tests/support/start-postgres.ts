import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

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

/** A new database, empty or a copy of the one of this name. @returns its address */
export async function createPostgresDatabase(folder: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(`postgres:///postgres?host=${folder}&user=postgres`)
  await client.connect()
  await client.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
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
