import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../platform/db/open-database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { makeTemporaryRoot } from './browser-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a migrated database, to copy. */
    migratedFolder: string
    /** The folder of the server's socket, and the name of a migrated database; null without PostgreSQL. */
    postgres: { folder: string; migrated: string } | null
  }
}

/** Starts one PostgreSQL for all tests, and prepares a migrated database of each engine. */
export default async function setUp({ provide }: TestProject): Promise<() => void> {
  const removeRoot = makeTemporaryRoot()
  const folder = mkdtempSync(join(tmpdir(), 'migrated-'))
  await migrate({ dataDir: folder, databaseUrl: undefined })
  provide('migratedFolder', folder)
  const postgres = startPostgres()
  if (postgres === undefined) {
    const missing = 'PostgreSQL is not installed (Debian: apt-get install postgresql)'
    if (process.env['CI'] === 'true') throw new Error(`${missing}; in CI its tests must run.`)
    process.stderr.write(`\n  SKIPPED: the storage tests on PostgreSQL. ${missing}.\n\n`)
    provide('postgres', null)
    return removeRoot
  }
  const url = await createPostgresDatabase(postgres.folder)
  await migrate({ dataDir: folder, databaseUrl: url })
  provide('postgres', { folder: postgres.folder, migrated: new URL(url).pathname.slice(1) })
  return () => {
    postgres.stop()
    removeRoot()
  }
}

async function migrate(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const database = await openDatabase(place, createSilentLog())
  await database.close()
}

/**
 * Starts a real PostgreSQL in a temporary folder, with a Unix socket and no port.
 * @param tlsPort also listens here with TLS; the folder's server.crt is its self-signed certificate for localhost
 * @returns the folder of its socket; undefined if it isn't installed
 */
export function startPostgres(tlsPort?: number) {
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
  // Without fsync: tests kill processes, but never the machine.
  let options = `-k ${folder} -c max_connections=200 -c fsync=off -c listen_addresses=`
  if (tlsPort !== undefined) {
    const files = ['-keyout', `${folder}/server.key`, '-out', `${folder}/server.crt`]
    const args = [...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' '), ...files]
    const names = ['-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', [...args, ...names], { ...account, stdio: 'ignore' })
    options += `localhost -c port=${tlsPort} -c ssl=on -c ssl_cert_file=${folder}/server.crt -c ssl_key_file=${folder}/server.key`
  }
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-o', options, '-w', 'start'])
  const stop = () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, stop }
}

/** Creates a database, empty or as a copy of `template`. @returns its URL */
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

/** PostgreSQL refuses to run as root. Debian's package creates an account for it. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
