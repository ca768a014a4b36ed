import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the server's socket; null where there is no PostgreSQL. */
    postgresSocket: string | null
  }
}

/** One real PostgreSQL for all tests: a temporary folder, a unix socket in it, no port. */
export default function startPostgres({ provide }: TestProject): (() => void) | undefined {
  const bin = findPrograms()
  if (bin === undefined) {
    const missing = 'PostgreSQL is not installed (Debian: apt-get install postgresql)'
    if (process.env['CI'] === 'true') throw new Error(`${missing}; in CI its tests must run.`)
    process.stderr.write(`\n  SKIPPED: the storage tests on PostgreSQL. ${missing}.\n\n`)
    provide('postgresSocket', null)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const data = join(folder, 'data')
  const account = unprivilegedAccount()
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const run = (program: string, args: string[]): void => {
    execFileSync(join(bin, program), args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const settings = `-k ${folder} -c listen_addresses= -c max_connections=200`
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-o', settings, '-w', 'start'])
  provide('postgresSocket', folder)
  return () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
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
