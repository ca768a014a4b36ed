import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type Db, type Tables, tableNames } from '../../migrations/tables.ts'
import type { Log } from '../log.ts'
import { type Database, migrate, Rollback, reasonOf, StorageError } from './database.ts'
import { createSecrets } from './settings.ts'

/** Connections per process. A server allows 100 by default. */
const connections = 10
const connectTimeoutMs = 5_000
const statementTimeoutMs = 5_000
/** How long to wait for a table's lock, in each try. The wait blocks the table's other writers. */
const lockTimeoutMs = 500
/** Enough tries for five minutes. A backup ends within that time. */
const maxLockTries = 300
/** The error code for a lock timeout (PostgreSQL, appendix A). */
const lockNotAvailable = '55P03'
/** The driver's own timeout, in case the server hangs and doesn't enforce `statement_timeout`. */
const silenceTimeoutMs = 30_000

/** PostgreSQL's OID for 64-bit integers, which the driver returns as text. Ours are below 2^53. */
const int8 = 20

export async function openPostgres(databaseUrl: string, log: Log): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: withLibpqSsl(databaseUrl),
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: silenceTimeoutMs,
    keepAlive: true,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  // Without a handler, a broken connection would end the process. The pool replaces the connection.
  const logDisconnect = (error: Error) => log.warn({ err: error }, 'lost a database connection')
  pool.on('error', logDisconnect)
  pool.on('connect', (client) => client.on('error', logDisconnect))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        // A server, role, or pooler can change the defaults.
        const settings = `set synchronous_commit = on; set statement_timeout = ${statementTimeoutMs}`
        await connection.executeQuery(CompiledQuery.raw(settings))
      },
    }),
  })
  let identity: string
  try {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
    const found = rows[0]?.synchronous_commit
    if (found !== 'on') throw new StorageError(`PostgreSQL runs with synchronous_commit = ${found}. Set it to on`)
    await withoutTimeout(db, migrate)
    await createSecrets(db)
    identity = await readIdentity(db)
  } catch (error) {
    await db.destroy()
    if (error instanceof StorageError) throw error
    const reason = reasonOf(error)
    const advice = /SSL|encryption|certificate/.test(reason) ? sslAdvice : ''
    throw new StorageError(`Couldn’t use the database at DATABASE_URL: ${reason}${advice}`, error)
  }
  const write: Database['write'] = async (work) => {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      throw error instanceof Rollback ? error : new StorageError('Couldn’t write to the database', error)
    }
  }
  return {
    engine: 'postgres',
    identity,
    db,
    write,
    writeSoon: (work) =>
      write(async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx)
        return await work(tx)
      }),
    scrub: () => scrub(db),
    close: () => db.destroy(),
  }
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
/** Maps modes the driver doesn't support to the closest supported mode. */
const driverModes: Readonly<Record<string, string>> = { allow: 'disable', 'no-verify': 'require' }

/**
 * Reads sslmode like psql (PostgreSQL, "SSL Support"), but `allow` never encrypts and `prefer` always does.
 * @throws StorageError
 */
export function withLibpqSsl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const { searchParams } = url
  const isSystem = searchParams.get('sslrootcert') === 'system'
  const mode = isSystem ? 'verify-full' : searchParams.get('sslmode')
  if (mode === null) return databaseUrl
  if (!sslModes.includes(mode)) throw new StorageError(`DATABASE_URL: sslmode must be one of ${sslModes.join(', ')}.`)
  const isSocket = /^(?:\/|%2f|$)/i.test(searchParams.get('host') ?? url.hostname)
  if (isSystem) searchParams.delete('sslrootcert')
  searchParams.set('sslmode', isSocket ? 'disable' : (driverModes[mode] ?? mode))
  searchParams.set('uselibpqcompat', 'true')
  return url.href
}

const sslAdvice =
  '. sslmode=disable doesn’t encrypt. sslmode=require encrypts without verifying the server. sslmode=verify-full&sslrootcert=/path/to/ca.pem also verifies the server'

/** Combines the cluster's identifier, which some hosts hide, with the database's OID. A restored dump changes both. */
async function readIdentity(db: Db): Promise<string> {
  const first = ({ rows }: { rows: { id: string }[] }) => rows[0]?.id ?? ''
  const cluster = sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
  const database = sql<{ id: string }>`select oid::text as id from pg_database where datname = current_database()`
  const clusterId = await cluster.execute(db).then(first, () => '')
  return `${clusterId}.${first(await database.execute(db))}`
}

async function scrub(db: Db): Promise<void> {
  try {
    await withoutTimeout(db, async (connection) => {
      await sql.raw(`set lock_timeout = ${lockTimeoutMs}`).execute(connection)
      for (const table of tableNames) await rewriteTable(connection, table)
      await sql`set lock_timeout = 0`.execute(connection)
    })
  } catch (error) {
    throw new StorageError(`Couldn’t rewrite the database: ${reasonOf(error)}`, error)
  }
}

/** Rewrites a table. Releases it between tries: a single long wait for a backup to end would also block leads. */
async function rewriteTable(connection: Db, table: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql`vacuum full ${sql.table(table)}`.execute(connection)
      return
    } catch (error) {
      if (Object(error).code !== lockNotAvailable || tries === maxLockTries) throw error
      await delay(lockTimeoutMs)
    }
  }
}

/** Runs statements that rewrite whole tables, without a time limit. */
async function withoutTimeout(db: Db, work: (connection: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await work(connection)
    await sql.raw(`set statement_timeout = ${statementTimeoutMs}`).execute(connection)
  })
}
