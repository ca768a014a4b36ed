import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

export type TableName = keyof Tables
export type Row = Record<string, unknown>

/** The primary key of every table: a table that is not named here cannot be added. */
export const keysOf = {
  leads: ['reference'],
  outbox: ['id'],
  subscribers: ['id'],
  suppressions: ['email_hash'],
  issues: ['slug'],
  issue_mails: ['issue', 'subscriber_id'],
  limits: ['key'],
  settings: ['key'],
} as const satisfies Record<TableName, readonly string[]>

export const tableNames = Object.keys(keysOf) as TableName[]

/** The request that a row is, or is about. */
export function referenceIn(table: TableName, row: Row): string | undefined {
  const reference = table === 'leads' ? row['reference'] : table === 'outbox' ? row['lead_reference'] : undefined
  return typeof reference === 'string' ? reference : undefined
}

const pageSize = 200

/** Every row of a table, in pages, without holding more than one of them. */
export async function* pagesOf(db: Kysely<Tables>, table: TableName): AsyncGenerator<Row[]> {
  const keys = sql.join(keysOf[table].map((key) => sql.ref(key)))
  let after = sql``
  for (;;) {
    const query = sql<Row>`select * from ${sql.table(table)} ${after} order by ${keys} limit ${sql.lit(pageSize)}`
    const { rows } = await query.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = sql`where (${keys}) > (${sql.join(keysOf[table].map((key) => last[key]))})`
  }
}

/** @param lock whether nobody else may change it until the transaction ends; SQLite has one writer anyway */
export async function readRow(tx: Kysely<Tables>, table: TableName, row: Row, lock: boolean): Promise<Row | undefined> {
  const query = sql<Row>`select * from ${sql.table(table)} where ${isRow(table, row)} ${lock ? sql`for update` : sql``}`
  return (await query.execute(tx)).rows[0]
}

export async function changeRow(tx: Kysely<Tables>, table: TableName, row: Row, change: Row): Promise<void> {
  const changes = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isRow(table, row)}`.execute(tx)
}

function isRow(table: TableName, row: Row) {
  return sql.join(
    keysOf[table].map((key) => sql`${sql.ref(key)} = ${row[key]}`),
    sql` and `,
  )
}
