import type { Kysely } from 'kysely'
import { keysOf, type TableName, type Tables, tableNames } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { changeRow, pagesOf, type Row, readRow } from '../../platform/db/stored-rows.ts'
import type { PersonMatcher } from './person-matcher.ts'

/** In short writes: a running site goes on. Rows that `isTheirs` are only counted: without a key none is found again. */
export async function eraseWords(
  database: Database,
  person: PersonMatcher,
  isTheirs: (table: TableName, row: Row) => boolean,
) {
  const references = new Set<string>()
  let rows = 0
  let newRows = 0
  for (const table of tableNames) {
    for await (const page of pagesOf(database.db, table)) {
      const matching = page.filter((row) => Object.keys(changeOf(table, row, person)).length > 0)
      const theirs = matching.filter((row) => isTheirs(table, row))
      const others = matching.filter((row) => !isTheirs(table, row))
      newRows += theirs.length
      if (others.length > 0) rows += await database.write((tx) => eraseRows(tx, database.engine, table, others, person))
      for (const row of others) {
        const reference = referenceIn(table, row)
        if (reference !== undefined) references.add(reference)
      }
    }
  }
  /** `newRows`: of the person's own, written since those were deleted. */
  return { rows, newRows, references: [...references] }
}

/** Reads each row once more: it may have changed since. */
async function eraseRows(
  tx: Kysely<Tables>,
  engine: Database['engine'],
  table: TableName,
  rows: readonly Row[],
  person: PersonMatcher,
): Promise<number> {
  let changed = 0
  for (const row of rows) {
    const known = await readRow(tx, table, row, engine === 'postgres')
    const change = known === undefined ? {} : changeOf(table, known, person)
    if (known === undefined || Object.keys(change).length === 0) continue
    await changeRow(tx, table, known, change)
    changed += 1
  }
  return changed
}

function changeOf(table: TableName, row: Row, person: PersonMatcher): Row {
  const keys: readonly string[] = keysOf[table]
  const changes = Object.entries(row).flatMap(([column, value]) => {
    if (typeof value !== 'string' || keys.includes(column)) return []
    const isAddress = column.endsWith('_address') && person.isIn(value)
    const without = isAddress ? 'erased@erased.invalid' : person.erasedFrom(value)
    return without === value ? [] : [[column, without] as const]
  })
  return Object.fromEntries(changes)
}

export function referenceIn(table: TableName, row: Row): string | undefined {
  const reference = table === 'leads' ? row['reference'] : table === 'outbox' ? row['about'] : undefined
  return typeof reference === 'string' ? reference : undefined
}
