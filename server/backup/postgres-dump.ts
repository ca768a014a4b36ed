import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { tableNames } from '../../migrations/tables.ts'
import { StorageError, sqliteFileName } from '../../platform/db/database.ts'
import { withLibpqSsl } from '../../platform/db/postgres.ts'
import { createTables } from './check-schema.ts'

/** Dumps the database in PostgreSQL's custom format, without today's visits. @throws StorageError */
export async function dumpPostgres(databaseUrl: string, file: string, signal: AbortSignal | undefined): Promise<void> {
  const tables = [...tableNames, 'kysely_migration'].map((table) => `--table=${table}`)
  const options = ['--format=custom', '--encoding=UTF8', '--no-owner', '--no-privileges', '--exclude-table-data=visit*']
  const args = [...options, ...tables, `--file=${file}`]
  await run('pg_dump', args, { signal, variables: connectionOf(databaseUrl) })
}

/** Environment for pg_dump. As arguments, the password would be visible in `ps`. */
function connectionOf(databaseUrl: string): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new pg.Client(withLibpqSsl(databaseUrl))
  const parameters = new URL(databaseUrl).searchParams
  if (parameters.get('sslmode') === 'no-verify') parameters.set('sslmode', 'require')
  const names = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options']
  const options = names.map((name) => [`PG${name.toUpperCase()}`, parameters.get(name) ?? undefined])
  const login = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database, PGPASSWORD: password }
  return { ...login, ...Object.fromEntries(options) }
}

/**
 * Loads a dump into an SQLite database with the dump's own schema version, so testing it doesn't require a server.
 * @throws StorageError
 */
export async function loadDump(dump: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  const file = join(folder, sqliteFileName)
  const script = join(folder, 'rows.sql')
  for (const path of [file, script]) await writeFile(path, '', { mode: 0o600 })
  const copy = new Sqlite(file)
  try {
    await run('pg_restore', ['--data-only', `--file=${script}`, dump], { signal })
    const applied: string[] = []
    for await (const { table, values } of rowsOf(script, signal)) {
      // The first column is the migration's name.
      if (table === 'kysely_migration') applied.push(String(values[0]))
    }
    await createTables(copy, applied)
    copy.exec('pragma foreign_keys = off; begin')
    for await (const { table, columns, values } of rowsOf(script, signal)) {
      if (table.startsWith('kysely_')) continue
      copy.prepare(`insert into "${table}" (${columns}) values (${values.map(() => '?').join()})`).run(values)
    }
    copy.exec('commit')
  } finally {
    copy.close()
    await rm(script)
  }
}

const copyStatement = /^COPY (?:\S+\.)?(\w+) \(([\w", ]+)\) FROM stdin;$/
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Parses COPY's text format (PostgreSQL, "COPY", "Text Format"): a line per row, tabs between values, \N for null. */
async function* rowsOf(script: string, signal: AbortSignal | undefined) {
  let table = ''
  let columns = ''
  for await (const line of linesOf(script, signal)) {
    if (table === '') [, table = '', columns = ''] = copyStatement.exec(line) ?? []
    else if (line === '\\.') table = ''
    else yield { table, columns, values: line.split('\t').map(valueIn) }
  }
}

function valueIn(text: string): string | null {
  return text === '\\N' ? null : text.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
}

/** Yields lines that end with a line feed. `readline` would also split at other line breaks. */
async function* linesOf(file: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
  let partial = ''
  const chunks: AsyncIterable<string> = createReadStream(file, { encoding: 'utf8', signal })
  for await (const chunk of chunks) {
    const lines = (partial + chunk).split('\n')
    partial = lines.pop() ?? ''
    yield* lines
  }
}

type RunOptions = { signal: AbortSignal | undefined; variables?: NodeJS.ProcessEnv }

async function run(program: string, args: string[], { signal, variables }: RunOptions): Promise<void> {
  try {
    await promisify(execFile)(program, args, { signal, env: { ...process.env, ...variables } })
  } catch (error) {
    if (!(error instanceof Error) || signal?.aborted) throw error
    if ('code' in error && error.code === 'ENOENT') {
      const install = 'install its client programs (Debian: apt-get install postgresql-client)'
      throw new StorageError(`Backups need PostgreSQL's ${program}, which isn’t installed: ${install}.`, error)
    }
    const { stderr = '', signal: killSignal = '' } = error as { stderr?: string; signal?: string }
    const message = stderr.trim().replaceAll('\n', ' ') || `${program} was killed by ${killSignal}.`
    const isOld = /version mismatch|unsupported version/.test(message)
    throw new StorageError(`${message}${isOld ? ` Install a ${program} at least as new as the server.` : ''}`, error)
  }
}
