import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import type { Database } from '../../server/db/database.ts'
import { StorageError } from '../../server/db/storage-error.ts'
import type { Row } from '../../server/db/stored-rows.ts'
import type { Trace } from './trace.ts'

const textTypes = ['text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb']
const mostRows = 1_000

export type TableSearch = { tables: number; foundIn: string[] }

/**
 * Searches every column of text of every table in the database's schema, as the database itself tells them, for PostgreSQL,
 * whose files are out of reach.
 * @throws StorageError in a sentence
 * @param words what to look for; which of the rows that have it are meant, the trace decides
 */
export async function searchTables(database: Database, words: readonly string[], trace: Trace): Promise<TableSearch> {
  try {
    return await database.db.transaction().execute(async (tx) => {
      // Nobody waits for this, and tables may be large; below the 30 s after which the driver takes the server for dead.
      await sql`set local statement_timeout = 25000`.execute(tx)
      return await searchIn(tx, words, trace)
    })
  } catch (error) {
    throw new StorageError(`The tables cannot be searched: ${error instanceof Error ? error.message : error}`, error)
  }
}

async function searchIn(db: Kysely<Tables>, words: readonly string[], trace: Trace): Promise<TableSearch> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  const tables = (await db.introspection.getTables()).filter(
    ({ schema, isView }) => schema === rows[0]?.name && !isView,
  )
  const foundIn: string[] = []
  for (const { name, schema = '', columns } of tables) {
    const texts = columns.filter(({ dataType }) => textTypes.includes(dataType)).map((column) => column.name)
    if (texts.length > 0 && (await isInTable(db, sql.table(`${schema}.${name}`), texts, words, trace)))
      foundIn.push(name)
  }
  return { tables: tables.length, foundIn }
}

async function isInTable(
  db: Kysely<Tables>,
  table: ReturnType<typeof sql.table>,
  columns: readonly string[],
  words: readonly string[],
  trace: Trace,
): Promise<boolean> {
  const row = sql`concat_ws(chr(10), ${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))})`
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const likely = sql.join(
    patterns.map((pattern) => sql`${row} ilike ${pattern}`),
    sql` or `,
  )
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text as ${sql.ref(column)}`))
  const { rows } = await sql<Row>`select ${texts} from ${table} where ${likely} limit ${sql.lit(mostRows)}`.execute(db)
  return rows.some((one) => Object.values(one).some((value) => typeof value === 'string' && trace.isIn(value)))
}
