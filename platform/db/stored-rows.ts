import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type Db, keysOf, type TableName, type Tables } from '../../migrations/tables.ts'

export type Row = Record<string, unknown>

/** Reads a table in pages, ordered by key. */
export function pagesOf(db: Db, table: TableName, size = 200, condition = sql`1 = 1`): AsyncGenerator<Row[]> {
  const columns = keysOf[table]
  const key = sql.join(columns.map((column) => sql.ref(column)))
  return inPages<Row>(size, async (last) => {
    const isAfter = last ? sql`(${key}) > (${sql.join(columns.map((column) => last[column]))})` : sql`1 = 1`
    const matching = sql`select * from ${sql.table(table)} where ${condition} and ${isAfter}`
    const { rows } = await sql<Row>`${matching} order by ${key} limit ${sql.lit(size)}`.execute(db)
    return rows
  })
}

/** Rereads and locks a row. */
export async function lockRow(tx: Db, table: TableName, row: Row): Promise<Row | undefined> {
  const query = tx.selectFrom(table).selectAll().where(isRow(table, row)).forUpdate()
  return await query.executeTakeFirst()
}

export async function changeRow(tx: Db, table: TableName, row: Row, change: Row): Promise<void> {
  const changes = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isRow(table, row)}`.execute(tx)
}

function isRow(table: TableName, row: Row) {
  const keys = keysOf[table].map((key) => sql`${sql.ref(key)} = ${row[key]}`)
  return sql<SqlBool>`${sql.join(keys, sql` and `)}`
}

const stringList = z.array(z.string())
const stringMap = z.record(z.string(), z.string())

/** Reads a column with a JSON array of strings. */
export function readStringList(json: string): string[] {
  return stringList.parse(JSON.parse(json))
}

/** Reads a column with a JSON object of strings. */
export function readStringMap(json: string): Record<string, string> {
  return stringMap.parse(JSON.parse(json))
}

export async function countRows<From extends keyof Tables>(query: SelectQueryBuilder<Tables, From, object>) {
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Yields rows, reading a page at a time. @param read gets the last row of the previous page */
export async function* rowsInPages<Row>(size: number, read: (last: Row | undefined) => Promise<Row[]>) {
  for await (const page of inPages(size, read)) yield* page
}

/** Yields pages until one isn't full. */
async function* inPages<Row>(size: number, read: (last: Row | undefined) => Promise<Row[]>) {
  let last: Row | undefined
  do {
    const page = await read(last)
    if (page.length > 0) yield page
    last = page.length < size ? undefined : page.at(-1)
  } while (last !== undefined)
}
